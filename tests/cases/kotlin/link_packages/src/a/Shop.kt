package shop

import java.io.File
import tools.*
import tools.Box as Crate
import tools.Kinds.Companion.standard
import tools.shorten

interface Priced {
  val price: Int

  fun total(count: Int): Int
}

open class Item(val name: String, override val price: Int) : Priced {
  override fun total(count: Int): Int = price * count

  fun label(): String = name.shorten(3)

  fun label(prefix: String): String = prefix + name

  companion object {
    fun free(name: String): Item = Item(name, 0)
  }
}

class Cart(private val box: Crate<Item>) {
  private val items: List<Item> = listOf()
  val kinds by lazy { Kinds() }

  fun first(): Item = items.first { it.price > 0 }

  fun run(file: File) {
    first().label("a")
    box.content.label()
    Item.free(name = "x").total(2)
    Item(name = "y", price = 1).name
    for (item in items) item.total(1)
    items[0].name
    kinds.pick(standard())
    helper(file.name)
    file.shorten(1)
    print(unknown.label())
  }
}

package com.shop

import java.io.File
import tools.{Box, Kinds => Sorts}
import tools.Limits._

trait Priced { self: Named =>
  def price: Int
  def total(count: Int): Int = price * count
  def shown = label.trim
}

trait Named { def label: String }

case class Item(name: String, override val price: Int) extends Priced with Named {
  def label: String = name
  def label(prefix: String): String = prefix + name
}

object Item {
  def free(name: String): Item = Item(name, 0)
}

class Cart(box: Box[Item])(implicit sorts: Sorts) {
  private val items: List[Item] = Nil

  def first: Option[Item] = items.headOption

  def use(file: File, other: Any): Unit = {
    first.map(_.name)
    first.get.label("a")
    box.content.total(2)
    Item.free("x").label
    Item(name = "y", price = 1).price
    new Cart(box)(sorts).first.foreach { item => item.total(Most) }
    for { item <- items; found = item.label } yield item.price + found.length
    items(0).name
    items.head.total(1)
    sorts.pick("a")(1).size
    helper(file.getName)
    other match {
      case Item(name, price) => price.toString
      case cart: Cart => cart.first
      case _ => unknown.label
    }
    val quiet = new Named { override def label = "quiet" }
    quiet.label
    tools.Limits.Most
  }
}

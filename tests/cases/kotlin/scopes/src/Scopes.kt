private val size = 1

private fun helper(size: Int) = size

fun shared() = size

class Scopes {
  var name: String? = null

  fun name() = name

  fun locals(input: Any?, block: (Int) -> Unit) {
    block(1)
    val name = name ?: return
    println(name)
    for ((index, element) in listOf(size).withIndex()) {
      println("$index ${element.toString()} $size")
    }
    helper(size)
    shared()
    this.name = "x"
    input.let { helper(it.hashCode()) }
    val add = { a: Int, size: Int -> a + size }
    when (val size = input) {
      is Scopes -> size.name()
      else -> Scopes()
    }
    try {
      add(1, 2)
    } catch (size: Exception) {
      throw size
    }
    val other = object : Runnable {
      override fun run() = helper(1)
    }
    input to other
    call(size = 3, Scopes::name, ::helper)
  }

  fun <T> generic(value: T): T = value as T
}

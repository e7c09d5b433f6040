package tools

class Box<T>(val content: T)

class Kinds {
  fun pick(kind: String): String = kind

  companion object {
    fun standard(): String = "standard"
  }
}

fun helper(text: String) = text

fun String.shorten(count: Int): String = this

private fun hidden() = 1

package build

class Builder {
  var size: Int = 0

  fun add(text: String): Builder = this

  fun done(): String = ""
}

fun build(block: Builder.() -> Unit): String = Builder().apply(block).done()

fun each(block: (Builder) -> Unit) = block(Builder())

class Use(var size: Int) {
  fun add(text: String) = Unit

  fun other() = Unit

  fun all(builder: Builder?, text: StringBuilder) {
    build {
      add("a")
      other()
      size = 2
    }
    each {
      it.add("b")
      add("c")
    }
    builder?.apply { add("d") }?.done()
    with(text) { add("not ours to tell") }
    val found = builder?.let { it.done() } ?: "none"
    if (found is CharSequence && builder is Special) builder.special()
    when (builder) {
      is Special -> builder.special()
      else -> this.add("e")
    }
    val quiet = object : Step {
      override fun go() = other()
    }
    quiet.go()
  }
}

interface Step {
  fun go()
}

class Special {
  fun special() = Unit
}

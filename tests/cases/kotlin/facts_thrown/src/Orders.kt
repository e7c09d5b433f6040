package shop

class Orders(private val errors: Errors) {
  fun missing(): Nothing = throw IllegalStateException("missing").also { println(it) }

  fun closed(): Nothing = throw IllegalArgumentException("closed").apply { addSuppressed(errors.last()) }

  fun made(): Nothing = throw errors.last()

  fun plain(): Nothing = throw UnsupportedOperationException("plain")
}

class Errors {
  fun last(): RuntimeException = RuntimeException("last")
}

package shop

import org.slf4j.LoggerFactory

val log = LoggerFactory.getLogger("shop")

fun order(id: Int?) = id ?: error("no order $id")

fun later(): Int = TODO("ship it")

fun never(): String = TODO()

fun told() {
    log.error("no exception")
}

// a member of what the block is about
fun within() = with(log) { error("no exception either") }

class Form {
    fun error(text: String) = text

    fun check() = error("of the form")
}

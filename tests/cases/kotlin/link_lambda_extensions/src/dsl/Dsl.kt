package dsl

import kotlin.test.*
import names.*

class Call {
    fun answer(value: Any) {}
}

class Context {
    val call: Call = Call()
}

typealias Handler = suspend Context.() -> Unit

interface Node

class Root : Node

open class Base {
    fun setup(block: Root.() -> Unit) {}
}

class Builder : Base() {
    val setup: Root = Root()
    var check: suspend (Root) -> Unit = {}
    val count: () -> Int = { 1 }
    fun install(value: Any) {}
}

fun Builder.check(block: Root.() -> Unit) {}

fun Node.get(path: String, body: Handler): Node = this
fun Node.post(path: String, body: suspend Context.() -> Unit): Node = this
fun Builder.nodes(configure: Root.() -> Unit) {}
fun Unrelated.put(path: String) {}
fun Unrelated.bytes() {}
fun app(block: suspend Builder.() -> Unit) {}
fun either(block: Missing.() -> Unit) {}

class Unrelated

@Test
fun run() {
    app {
        install(Status.OK)
        setup { get("/") {} }
        check { get("/") {} }
        count()
        nodes {
            get("/") {
                call.answer(Status.OK)
                assertEquals(1, 2)
            }
            post("/") { call.answer(Plain) }
            put("/")
        }
    }
    bytes()
    either {
        call.answer(Status.OK)
        answer(Plain)
    }
}

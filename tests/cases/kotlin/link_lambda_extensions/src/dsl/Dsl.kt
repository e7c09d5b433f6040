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

class Builder {
    fun install(value: Any) {}
}

fun Node.get(path: String, body: Handler): Node = this
fun Node.post(path: String, body: suspend Context.() -> Unit): Node = this
fun Builder.nodes(configure: Root.() -> Unit) {}
fun Unrelated.put(path: String) {}
fun app(block: suspend Builder.() -> Unit) {}
fun either(block: Missing.() -> Unit) {}

class Unrelated

@Test
fun run() {
    app {
        install(Status.OK)
        nodes {
            get("/") {
                call.answer(Status.OK)
                assertEquals(1, 2)
            }
            post("/") { call.answer(Plain) }
            put("/")
        }
    }
    either {
        call.answer(Status.OK)
        answer(Plain)
    }
}

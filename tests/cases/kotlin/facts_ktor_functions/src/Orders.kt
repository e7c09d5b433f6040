package shop

import io.ktor.server.routing.Route
import io.ktor.server.routing.get

fun Route.orders() {
    get("/orders") { }
    deep()
}

fun Route.deep() = get("/deep") { }

class Shelf {
    fun get(name: String, then: () -> Unit) = then()
}

fun Shelf.orders() {
    get("/books") { }
}

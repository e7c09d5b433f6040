package shop

import org.springframework.web.reactive.function.server.ServerRequest

class Tree {
    fun nest(fill: Tree.() -> Unit) = fill()
    fun GET(name: String, then: () -> Unit) = then()
}

fun look(tree: Tree, request: ServerRequest) {
    tree.nest {
        GET("/not-a-route") { }
    }
}

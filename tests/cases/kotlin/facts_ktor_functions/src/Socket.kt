package shop

import io.ktor.server.routing.Route
import io.ktor.server.routing.route
import io.ktor.server.websocket.webSocket

fun Route.updates() {
    route("/updates") {
        webSocket("/live") { }
    }
}

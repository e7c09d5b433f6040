package shop

import io.ktor.server.application.*
import io.ktor.server.plugins.cors.routing.CORS
import io.ktor.server.routing.*

fun Application.module(shelf: Map<String, String>) {
    install(CORS)
    routing {
        get("/health") { shelf.get("/not-a-route") }
        route("/api") {
            route("/orders") {
                get("/{id}") { load() }
                post { load() }
            }
        }
    }
}

fun load() = 1

package shop

import io.github.oshai.kotlinlogging.KotlinLogging
import io.ktor.server.application.*
import io.ktor.server.auth.*
import io.ktor.server.routing.*

private val logger = KotlinLogging.logger {}
const val BASE = "/v2"

fun Application.configure() {
    routing {
        get("/health") { logger.info { "healthy $BASE" } }
        route("/api") {
            orders()
            authenticate("jwt") {
                users("x")
            }
        }
        route(BASE) { orders() }
    }
}

fun Route.users(name: String) {
    route("/users") {
        get { logger.error(IllegalStateException()) { "no users" } }
        post("{id}") { audit() }
    }
}

fun audit() {}

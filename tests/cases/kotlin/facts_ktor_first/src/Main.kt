package shop

import io.ktor.application.Application
import io.ktor.application.call
import io.ktor.application.install
import io.ktor.auth.authenticate
import io.ktor.features.CallLogging
import io.ktor.features.StatusPages
import io.ktor.response.respond
import io.ktor.routing.Route
import io.ktor.routing.delete
import io.ktor.routing.get
import io.ktor.routing.post
import io.ktor.routing.route
import io.ktor.routing.routing

fun Application.main() {
    install(CallLogging)
    install(StatusPages) {
    }
    routing {
        route("/api") {
            orders()
            authenticate("jwt") {
                get("/me") { call.respond("me") }
            }
        }
    }
}

fun Route.orders() {
    route("orders") {
        get { call.respond("all") }
        post("/{id}") { call.respond("one") }
        delete("/{id}") { call.respond("gone") }
    }
}

fun logging(application: Application) {
    application.install(CallLogging)
}

package shop

import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.plugins.contentnegotiation.ContentNegotiation as Negotiation
import io.ktor.server.application.Application
import io.ktor.server.application.install
import io.ktor.server.plugins.callloging.CallLogging

val client = HttpClient(CIO) {
    install(Negotiation) { }
}

fun Application.main() {
    install(CallLogging)
}

class Missing(val id: Int) : RuntimeException()

fun one(id: Int, found: java.util.Optional<String>) = found.orElseThrow { Missing(id) }

package shop

import io.ktor.client.*
import io.ktor.client.engine.cio.*
import io.ktor.client.plugins.websocket.WebSockets as ClientWebSockets
import io.ktor.http.HttpMethod
import io.ktor.server.application.*
import io.ktor.server.html.*
import io.ktor.server.resources.*
import io.ktor.server.routing.*
import io.ktor.server.sessions.*
import io.ktor.server.sessions.get
import io.ktor.server.websocket.*
import kotlinx.html.*

@Resource("/index")
class Index

fun Application.module() {
    routing {
        get("/page") { call.respondHtml { head { title("no route") } } }
        route("/orders") {
            method(HttpMethod.Delete) { handle { } }
            handle { }
        }
        route("/bills", HttpMethod.Post) { handle { } }
        // nobody can tell which
        route("/other") { method(chosen()) { handle { } } }
        get<Index> { call.sessions.get<Session>() }
        route("/files") {
            install(PartialContent)
            get { }
        }
        proxy("/ws")
    }
    with(sessions) { get<Session>() }
}

fun Route.proxy(path: String) {
    webSocket(path) {
        HttpClient(CIO).config { install(ClientWebSockets) }
    }
}

class Robot {
    fun handle(work: () -> Unit) = work()
    fun install(name: String) = name

    fun run() {
        handle { }
        install("No")
    }
}

package shop

import io.ktor.resources.Resource
import io.ktor.server.resources.get
import io.ktor.server.resources.post
import io.ktor.server.resources.resource
import io.ktor.server.routing.Route
import io.ktor.server.routing.route

@Resource("/articles")
class Articles {
    @Resource("{id}")
    class Id(val parent: Articles = Articles(), val id: Long)
}

class Untold

fun Route.articles() {
    route("/api") {
        get<Articles> { }
        post<Articles.Id> { }
        get<Untold> { }
        resource<Articles> {
            method()
        }
    }
}

fun Route.method() {
    route("/drafts") {
        get<Articles.Id> { }
    }
}

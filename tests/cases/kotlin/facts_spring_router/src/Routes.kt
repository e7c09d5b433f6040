package shop

import org.springframework.http.MediaType
import org.springframework.web.reactive.function.server.ServerResponse
import org.springframework.web.reactive.function.server.router

class Routes(private val posts: Posts) {
    fun router() = router {
        accept(MediaType.TEXT_HTML).nest {
            GET("/") { ServerResponse.ok().render("index") }
        }
        "/api".nest {
            accept(MediaType.APPLICATION_JSON).nest {
                GET("/posts", posts::all)
            }
            POST("/posts", posts::create)
        }
        ("/admin" and accept(MediaType.APPLICATION_JSON)).nest {
            DELETE("/posts/{id}", posts::delete)
        }
    }

    fun others() = router {
        (accept(MediaType.APPLICATION_JSON) and "/orders").nest {
            GET("/all", posts::all)
        }
    }

    fun hidden() = router {
        (accept(MediaType.APPLICATION_JSON) and unknown("/hidden")).nest {
            GET("/none", posts::all)
        }
    }
}

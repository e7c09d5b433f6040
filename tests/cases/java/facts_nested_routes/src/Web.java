package shop;

import static org.springframework.web.reactive.function.server.RequestPredicates.*;
import static org.springframework.web.reactive.function.server.RouterFunctions.nest;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

class Web {
    RouterFunction<ServerResponse> routes(Posts posts, Users users) {
        RouterFunction<ServerResponse> usersRoutes = route(GET("/{name}/favorites"), users::favorites);
        RouterFunction<ServerResponse> postsRoutes = route(GET("/"), posts::all)
            .andRoute(POST("/"), posts::create)
            .andRoute(GET("/{id}"), posts::get);
        return nest(path("/posts"), postsRoutes)
            .andNest(path("/users"), usersRoutes)
            .andNest(path("/admin"), admin(posts))
            .andRoute(GET("/health"), posts::health);
    }

    RouterFunction<ServerResponse> admin(Posts posts) {
        return route(DELETE("/{id}"), posts::delete);
    }
}

class Tree {
    Tree nest(String path, Tree below) {
        return this;
    }

    Tree grow(Tree leaves) {
        return nest("/not-a-path", leaves);
    }
}

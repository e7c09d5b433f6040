package shop;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;

class Functional {
    @Bean
    RouterFunction<?> routes(Handler handler) {
        return RouterFunctions.route()
            .GET("/people", handler::list)
            .path("/admin", builder -> builder.POST("/people", handler::create))
            .build();
    }

    RouterFunction<?> single(Handler handler) {
        return route(GET("/one"), handler::list);
    }
}

class Handler {
    String list() { return ""; }

    String create() { return ""; }
}

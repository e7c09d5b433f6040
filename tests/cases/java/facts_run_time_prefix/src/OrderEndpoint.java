package shop;

import java.util.function.Supplier;
import org.springdoc.webflux.core.fn.SpringdocRouteBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

class OrderEndpoint implements Endpoint {
    @Override
    public RouterFunction<ServerResponse> endpoint() {
        return SpringdocRouteBuilder.route()
                .GET("orders", this::all, builder -> builder.operationId("all"))
                .nest(
                        RequestPredicates.path("/drafts"),
                        () -> SpringdocRouteBuilder.route()
                                .POST(this::draft, builder -> builder.operationId("draft"))
                                .GET("/{id}", this::one, builder -> builder.operationId("one"))
                                .build(),
                        builder -> builder.operationId("drafts"))
                .nest(RequestPredicates.path("/mine"), mine(), builder -> {})
                .build();
    }

    @Override
    public String version() {
        return "v1";
    }

    private Supplier<RouterFunction<ServerResponse>> mine() {
        return () -> SpringdocRouteBuilder.route().GET("/orders", this::all, builder -> {}).build();
    }

    @Bean
    RouterFunction<ServerResponse> health() {
        return SpringdocRouteBuilder.route().GET("/health", this::all, builder -> {}).build();
    }

    Mono<ServerResponse> all(ServerRequest request) {
        return null;
    }

    Mono<ServerResponse> draft(ServerRequest request) {
        return null;
    }

    Mono<ServerResponse> one(ServerRequest request) {
        return null;
    }
}

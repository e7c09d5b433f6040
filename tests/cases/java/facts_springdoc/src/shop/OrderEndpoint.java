package shop;

import org.springdoc.webflux.core.fn.SpringdocRouteBuilder;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;

class OrderEndpoint {
    private final Shelf shelf = new Shelf();

    RouterFunction<ServerResponse> endpoint() {
        shelf.GET("/books", this::list);
        return SpringdocRouteBuilder.route()
            .GET("/orders", this::list, builder -> builder.operationId("ListOrders"))
            .POST("/orders", this::create, builder -> builder.operationId("CreateOrder"))
            .build();
    }

    Object list(ServerRequest request) {
        return null;
    }

    Object create(ServerRequest request) {
        return null;
    }
}

package shop;

import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

interface Endpoint {
    RouterFunction<ServerResponse> endpoint();

    String version();
}

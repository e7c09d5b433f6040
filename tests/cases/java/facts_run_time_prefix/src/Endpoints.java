package shop;

import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** What endpoints tell stands below a version that only a run knows. */
class Endpoints {
    RouterFunction<ServerResponse> below(String version, Endpoint endpoint) {
        return RouterFunctions.route()
                .nest(RequestPredicates.path("/apis/" + version), () -> endpoint.endpoint())
                .build();
    }
}

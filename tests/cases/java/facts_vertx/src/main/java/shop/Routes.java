package shop;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

class Routes {
    private final Handlers handlers = new Handlers();

    Router shop(Router given, Cache cache) {
        Router orders = Router.router(null);
        orders.get("/").handler(handlers::all);
        orders.post("/").consumes("application/json").handler(BodyHandler.create()).handler(this::save);
        orders.route(HttpMethod.DELETE, "/:id").handler(this::drop);

        Router main = Router.router(null);
        main.route().handler(BodyHandler.create());
        main.route("/api/orders/*").subRouter(orders);
        Router users = Router.router(null);
        users.get("/:id").handler(context -> context.end());
        main.mountSubRouter("/api/users", users);

        given.get("/hello").respond(this::hello);
        cache.get("/no-route");
        return main;
    }

    void save(RoutingContext context) {}

    void drop(RoutingContext context) {}

    Object hello(RoutingContext context) {
        return null;
    }
}

class Handlers {
    void all(RoutingContext context) {}
}

interface Cache {
    Object get(String key);
}

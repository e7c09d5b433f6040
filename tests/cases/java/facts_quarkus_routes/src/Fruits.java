package shop;

import static io.quarkus.vertx.web.Route.HttpMethod.GET;

import io.quarkus.vertx.web.Route;
import io.quarkus.vertx.web.RouteBase;
import org.eclipse.microprofile.graphql.GraphQLApi;
import org.eclipse.microprofile.graphql.Mutation;
import org.eclipse.microprofile.graphql.Query;

@RouteBase(path = "fruits")
class Fruits {
    @Route(methods = GET, path = "/:id")
    String show(String id) {
        return id;
    }

    @Route(path = "/hello", methods = Route.HttpMethod.POST)
    String hello() {
        return "";
    }
}

@GraphQLApi
class Films {
    @Query("allFilms")
    String getAll() {
        return "";
    }

    @Query
    String getFilm(int id) {
        return "";
    }

    @Mutation
    String createHero(String hero) {
        return hero;
    }
}

@interface Step {
    String path();
}

class Own {
    @Step(path = "/not-a-route")
    void walk() {
    }
}

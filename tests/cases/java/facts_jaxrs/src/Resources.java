package shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Application;

@ApplicationPath("/api")
class Shop extends Application { }

@Path("orders")
class OrderResource extends BaseResource<String> {
    @GET
    public String all() { return ""; }

    @GET
    @Path("{id: [0-9]+}")
    public String one(long id) { return ""; }

    @POST
    @Override
    public String add(String item) { return item; }

    @Path("anything")
    public Object locator() { return null; }

    @Path("{id}/lines")
    public LineResource lines(long id) { return new LineResource(); }
}

@Path("films")
class FilmResource extends BaseResource<Integer> { }

abstract class BaseResource<T> {
    @POST
    public T add(T item) { return item; }

    @DELETE
    @Path("{id}")
    public void remove(long id) { }
}

class Guard implements ContainerRequestFilter { }

class NoResource {
    @GET
    public String lost() { return ""; }
}

class LineResource {
    @GET
    @Path("{line}")
    public String line(int line) { return ""; }

    @Path("notes")
    public Notes notes() { return null; }
}

interface Notes {
    @POST
    void write(String text);
}

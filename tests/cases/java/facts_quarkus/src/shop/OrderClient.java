package shop;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;

@Path("/api/orders")
@RegisterRestClient(configKey = "orders")
public interface OrderClient {
    @GET
    @Path("/{id}")
    String find(long id);
}

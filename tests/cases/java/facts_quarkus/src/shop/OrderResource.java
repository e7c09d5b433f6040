package shop;

import io.quarkus.mongodb.panache.common.MongoEntity;
import io.smallrye.config.ConfigMapping;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/orders")
public class OrderResource {
    @GET
    public String list() {
        return "";
    }
}

@MongoEntity(collection = "Orders")
class Order {
}

@ConfigMapping(prefix = "shop")
interface ShopConfig {
    Limits limits();

    interface Limits {
        int maxItems();
    }
}

interface NotConfig {
    int other();
}

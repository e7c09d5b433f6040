package shop;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Value;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.filter.HttpServerFilter;
import java.time.Clock;

@Controller("/orders")
@Requires(property = "shop.orders.enabled", value = "true")
class Orders {
    @Value("${shop.limit:10}")
    int limit;

    @Property(name = "shop.title")
    String title;

    @Get("{?max,offset}")
    String some(Integer max, Integer offset) {
        return "";
    }

    @Get("/{id}")
    String show(String id) {
        return id;
    }

    String where(ApplicationContext context, Own own) {
        own.getProperty("not.a.key");
        return context.getProperty("shop.where", String.class).orElse("");
    }
}

@Factory
class Clocks {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}

@Filter("/**")
class Timing implements HttpServerFilter {
}

class Own {
    String getProperty(String name) {
        return name;
    }
}

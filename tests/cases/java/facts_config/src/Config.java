package shop;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

@Configuration
@ConditionalOnProperty(prefix = "shop", name = "enabled")
class Config {
    @Value("${shop.name:none}")
    private String name;

    @Value("#{1 + 1}")
    private int two;

    @Bean
    Clock clock(Environment env, Map<String, String> map) {
        env.getProperty("shop.zone");
        map.get("not.config");
        System.getenv("SHOP_HOME");
        System.getProperty("shop.dir");
        return null;
    }

    @Scheduled(fixedDelayString = "${shop.delay}")
    void tick() { }
}

@ConfigurationProperties(prefix = "shop.mail")
class Mail {
    private static final int LIMIT = 3;
    private String hostName;
    private Smtp smtp;

    static class Smtp {
        private int port;
    }
}

@Service
class Orders { }

interface Store { }

class SqlStore implements Store { }

class Module extends AbstractModule {
    @Override
    protected void configure() {
        bind(Store.class).to(SqlStore.class);
        bind(Orders.class);
    }

    @Provides
    Clock clock() { return null; }
}

class Book {
    void bind(Class<?> type) { }

    void make() { bind(Store.class); }
}

package shop;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.name.Names;

interface Orders {}

class SqlOrders implements Orders {}

class Registry {
    Registry bind(Class<?> type) { return this; }
    Registry to(Class<?> type) { return this; }
}

class ShopModule extends AbstractModule {
    @Override
    protected void configure() {
        bind(Orders.class).to(SqlOrders.class).in(Singleton.class);
        bind(String.class).annotatedWith(Names.named("currency")).toInstance("EUR");
        new Registry().bind(Orders.class).to(SqlOrders.class);
    }

    @Provides
    @Singleton
    Clock clock() {
        return new Clock();
    }
}

class Clock {}

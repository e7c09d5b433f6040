package shop;

import io.github.resilience4j.retry.annotation.Retry;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

public class Orders {
    private static final Logger LOG = LogManager.getLogger(Orders.class);

    @Retry(name = "orders")
    void pay(int id) {
        LOG.warn("order {} late", id);
    }

    @shop.own.Retry(name = "no")
    void other(Journal journal) {
        journal.warn("no");
    }
}

class Journal {
    void warn(String text) {}
}

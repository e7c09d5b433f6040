package shop;

import static shop.db.Tables.CUSTOMERS;
import static shop.db.Tables.ORDERS;

import java.util.List;
import org.jooq.DSLContext;
import shop.db.Tables;

class Orders {
    private final DSLContext dsl;
    private final Catalog catalog;

    Orders(DSLContext dsl, Catalog catalog) {
        this.dsl = dsl;
        this.catalog = catalog;
    }

    List<?> all() {
        return dsl.select(ORDERS.ID).from(ORDERS).join(CUSTOMERS).on(CUSTOMERS.ID.eq(ORDERS.CUSTOMER_ID)).fetch();
    }

    void add(String name) {
        dsl.insertInto(Tables.ORDER_LINES).set(ORDERS.NAME, name).execute();
        catalog.update(ORDERS);
    }
}

class Catalog {
    void update(Object table) {}
}

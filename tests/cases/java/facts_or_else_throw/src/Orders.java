package shop;

import java.util.Optional;
import java.util.function.Supplier;

class Orders {
    private final Store store = new Store();

    Order one(long id) {
        return store.find(id).orElseThrow(() -> new MissingException("no order " + id));
    }

    Order other(long id) {
        return store.find(id)
            .map(order -> order)
            .orElseThrow(MissingException::new);
    }

    Order block(long id) {
        return store.find(id).orElseThrow(() -> {
            return new IllegalStateException("gone");
        });
    }

    /** Nothing is told of what nobody can see being made, or of what is made instead. */
    Order rest(long id, Supplier<RuntimeException> failure) {
        store.find(id).orElseThrow();
        store.find(id).orElseThrow(failure);
        return store.find(id).orElseGet(() -> new Order());
    }
}

class Order {}

class MissingException extends RuntimeException {
    MissingException() {}

    MissingException(String message) {
        super(message);
    }
}

class Store {
    Optional<Order> find(long id) {
        return Optional.empty();
    }
}

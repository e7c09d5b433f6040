package shop;

public class Orders {
    void take(boolean once, int limit) {
        if (limit < 0) {
            throw once ? new IllegalStateException("once") : new IllegalArgumentException("limit");
        }
        RuntimeException kept = new UnsupportedOperationException();
        throw limit > 9 ? kept : new IndexOutOfBoundsException();
    }

    Object chosen(boolean once) {
        return once ? new IllegalStateException() : null;
    }
}

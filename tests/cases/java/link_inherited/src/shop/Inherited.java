package shop;

interface Element<T> {
    T add(T other);
    T scale(int factor);
}

interface Real<T> extends Element<T> {
    T add(double other);
}

class Sums<T extends Real<T>> {
    T both(T one, T two) {
        return one.add(two).add(2.0).scale(3);
    }
}

class Text implements Element<Text> {
    public Text add(Text other) { return this; }
    public Text add(String other) { return this; }
    public Text scale(int factor) { return this; }
}

class Letters extends Holder<Character> {
    boolean has(CharSequence letters) { return false; }

    boolean ask() {
        return has('a') || has("abc");
    }
}

class Holder<T> {
    boolean has(T value) { return true; }
}

interface Maker {
    static Maker of(Maker one) { return one; }
    static Maker of() { return null; }
}

class Made implements Maker {
    static Made of(String name) { return new Made(); }

    void make() {
        Made.of("name");
        of("name");
        Maker.of(this);
    }
}

interface Source<T> extends AutoCloseable {
    T read(String name);
}

interface Readable<T> {
    T read(String name);
}

abstract class Stored {
    abstract int size();
}

interface Sized {
    int size();
}

abstract class Both extends Stored implements Source<String>, Readable<String>, Sized {
    public abstract int size();
}

abstract class Either extends Stored implements Source<String>, Readable<String>, Sized {
    void look() {
        read("name");
        size();
    }
}

class Base {
    void check(Object value) { }
}

class Derived extends Base {
    void check(Object value) { }

    class Inner {
        void run() {
            Derived.super.check("value");
            Derived.this.check("value");
        }
    }
}

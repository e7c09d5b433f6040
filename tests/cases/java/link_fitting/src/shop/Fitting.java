package shop;

import java.util.function.Function;
import java.util.function.Supplier;

class Tuple<A> {
    A first;
}

interface Step<A, R> extends Function<A, R> {
    default R apply(Tuple<A> given) { return apply(given.first); }
    R apply(A given);
}

class Fitting {
    static <T> Fitting of(T one) { return new Fitting(); }

    @SafeVarargs
    static <T> Fitting of(T... many) { return new Fitting(); }

    static <T> void take(Iterable<T> many) { }
    static <T> void take(Supplier<T> one) { }

    static <A> Step<Tuple<A>, A> first() {
        return tuple -> tuple.first;
    }

    void run(String[] names, String name, int[] numbers) {
        of(names);
        of(name);
        of(numbers);
        of(name, name);
        take(() -> "text");
        take(() -> names.length);
        take(() -> unknown());
    }
}

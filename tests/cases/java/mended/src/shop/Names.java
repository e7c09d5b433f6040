package shop;

import org.jspecify.annotations.Nullable;

class Names {
    private String first = "";

    Names with(@Nullable String title, String @Nullable ... names) {
        first = names[0];
        return this;
    }

    static Names of(Names @Nullable... names) {
        return names[0].with("Dr", "Ada").with(null);
    }
}

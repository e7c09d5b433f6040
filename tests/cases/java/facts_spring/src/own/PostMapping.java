package shop.own;

public @interface PostMapping {
    String value();
}

package shop;

import javax.inject.Singleton;

@Singleton
class Orders {
    @interface Singleton2 {}

    @Singleton2
    static class Other {}
}

package shop;

class Orders {
    void ship(Runnable work) {
        try {
            work.run();
        } catch (Throwable caught) {
            if (caught instanceof ShopException) {
                throw (ShopException) caught;
            }
            throw caught;
        }
    }

    int total(Object given) {
        return (int) given;
    }
}

class ShopException extends RuntimeException { }

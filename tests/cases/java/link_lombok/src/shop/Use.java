package shop;

class Use {
    void use(Order order, Special special, Fluent fluent, Fixed fixed, Other other) {
        order.getCustomer().getName();
        order.setCustomer(special.getCustomer());
        order.isPaid();
        order.isOpen();
        order.getTotal(); // written by hand
        fixed.getOwner().setName("x");
        order.getCustomer().getAge();

        order.getSecret(); // must not resolve
        order.getCount(); // must not resolve
        order.getCustomer().setAge(1); // must not resolve
        order.getCustomer().getAddress(); // must not resolve
        fixed.setOwner(null); // must not resolve
        fluent.setCustomer(null); // must not resolve
        other.getCustomer(); // must not resolve
    }
}

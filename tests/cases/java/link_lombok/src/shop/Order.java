package shop;

import lombok.AccessLevel;
import lombok.Data;
import lombok.Getter;
import lombok.Setter;

@Data
public class Order {
    private Customer customer;
    private boolean paid;
    private boolean isOpen;
    @Getter(AccessLevel.NONE)
    private String secret;
    private static int count;
    private int total;

    public int getTotal() {
        return total;
    }
}

class Customer {
    @Getter @Setter
    private String name;
    @Getter
    private int age;
    private String address;
}

class Special extends Order {
}

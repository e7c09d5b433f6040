package shop;

import lombok.*;
import lombok.experimental.Accessors;

@Data
@Accessors(chain = true)
class Fluent {
    private Customer customer;
}

@Value
class Fixed {
    Customer owner;
}

package shop;

import other.Data;

@Data
class Other {
    private Customer customer;
}

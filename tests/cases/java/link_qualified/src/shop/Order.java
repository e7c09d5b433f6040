package shop;

import shop.rows.*;
import java.util.*;

class Order {
    java.util.List<shop.rows.Row> rows;
    Row first;
    Set<Row> others;
}

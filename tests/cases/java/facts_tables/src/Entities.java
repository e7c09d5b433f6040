package shop;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.Table;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.mongodb.core.mapping.Document;

@Entity
@Table(name = "orders", schema = "sales")
class Order {
    @ManyToMany
    @JoinTable(name = "order_tags")
    private List<OrderTag> tags;
}

@Entity
class OrderTag {
    @ElementCollection
    private List<String> otherNames;

    @ManyToMany(mappedBy = "tags")
    private List<Order> orders;

    @ManyToMany
    private List<OrderTag> nearTags;
}

// not a table: no entity
class Basket {
    @ElementCollection
    private List<String> names;
}

@Entity
class SpecialOrder extends Order { }

@Document(collection = "events")
class Event { }

@Document
class UserVisit { }

interface Orders {
    @Query("SELECT t FROM OrderTag t")
    List<OrderTag> all();

    @Query(value = "select * from sales.orders", nativeQuery = true)
    List<Order> raw();
}

class Reader {
    void read(EntityManager manager) {
        manager.createNativeQuery("""
            delete from order_tags
            where id = 1
            """);
        print("Select one of the rows from the list");
    }
}

@Report(name = "no")
class Sheet { }

@interface Report {
    String name();
}

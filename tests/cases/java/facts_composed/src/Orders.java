package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class Orders {
    @OpenGet("/open")
    String open() {
        return "";
    }

    @OpenGet({"/late", "/very-late"})
    String late() {
        return "";
    }

    @OpenGet
    String all() {
        return "";
    }
}

@UseCase
class Ship {
    // not a route: no controller
    @OpenGet("/ship")
    void ship() { }
}

// one bean
@UseCase
@RestController
class Pay {
    @OpenGet("/pay")
    void pay() { }
}

@Plain
class Box { }

@interface Plain { }

class Run {
    static void main(ConfigurableApplicationContext context) {
        context.getEnvironment().getProperty("server.port");
    }
}

package shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

interface Searching {
    @PostMapping("/search")
    default String search() {
        return "";
    }
}

@Api("/parcels")
class Parcels implements Searching {
    @GetMapping("/{id}")
    String one() {
        return "";
    }
}

@Named("boxes")
class Boxes {
    @GetMapping("/all")
    String all() {
        return "";
    }
}

@Plain
class Crates {
    // not a route: no controller
    @GetMapping("/crates")
    String all() {
        return "";
    }
}

package shop;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping({"/orders", Paths.OLD})
class Orders extends Listing {
    @GetMapping
    String all() { return ""; }

    @GetMapping(path = "/{id}", produces = "text/plain")
    String one(@PathVariable long id) { return ""; }

    @RequestMapping(value = Paths.BASE + "/search", method = {RequestMethod.GET, RequestMethod.POST})
    String search() { return ""; }

    @RequestMapping("/any")
    String any() { return ""; }

    String helper() { return ""; }
}

abstract class Listing {
    @DeleteMapping("/all")
    public void clear() { }
}

interface Paths {
    String BASE = "/v1";
    String OLD = BASE + "/old";
}

@Controller
class Home implements HomeApi {
    @Override
    public String home() { return ""; }
}

interface HomeApi {
    @PostMapping("/home")
    String home();
}

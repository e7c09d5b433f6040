package shop;

import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;
import shop.own.PostMapping;

@FeignClient(name = "stock", url = "${stock.url}", path = "/api")
interface Stock {
    @GetMapping("/items/{id}")
    String item(long id);
}

class NotAController {
    @GetMapping("/nobody")
    String nobody() { return ""; }

    @PostMapping("/alike")
    String alike() { return ""; }
}

package shop

import org.slf4j.LoggerFactory
import org.springframework.beans.factory.annotation.Value
import org.springframework.context.annotation.Bean
import org.springframework.data.mongodb.core.mapping.Document
import org.springframework.stereotype.Service
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestMethod
import org.springframework.web.bind.annotation.RestController

const val BASE = "/v1"

@RestController
@RequestMapping(path = ["/orders", "/old"])
class Orders(@Value("\${shop.limit:3}") private val limit: Int) {
    private val log = LoggerFactory.getLogger(Orders::class.java)

    @GetMapping("/{id}", produces = ["text/plain"])
    fun one(id: Long): String {
        log.info("Order {}", id)
        log.warn("Late $id")
        throw NotFound("no order")
    }

    @RequestMapping(BASE + "/all", method = [RequestMethod.DELETE])
    fun clear() {
        System.getenv("SHOP_HOME")
        rows("select * from orders")
        mapOf("/no" to 1).get("/no")
    }
}

@Service
class Store

class Setup {
    @Bean
    fun clock(): Clock = Clock()
}

@Document(collection = "events")
data class Event(val id: String)

class Clock

class NotFound(text: String) : RuntimeException(text)

class Nobody {
    @PostMapping("/nobody")
    fun nobody() {}

    fun info(log: Diary) = log.info("a diary")
}

class Diary {
    fun info(text: String) {}
}

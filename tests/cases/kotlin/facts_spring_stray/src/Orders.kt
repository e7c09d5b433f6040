package shop

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

// the grammar takes these annotations for an expression before the class
@RestController
@RequestMapping("/orders")
class OrdersController(
    private val orders: Orders,
    private val lines: Lines
) {

    @GetMapping("")
    fun all(): List<Order> =
        orders.all()

    @GetMapping("{id}")
    suspend fun one(@PathVariable id: String): Order? =
        orders.one(id) ?: throw Missing(id)

    @PostMapping("")
    suspend fun save(@RequestBody order: Order) =
        orders.save(order)

    @GetMapping("{id}/lines")
    fun lines(@PathVariable id: String): List<Line> =
        lines.of(id)

    @PostMapping("{id}/lines")
    suspend fun add(@PathVariable id: String, @RequestBody line: Line) {
        lines.save(line.copy(orderId = id))
    }
}

class Missing(id: String) : RuntimeException(id)
class Order(val id: String)
data class Line(val orderId: String)

interface Orders {
    fun all(): List<Order>
    fun one(id: String): Order?
    fun save(order: Order)
}

interface Lines {
    fun of(id: String): List<Line>
    fun save(line: Line)
}

package shop

import org.slf4j.LoggerFactory
import org.jetbrains.exposed.sql.Database
import org.jetbrains.exposed.sql.Transaction

private val logger = LoggerFactory.getLogger(A::class.java)

suspend fun <T> Database.dbQuery(level: Int = 1, block: Transaction.() -> T): T = block()

class Box { fun <T> each(block: (Int) -> T): T = block(1) }

class A(private val db: Database, private val box: Box) {
    fun one() {
        db.dbQuery {
            logger.info("in a block with a receiver")
        }
        box.each { logger.info("in own lambda {}", it) }
        runCatching { 1 }.getOrElse { logger.info("in get or else") }
        runCatching { 1 }.onFailure { logger.info("in on failure") }
        listOf(1).forEach { logger.info("in for each") }
        logger.info("plain")
    }
    fun two() = db.dbQuery {
        logger.info("two")
    }
}

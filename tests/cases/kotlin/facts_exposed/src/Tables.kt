package shop

import org.jetbrains.exposed.dao.id.LongIdTable
import org.jetbrains.exposed.sql.*

object Orders : LongIdTable("shop_orders") {
    val title = varchar("title", 255)
}

object Users : Table(), UserDao {
    val name = varchar("name", 255)
}

interface UserDao

abstract class Named(name: String) : Table(name)

object Tags : Named("tags")

object ItemsTable : Table()

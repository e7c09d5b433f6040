package shop.other

/** A table of the program's own is none of a database. */
open class Table(val name: String = "")

object Chairs : Table("chairs")

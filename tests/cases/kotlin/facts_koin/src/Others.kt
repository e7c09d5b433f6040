package shop.other

class Row
class Table {
    fun bind(row: Row) = row
}

/** Names of Kotlin's own library and of the program: nothing is registered. */
fun rows(all: List<Row>, table: Table): Row {
    val one = all.single { it == Row() }
    single { Row() }
    return table.bind(one)
}

fun single(make: () -> Row) = make()

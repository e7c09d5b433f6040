package names

import org.elsewhere.*

class Kept {
    fun keep(list: List<String>) {
        list.forEach { show(it) }
        listOf(1).apply { show("a") }
        (pick()) { show("b") }
        buildThat<Kept>().also { show("c") }.run { keep(list) }
        builder()
            .include("x") // a comment in between
            .apply { if (list.isEmpty()) show("e") }
            .build()
        val action: Kept.() -> Unit = { show("d") }
        action(this)
    }

    fun show(text: String) {}
}

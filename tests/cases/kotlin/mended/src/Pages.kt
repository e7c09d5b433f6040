package shop

class Page(val size: Int)

expect class Shelf internal constructor(pages: List<Page>) {
    internal val pages: List<Page>
}

fun name(page: Page, code: Int): Page = when (code) {
    in 1..2 -> page
    in 3..4 -> Page(code)
    else -> other(page)
}

fun other(page: Page): Page {
    for (i in 0..<page.size) name(page, i)
    return page
}

package shop

import org.koin.core.module.dsl.singleOf
import org.koin.dsl.module

interface Users
class SqlUsers(private val db: Db) : Users
class Db
class Mailer
class Clock

val shop = module {
    single { Db() }
    single<Users> { SqlUsers(get()) }
    factory {
        val clock = Clock()
        Mailer()
    }
    single { SqlUsers(get()) as Users }
    singleOf(::Clock)
    single { createDb() }
}

fun createDb() = Db()

interface Clocks
object WallClock : Clocks {
    val other: Clocks = this
}

val objects = module {
    single<Clocks> { WallClock }
    factory<Clocks> { WallClock.other }
    single { shop }
}

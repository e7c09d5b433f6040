package shop.kodein

import org.kodein.di.DI
import org.kodein.di.bind
import org.kodein.di.bindSingleton
import org.kodein.di.instance
import org.kodein.di.singleton
import org.kodein.di.provider

interface Users
class SqlUsers : Users
class Mailer
class App

fun container(app: App) = DI {
    bind<Users>() with singleton { SqlUsers() }
    bind<App>() with instance(app)
    bind() from provider { Mailer() }
    bind<Users>("second") { singleton { SqlUsers() } }
    bindSingleton<Users> { SqlUsers() }
}

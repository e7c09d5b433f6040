package shop

import com.typesafe.config.ConfigFactory
import io.ktor.server.application.*
import io.ktor.server.config.*

fun Application.module() {
    val secret = environment.config.property("jwt.secret").getString()
    val realm = environment.config.propertyOrNull("jwt.realm")?.getString()
    val audience = environment.config.config("jwt").property("audience").getString()
    val mode = System.getenv()["SHOP_MODE"] ?: "dev"
    val port = HoconApplicationConfig(ConfigFactory.load()).property("ktor.port").getString()
    val other = Settings().property("no.key")
    val map = mapOf("a" to 1)["a"]
}

class Settings {
    fun property(name: String) = name
}

fun Application.parts() {
    val shop = environment.config.config("shop")
    val session = shop.config("session.cookie")
    val key = session.property("key").getString()
    val folder = shop.property("upload.dir").getString()
    connect(environment.config.config("database"))
    val other = Settings().config("no")
    other.property("key")
}

fun connect(settings: ApplicationConfig) {
    settings.propertyOrNull("url")
}

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

package names

object Status {
    val OK = 1
}

object Plain

package com.shop

import a.b.Base
import a.b.foo as bar
import a.c.*

/** A cart. */
@Suppress("unused") @Serializable
open class Cart<T : Any>(private val items: List<T> = emptyList(), var size: Int, plain: String) : Base<T>(plain), Runnable {
  constructor(size: Int) : this(emptyList(), size, "")

  /** How many. */
  val count: Int
    get() = items.size + size

  init {
    println(plain)
  }

  override fun run() {
    size = LIMIT
    size++
  }

  companion object {
    const val LIMIT = 10

    fun <R : Any> make(vararg names: String, done: (cart: Cart<R>) -> Unit = {}): Cart<R>? = null
  }

  internal object Nested : Base<Int>("")
}

enum class Color(val code: Int) {
  RED(1) {
    override fun mix() = code
  },
  GREEN(2);

  open fun mix() = 0
}

interface Priced : Comparable<Priced> {
  fun price(): Long
}

annotation class Named

typealias Names = Map<String, Int>

fun String?.shout(times: Int): String = uppercase().repeat(times)

val List<Int>.total: Int
  get() = sum()

private lateinit var shared: Cart<Int>

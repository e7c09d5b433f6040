package com.shop.tools

class Box[T](val content: T)

class Kinds {
  def pick(kind: String)(count: Int): Kinds = this
  def size: Int = 1
}

object Limits {
  val Most = 3
  private val hidden = 1
}

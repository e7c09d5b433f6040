package com.shop
package core

import a.b.Base
import a.b.{Item, Other => Renamed, _}
import a.c._

/** A cart. */
@deprecated("x") sealed abstract class Cart[T <: Item, +U](val size: Int = 3, private var names: List[T], plain: String)(implicit ec: Context)
    extends Base[T](plain) with Runnable {
  def this(size: Int) = this(size, Nil, "")

  type Names = Map[String, Int]
  val (first, second) = pair
  val left, right: Int = 3
  lazy val slow: Renamed = new Renamed(1) { def inner = plain }
  private[core] var state: Int = _

  /** Runs. */
  override def run(times: Int, by: => String = name())(done: Int => Unit): Unit = {
    state = size
    state += 1
  }
}

case class Point(x: Int, y: Int = 0)

trait Priced { self: Cart[_, _] =>
  def price(): Long
  val currency, unit: String
}

object Tools extends Priced {
  val Limit = 10
  def apply(x: Int): Point = Point(x)
}

package object util {
  def helper = 1
}

enum Color(val code: Int) {
  case Red extends Color(1)
  case Green, Blue
  case Mix(parts: Int)
}

given ordering: Ordering[Point] = null

extension (text: String) def shout(times: Int): String = text * times

class Scopes(size: Int) {
  val Limit = 3
  var other = 1

  def locals(input: Any): Int = {
    val size = other
    def other2(other: Int) = other + size
    other2(Limit)
    input match {
      case Limit => 1
      case other: Int if other > 1 => other
      case Point(x, y) => x + y
      case Color.Red | `input` => Limit
      case found @ Some(value) => value
    }
    for { other <- xs; doubled = other * 2 if doubled > 1 } yield doubled
    xs.map(other => other + 1).foreach(println)
    xs map other2
    call(other = 2)
    this.other = size
    s"$size ${other.toString}"
    new Point(1).x
  }

  def generic[T: Ordering](value: T): T = value

  def overloaded(a: Int) = generic(a)
  def overloaded(a: String) = overloaded(1)
}

class Pair
object Pair { def make = new Pair }

class Open extends Base {
  class Inner extends Base {
    def run = helper
  }
  def helper = 1
}

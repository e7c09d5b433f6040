package shop;

/**
 * A cart of {@link Item things}, kept as {@code List<Item>}.
 *
 * @param <T> what it holds
 */
@Deprecated
@SuppressWarnings("unchecked")
public abstract class Cart<T extends Item> extends Base<T> implements java.io.Serializable, Iterable<T> {
  /** How many fit. */
  public static final int LIMIT = 10;

  private T first, second[];

  /* not documentation */
  protected Cart(int size, final String... names) throws IllegalStateException {
    super(size);
  }

  static {
    System.loadLibrary("x");
  }

  @Override
  public <R> R visit(Visitor<? super T, R> visitor, int[] counts) {
    return null;
  }

  abstract void hook();

  static class Item {}

  class Item2 extends Item {}
}

interface Priced {
  int ZERO = 0;

  long price();

  default long doubled() {
    return 2 * price() + ZERO;
  }

  class Free {}
}

@interface Named {
  String value() default "x";
}

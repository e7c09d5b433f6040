"""What every Scala file sees of the standard library."""

from __future__ import annotations

SINGLE = frozenset({"Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short", "String", "Unit"})
HOLDERS = frozenset(
    """
    Array Future IndexedSeq Iterable Iterator List Option Seq Set Some Stream Traversable Try Vector
    """.split()  # noqa: SIM905 - a list of words reads better
)
ONE = frozenset({"head", "last", "get", "next"})
SAME = frozenset(
    """
    headOption lastOption tail init reverse distinct toSeq toList toSet toVector toIndexedSeq toArray iterator
    toOption
    """.split()  # noqa: SIM905 - a list of words reads better
)
SAME_CALLED = frozenset(
    """
    filter filterNot find take drop takeWhile dropWhile sortBy sortWith orElse withFilter recover recoverWith
    """.split()  # noqa: SIM905 - a list of words reads better
)
TYPES = (SINGLE | HOLDERS) | frozenset(
    """
    Any AnyRef AnyVal BigDecimal BigInt CharSequence Class ClassLoader ClassCastException Comparable Either
    Enumeration Equiv Error Exception Function Function0 Function1 Function2 IllegalArgumentException
    IllegalStateException Integer InterruptedException IterableOnce Left Map Nil NoSuchElementException None
    Nothing Null NullPointerException Numeric NumberFormatException Object Ordering Override PartialFunction
    Product Range Right Runnable RuntimeException SecurityException Serializable StringBuilder StringContext
    SuppressWarnings System Thread Throwable Tuple2 Tuple3 TraversableOnce UnsupportedOperationException
    deprecated inline native tailrec throws transient unchecked varargs volatile
    """.split()  # noqa: SIM905 - a list of words reads better
)
FUNCTIONS = frozenset(
    """
    assert assume classOf identity implicitly locally print printf println require summon
    """.split()  # noqa: SIM905 - a list of words reads better
)
EVERYWHERE = frozenset(
    """
    asInstanceOf eq equals getClass hashCode isInstanceOf ne notify notifyAll synchronized toString wait copy
    """.split()  # noqa: SIM905 - a list of words reads better
)

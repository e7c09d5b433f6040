"""What every Kotlin file sees of the standard library."""

from __future__ import annotations

SINGLE = frozenset({"Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short", "String", "UInt", "ULong"})
TYPES = SINGLE | frozenset(
    """
    Any AnyRef Annotation ArithmeticException Array ArrayDeque ArrayList AssertionError AutoCloseable
    BooleanArray ByteArray CharArray CharSequence Class ClassCastException ClassNotFoundException Cloneable
    Closeable Collection Comparable Comparator ConcurrentModificationException Deprecated DeprecationLevel
    DoubleArray Enum Error Exception FloatArray Function HashMap HashSet IllegalArgumentException
    IllegalStateException IndexOutOfBoundsException IntArray IntRange Integer InterruptedException Iterable
    Iterator JvmField JvmName JvmOverloads JvmStatic JvmSuppressWildcards Lazy LinkedHashMap LinkedHashSet
    List ListIterator LongArray LongRange Map Math MutableCollection MutableIterable MutableIterator
    MutableList MutableListIterator MutableMap MutableSet NoSuchElementException NoSuchFieldException
    NoSuchMethodException Nothing NullPointerException Number NumberFormatException Object OptIn
    OutOfMemoryError Pair Process Regex RegexOption ReplaceWith Result Runnable Runtime RuntimeException
    Sequence Set ShortArray StackOverflowError StackTraceElement String StringBuilder StringBuffer Suppress
    SuppressWarnings Synchronized System Thread ThreadGroup ThreadLocal Throwable Throws Transient Triple
    UByte UninitializedPropertyAccessException Unit UnsupportedOperationException UShort Void Volatile
    """.split()  # noqa: SIM905 - a list of words reads better
)
FUNCTIONS = frozenset(
    """
    arrayListOf arrayOf arrayOfNulls assert buildList buildMap buildSet buildString byteArrayOf charArrayOf
    check checkNotNull compareBy compareByDescending emptyArray emptyList emptyMap emptySequence emptySet
    enumValueOf enumValues error floatArrayOf generateSequence hashMapOf hashSetOf intArrayOf lazy linkedMapOf
    linkedSetOf linkedStringMapOf listOf listOfNotNull longArrayOf mapOf maxOf minOf mutableListOf
    mutableMapOf mutableSetOf print println readLine repeat require requireNotNull run runCatching sequence
    sequenceOf setOf sortedMapOf sortedSetOf synchronized TODO with
    """.split()  # noqa: SIM905 - a list of words reads better
)
# What anything can be followed by.
UNIVERSAL = frozenset(
    """
    also apply equals hashCode javaClass let run takeIf takeUnless to toString use
    """.split()  # noqa: SIM905 - a list of words reads better
)
# What whole numbers have themselves, whatever extensions there are.
WHOLE = frozenset({"Int", "Long"})
BITWISE = frozenset({"and", "or", "xor", "shl", "shr", "ushr", "inv"})

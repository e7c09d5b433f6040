"""Which methods operators, subscripts and built-in functions run, where the types of their operands are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.protocols import Protocols

OPERATORS = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__",
    "|": "__or__", "&": "__and__", "^": "__xor__", "@": "__matmul__", "**": "__pow__", "<<": "__lshift__",
    ">>": "__rshift__",
}  # fmt: skip
COMPARING = {  # with what is asked of the other operand
    "==": ("__eq__", "__eq__"), "!=": ("__ne__", "__ne__"), "<": ("__lt__", "__gt__"), ">": ("__gt__", "__lt__"),
    "<=": ("__le__", "__ge__"), ">=": ("__ge__", "__le__"),
}  # fmt: skip
RUN = {  # steps with one operand that counts; the later ones where there is none of the earlier
    "-x": ("__neg__",), "+x": ("__pos__",), "~x": ("__invert__",),
    "[]": ("__getitem__",), "[]=": ("__setitem__",), "del []": ("__delitem__",),
    "in": ("__contains__", "__iter__", "__getitem__"), "len": ("__len__",), "bool": ("__bool__", "__len__"),
    "str": ("__str__", "__repr__"), "repr": ("__repr__",), "hash": ("__hash__",), "abs": ("__abs__",),
    "int": ("__int__", "__index__"), "float": ("__float__", "__index__"), "bytes": ("__bytes__",),
    "round": ("__round__",), "next": ("__next__",), "reversed": ("__reversed__", "__len__"), "dir": ("__dir__",),
}  # fmt: skip
RAISING = "raise"  # of a class makes an object of it
INSTEAD = {"__ne__": "__eq__"}  # what the method that every object has runs
EVERY = "object"
FORMATTING = "__mod__"  # a text takes whatever it is given
SURE = frozenset({"str", "bytes", "int", "float", "complex", "bool", "list", "tuple", "dict", "set", "frozenset"})
Found = tuple[int, Value]


def run(dialect: Protocols, word: str, held: Sequence[Sequence[Value]]) -> Iterable[int]:
    """The methods that a step runs."""
    if word == RAISING:
        yield from (value[1] for value in held[0] if value[0] == Tag.CLASS)
        return
    for value in held[0]:
        names = RUN.get(word) or _asked(word)
        yield from (found for found, _ in _method(dialect, value, *names))
    if len(held) == 2 and (word in OPERATORS or word in COMPARING):
        names = _asked(word)
        other = COMPARING[word][1] if word in COMPARING else ""
        yield from (found for found, _ in reflected(dialect, names[-1], held[0], held[1], other))


def _asked(word: str) -> tuple[str, ...]:
    if word in COMPARING:
        name = COMPARING[word][0]
        return (name, INSTEAD[name]) if name in INSTEAD else (name,)
    plain = OPERATORS.get(word.removesuffix("="))
    if plain is None:
        return ()
    return (plain.replace("__", "__i", 1), plain) if word.endswith("=") else (plain,)


def reflected(
    dialect: Protocols, name: str, left: Sequence[Value], right: Sequence[Value], other: str = ""
) -> Iterable[Found]:
    """What the right operand is asked where the left one is sure to know nothing of it."""
    if not left or name == FORMATTING or not all(_knows_nothing(dialect, value, name) for value in left):
        return
    for value in right:
        if value[0] == Tag.INSTANCE and not dialect.program.is_external(value[1]):
            yield from _method(dialect, value, other or name.replace("__", "__r", 1))


def _knows_nothing(dialect: Protocols, value: Value, name: str) -> bool:
    """A built-in value, or an object of a class without the method."""
    if value[0] in (Tag.SEQUENCE, Tag.MAPPING):
        return True
    if value[0] != Tag.INSTANCE:
        return False
    if dialect.program.is_external(value[1]):
        return dialect.program.name[value[1]] in SURE
    found = dialect.classes.find(value[1], name, value)[:1]
    return not found or (isinstance(found[0][0], int) and _is_of_every(dialect, found[0][0]))


def _method(dialect: Protocols, value: Value, *names: str) -> Iterable[Found]:
    """The first that the object's class has, or inherits from more than what every object has."""
    if value[0] != Tag.INSTANCE:
        return
    for name in names:
        for found, receiver in dialect.classes.find(value[1], name, value)[:1]:
            if not isinstance(found, int):
                return
            if not _is_of_every(dialect, found):
                yield found, receiver
                return


def _is_of_every(dialect: Protocols, symbol: int) -> bool:
    program = dialect.program
    owner = program.parent[symbol]
    return owner >= 0 and program.is_external(symbol) and program.name[owner] == EVERY

"""Attributes that run something when they are read: descriptors, and `__getattr__` where nothing else has the name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.link.dialect import Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.linking import Python


def unknown(dialect: Python, value: Value, name: str) -> Iterable[Member]:
    """What `__getattr__` gives for a name that the class does not have."""
    getter = None if name.startswith("__") else _own_method(dialect, value, "__getattr__")
    if getter is None:
        return ()
    given = dialect.linker.result(getter, value)
    return [(each, value) for each in given if each[0] not in (Tag.EXTERNAL, Tag.MODULE)]


def accessed(dialect: Python, symbol: int, held: Iterable[Value], receiver: Value) -> Iterable[Value]:
    """Of a descriptor that stands in the class an instance gives what its `__get__` does; the class gives itself."""
    program = dialect.program
    owner = program.parent[symbol]
    is_of_class = owner >= 0 and program.kind[owner] == "class" and not dialect.classes.is_late(symbol)
    if not is_of_class or receiver[0] != Tag.INSTANCE:
        return held
    return [given for value in held for given in _given(dialect, value)]


def _given(dialect: Python, value: Value) -> Iterable[Value]:
    getter = _own_method(dialect, value, "__get__")
    if getter is None:
        return (value,)
    return [given for given in dialect.linker.result(getter, value) if given[:2] != value[:2]]


def _own_method(dialect: Python, value: Value, name: str) -> int | None:
    """A method of one's own that an object has."""
    if value[0] != Tag.INSTANCE or dialect.program.is_external(value[1]):
        return None
    found = [entity for entity, _ in dialect.classes.find(value[1], name, value)]
    entity = found[0] if len(found) == 1 else None
    is_own = isinstance(entity, int) and not dialect.program.is_external(entity)
    return entity if is_own and isinstance(entity, int) and dialect.program.kind[entity] == "method" else None

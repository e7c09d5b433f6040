"""What keeps that which members are given from outside: a variable, else the class or the object written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow
from indexer.link.linker import CALLABLE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

VARIABLES = frozenset({"variable", "constant", "field", "property"})


def stores(dialect: JavaScript, value: Value, name: str) -> Iterable[int]:
    program = dialect.program
    if value[0] not in (Tag.INSTANCE, Tag.CLASS, Tag.OBJECT):
        return []
    if value[0] != Tag.OBJECT and (value[1] >= program.own or program.kind[value[1]] in CALLABLE):
        return []  # what functions are noted with are their calls
    found = [entity for entity, _ in dialect.member(value, name, 0) if not _is_inherited(dialect, entity)]
    kept = [s for s in found if isinstance(s, int) and program.kind[s] in VARIABLES and s < program.own]
    if found:
        return [symbol for symbol in kept if symbol not in program.flows[Flow.TYPE]]
    return [-value[1] if value[0] == Tag.OBJECT else value[1]]


def _is_inherited(dialect: JavaScript, entity: Value | int) -> bool:
    """What every object has."""
    program = dialect.program
    if not isinstance(entity, int):
        return False
    return program.is_external(entity) and program.name[program.parent[entity]] in ("Object", "Function")


def storing(dialect: JavaScript, value: Value) -> Iterable[int]:
    if value[0] == Tag.OBJECT:
        return [-value[1]]
    own, kinds = dialect.program.own, dialect.program.kind
    if value[0] not in (Tag.INSTANCE, Tag.CLASS) or value[1] >= own:
        return []
    parents = [base[1] for base in dialect.lineage.parents(value[1]) if base[0] == Tag.CLASS]
    return [symbol for symbol in (value[1], *parents) if symbol < own and kinds[symbol] not in CALLABLE]

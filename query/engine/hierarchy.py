"""What a type derives from, and what derives from it."""

from __future__ import annotations

from dataclasses import dataclass

from indexer import schema
from query.engine.calls import overridden, overriders
from query.engine.model import Symbol
from query.engine.parts import parts
from query.engine.relations import Base
from query.engine.view import View
from query.errors import InvalidArgument

_CONTRACTS = frozenset({"interface", "trait", "protocol"})
_STRUCTURAL = frozenset({"go"})  # where types implement interfaces without naming them
_ROOTS = frozenset({"object", "Object", "System.Object", "java.lang.Object", "Any", "AnyObject", "BasicObject"})


@dataclass(frozen=True, slots=True)
class TypeRef:
    """A type by its id, or by its name alone where it lies outside the repository or is not known."""

    symbol_id: str | None
    name: str
    relation: str


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """One base class, everything else it takes over, and the types directly below, those in tests last."""

    symbol: Symbol
    base: TypeRef | None
    interfaces: tuple[TypeRef, ...]
    derived: tuple[TypeRef, ...]


def of(view: View, symbol: Symbol) -> Hierarchy:
    """The neighbours of a type; every type's root class is left out."""
    if symbol.kind not in schema.TYPE_KINDS:
        hint = "ask for the type around it" + (f": {symbol.container_id}" if symbol.container_id else "")
        raise InvalidArgument(f"{symbol.symbol_id} is a {symbol.kind}, not a type", hint)
    up, down = view.loaded.bases
    is_test = view.loaded.symbols.is_test
    pieces = parts(view, symbol.number)
    bases = [base for piece in pieces for base in up.get(piece, []) if base.name not in _ROOTS]
    parent = _parent(view, symbol, bases)
    others = (*(_upper(view, base) for base in bases if base is not parent), *_fulfilled(view, symbol))
    below = sorted((base for piece in pieces for base in down.get(piece, [])), key=lambda base: is_test[base.derived])
    derived = [_ref(view, base.derived, base.relation) for base in below]
    return Hierarchy(symbol, _upper(view, parent) if parent else None, others, (*derived, *_fulfilling(view, symbol)))


def _parent(view: View, symbol: Symbol, bases: list[Base]) -> Base | None:
    """The first base class; an interface has none, and a base list may begin with an interface."""
    if symbol.kind in _CONTRACTS:
        return None
    extended = (base for base in bases if base.relation == "extends" and not _is_contract(view, base))
    return next(extended, None)


def _is_contract(view: View, base: Base) -> bool:
    return base.base >= 0 and view.loaded.symbols.kind(base.base) in _CONTRACTS


def _upper(view: View, base: Base) -> TypeRef:
    return TypeRef(view.loaded.symbols.id(base.base), base.name, base.relation)


def _ref(view: View, number: int, relation: str) -> TypeRef:
    symbols = view.loaded.symbols
    return TypeRef(symbols.id(number), symbols.name(number), relation)


def _fulfilling(view: View, symbol: Symbol) -> list[TypeRef]:
    """Types that have all methods of an interface, which nothing in their source says."""
    if symbol.kind not in _CONTRACTS or symbol.language not in _STRUCTURAL:
        return []
    return [_ref(view, number, "implements") for number in sorted(_implementers(view, symbol.number))]


def _fulfilled(view: View, symbol: Symbol) -> list[TypeRef]:
    """Interfaces all of whose methods a type has: the same, seen from below."""
    symbols = view.loaded.symbols
    if symbol.kind in _CONTRACTS or symbol.language not in _STRUCTURAL:
        return []
    met = {int(symbols.containers[one]) for member in _methods(view, symbol.number) for one in overridden(view, member)}
    found = (number for number in sorted(met - {-1}) if symbol.number in _implementers(view, number))
    return [_ref(view, number, "implements") for number in found]


def _implementers(view: View, number: int) -> set[int]:
    containers = view.loaded.symbols.containers
    holders = [{int(containers[one]) for one in overriders(view, member)} for member in _methods(view, number)]
    return set.intersection(*holders) - {-1} if holders else set()


def _methods(view: View, number: int) -> list[int]:
    symbols = view.loaded.symbols
    members = (member for part in parts(view, number) for member in symbols.members(part))
    return [member for member in members if symbols.is_callable[member]]

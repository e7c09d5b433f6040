"""What our own definitions say about a compiler's: where they stand, and which names can mean them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations

import pyarrow as pa

from indexer import schema
from indexer.languages import load
from indexer.scip.read import Occurrence

_OVERLOAD = re.compile(r"\(\+?\d*\)(?=\.)|\([^()]*\)(~\d+)?$")  # a compiler's number, our parameters
_WORD = re.compile(r"[\w$]+")
_FEW = 4  # definitions at one place that are tried in every order


class Definitions:
    """The symbols of a snapshot by place, and those that need more than their bare name.

    `reached`: members that a bare name never means; where one is named alone, as in `{ start, end }`, it is a key
    as well as a value, and a compiler that tells the key is silent about the value.
    """

    def __init__(self, symbols: pa.Table) -> None:
        self._at: dict[tuple[str, int, int], list[tuple[str, str]]] = {}
        self.reached: set[str] = set()
        self._container: dict[str, str | None] = {}
        self._constructors: set[str] = set()
        columns = ("path", "name_line", "name_col", "kind", "name", "symbol_id", "container_id", "language")
        for path, line, col, kind, name, symbol, container, language in zip(
            *(symbols[one].to_pylist() for one in columns), strict=True
        ):
            # A file that is a module has no name to stand on: an empty place at its beginning means it.
            whole = schema.KIND_PREFIX[kind] == "N" and (line, col) == (1, 0)
            self._at.setdefault((path, line, -1 if whole else col), []).append((symbol, "" if whole else name))
            self._container[symbol] = container
            if kind == "constructor":
                self._constructors.add(symbol)
            if _is_member(kind, container) and not load(language).scoping.members_visible:
                self.reached.add(symbol)

    def of(self, path: str, told: Iterable[Occurrence]) -> Iterator[tuple[Occurrence, str, str]]:
        """Definitions that a compiler tells in a file, each with our symbol at its place and that one's name."""
        places: dict[tuple[int, int], list[Occurrence]] = {}
        for one in dict.fromkeys(told):
            places.setdefault((one.line, one.col if one.col < one.col_end else -1), []).append(one)
        for place, ones in places.items():
            ours = self._at.get((path, *place), [("", "")])
            yield from ((one, *own) for one, own in zip(ones, _paired(ones, ours), strict=True))

    def is_again(self, path: str, one: Occurrence, known: set[str]) -> bool:
        """Whether a further definition of a name (an overload, a setter) is told as a use of the first."""
        symbol, name = self._at.get((path, one.line, one.col), [("", "")])[0]
        return bool(name) and any(self._container.get(symbol) == self._container.get(target) for target in known)

    def constructs(self, one: str, other: str) -> bool:
        """Whether one is a type and the other its constructor: `new Order()` names both."""
        return (one in self._constructors and self._container[one] == other) or (
            other in self._constructors and self._container[other] == one
        )


def _paired(told: list[Occurrence], ours: list[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Our symbol for each that is told at one place.

    `f = F.prototype = { each() {} }` defines members of both: those belong together that have the most of the same
    owners, and those that have the same ones in their order.
    """
    if len(ours) == 1:
        return ours * len(told)
    alike = {(one, own): _alike(_words(one.symbol), _words(own[0])) for one in told for own in ours}
    if len(told) > len(ours) or len(ours) > _FEW:
        return [max(ours, key=lambda own: alike[one, own]) for one in told]
    return max(
        permutations(ours, len(told)), key=lambda chosen: sum(map(alike.__getitem__, zip(told, chosen, strict=True)))
    )


def _words(symbol: str) -> list[str]:
    """The names in a symbol, the last first, without what tells overloads apart."""
    return _WORD.findall(_OVERLOAD.sub("", symbol))[::-1]


def _alike(one: list[str], other: list[str]) -> int:
    """How many names at the end of two symbols are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _is_member(kind: str, container: str | None) -> bool:
    # Members of an enumeration can be imported, and are then named alone.
    return kind != "enum_member" and schema.KIND_PREFIX[kind] in "MPFE" and (container or "").startswith("T:")

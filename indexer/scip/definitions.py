"""What our own definitions say about a compiler's: where they stand, and which names can mean them."""

from __future__ import annotations

import pyarrow as pa

from indexer import schema
from indexer.languages import load
from indexer.scip.read import Occurrence


class Definitions:
    """The symbols of a snapshot by place, and those that need more than their bare name.

    `reached`: members that a bare name never means; where one is named alone, as in `{ start, end }`, it is a key
    as well as a value, and a compiler that tells the key is silent about the value.
    """

    def __init__(self, symbols: pa.Table) -> None:
        self.at: dict[tuple[str, int, int], tuple[str, str]] = {}
        self.reached: set[str] = set()
        self._container: dict[str, str | None] = {}
        self._constructors: set[str] = set()
        columns = ("path", "name_line", "name_col", "kind", "name", "symbol_id", "container_id", "language")
        for path, line, col, kind, name, symbol, container, language in zip(
            *(symbols[one].to_pylist() for one in columns), strict=True
        ):
            # A file that is a module has no name to stand on: an empty place at its beginning means it.
            whole = schema.KIND_PREFIX[kind] == "N" and (line, col) == (1, 0)
            self.at.setdefault((path, line, -1 if whole else col), (symbol, "" if whole else name))
            self._container[symbol] = container
            if kind == "constructor":
                self._constructors.add(symbol)
            if _is_member(kind, container) and not load(language).scoping.members_visible:
                self.reached.add(symbol)

    def is_again(self, path: str, one: Occurrence, known: set[str]) -> bool:
        """Whether a further definition of a name (an overload, a setter) is told as a use of the first."""
        symbol, name = self.at.get((path, one.line, one.col), ("", ""))
        return bool(name) and any(self._container.get(symbol) == self._container.get(target) for target in known)

    def constructs(self, one: str, other: str) -> bool:
        """Whether one is a type and the other its constructor: `new Order()` names both."""
        return (one in self._constructors and self._container[one] == other) or (
            other in self._constructors and self._container[other] == one
        )


def _is_member(kind: str, container: str | None) -> bool:
    # Members of an enumeration can be imported, and are then named alone.
    return kind != "enum_member" and schema.KIND_PREFIX[kind] in "MPFE" and (container or "").startswith("T:")

"""One .NET assembly's metadata tables, joined the way its declarations need them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import dnfile
from signatures import Decoder, TypeName, Variables, written

# A row's place: the table's name and the number, from 1.
Key = tuple[str, int]


def key(index: Any) -> Key:
    return (index.table.name, index.row_index)


class Assembly:
    def __init__(self, path: Path) -> None:
        load: Any = dnfile.dnPE
        net = load(str(path), clr_lazy_load=True).net
        self._tables: Any = net.mdtables if net else None
        self._enclosing = {r.NestedClass.row_index: r.EnclosingClass.row_index for r in self._rows("NestedClass")}
        self._nested = grouped((outer, inner) for inner, outer in self._enclosing.items())
        self._interfaces = grouped((r.Class.row_index, key(r.Interface)) for r in self._rows("InterfaceImpl"))
        self._generics = grouped((key(r.Owner), place) for place, r in enumerate(self._rows("GenericParam"), 1))
        self._bounds = grouped((r.Owner.row_index, key(r.Constraint)) for r in self._rows("GenericParamConstraint"))
        self._properties: dict[int, list[Any]] = {r.Parent.row_index: r.PropertyList for r in self._rows("PropertyMap")}
        self._events: dict[int, list[Any]] = {r.Parent.row_index: r.EventList for r in self._rows("EventMap")}
        self._accessors = grouped(
            (key(r.Association), (r.struct.Semantics, r.Method.row)) for r in self._rows("MethodSemantics")
        )
        self._attributes = self._read_attributes()
        self.name = cache(self._name)

    def types(self) -> range:
        """The numbers of all types; the first row is the module itself."""
        return range(2, len(self._rows("TypeDef")) + 1)

    def row(self, place: Key) -> Any:
        return getattr(self._tables, place[0]).get_with_row_index(place[1])

    def definition(self, number: int) -> Any:
        return self.row(("TypeDef", number))

    def enclosing(self, number: int) -> int | None:
        return self._enclosing.get(number)

    def nested(self, number: int) -> list[int]:
        return self._nested.get(number, [])

    def base(self, number: int) -> Key | None:
        index = self.definition(number).Extends
        # Number 0 means none, as for interfaces and System.Object; the library would answer with the table's last row.
        return key(index) if index and index.row_index else None

    def interfaces(self, number: int) -> list[Key]:
        return self._interfaces.get(number, [])

    def generics(self, owner: Key) -> list[tuple[Any, list[Key]]]:
        """The type parameters of a type or method in order, each with its bounds."""
        places = self._generics.get(owner, [])
        return [(self.row(("GenericParam", place)), self._bounds.get(place, [])) for place in places]

    def properties(self, number: int) -> list[Any]:
        return self._properties.get(number, [])

    def events(self, number: int) -> list[Any]:
        return self._events.get(number, [])

    def accessors(self, place: Key) -> dict[int, Any]:
        return dict(self._accessors.get(place, []))

    def attributes(self, place: Key) -> set[str]:
        return self._attributes.get(place, set())

    def variables(self, number: int, method: Key | None = None) -> Variables:
        def names(owner: Key) -> list[str]:
            return [str(parameter.Name) for parameter, _ in self.generics(owner)]

        return Variables(names(("TypeDef", number)), names(method) if method else ())

    def decoder(self, blob: bytes, variables: Variables) -> Decoder:
        return Decoder(blob, lambda table, number: self.name((table, number)), self._spec, variables)

    def text(self, place: Key, variables: Variables) -> str:
        """A type that another row points at: a base, an interface, a bound."""
        if place[0] == "TypeSpec":
            return self.decoder(self._spec(place[1]), variables).type()
        return written(self.name(place), [])

    def bare_name(self, place: Key) -> TypeName | None:
        """What a base or interface is called without its arguments; nothing for an array or a variable."""
        if place[0] != "TypeSpec":
            return self.name(place)
        return self.decoder(self._spec(place[1]), Variables()).generic_name()

    def _rows(self, table: str) -> list[Any]:
        found = getattr(self._tables, table, None)
        return found.rows if found else []

    def _spec(self, number: int) -> bytes:
        return bytes(self.row(("TypeSpec", number)).Signature.value)

    def _name(self, place: Key) -> TypeName:
        row = self.row(place)
        outer = self._outer(place, row)
        if outer is None:
            return TypeName(str(row.TypeNamespace), (str(row.TypeName),))
        around = self.name(outer)
        return TypeName(around.namespace, (*around.names, str(row.TypeName)))

    def _outer(self, place: Key, row: Any) -> Key | None:
        if place[0] == "TypeDef":
            number = self._enclosing.get(place[1])
            return ("TypeDef", number) if number else None
        scope = row.ResolutionScope
        return key(scope) if scope and scope.table and scope.table.name == "TypeRef" else None

    def _read_attributes(self) -> dict[Key, set[str]]:
        owners = {m.row_index: str(t.TypeName) for t in self._rows("TypeDef") for m in t.MethodList}
        found: dict[Key, set[str]] = defaultdict(set)
        for row in self._rows("CustomAttribute"):
            table, number = key(row.Type)
            if table == "MethodDef":
                found[key(row.Parent)].add(owners[number])
            else:
                found[key(row.Parent)].add(str(getattr(row.Type.row.Class.row, "TypeName", "")))
        return found


def grouped(pairs: Iterator[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = defaultdict(list)
    for group, item in pairs:
        groups[group].append(item)
    return groups

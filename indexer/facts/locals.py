"""In the worker: what a local variable holds, where it is given a value at one place only."""

from __future__ import annotations

import re
from itertools import islice
from string import ascii_letters, digits
from typing import TYPE_CHECKING

from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from indexer.extract.unit import Unit
    from indexer.facts.rules import Syntax

LISTED = "expression_list"  # Go: one value is a list, too
INSIDE = frozenset(bytes([sign]) for sign in ("._$@" + ascii_letters + digits).encode())  # a name does not begin behind
WORDS = re.compile(rb"[$\w]+")
MOST = 4  # values of one local that are told one by one
# Behind a name: ` = …`, also with a type, `:=` and `+=`; not ` == …` or ` => …`.
ASSIGNED = re.compile(rb"\s*(?::[^=\n(){},;]{1,80}|[-+*/|&?%.]+)?:?=(?![=>])")
WORD_ASSIGNED = re.compile(rb"(?<![.$@\w])([$\w]++)(?=" + ASSIGNED.pattern + rb")")


class Locals:
    """What the locals of a file's functions hold."""

    def __init__(self, syntax: Syntax, unit: Unit) -> None:
        self.syntax, self.unit = syntax, unit
        self.assigned: dict[int, dict[bytes, list[int]]] = {}  # function -> where its words are given a value

    def one_value(self, name: Node, function: int) -> Node | None:
        """The value that the only assignment to a local of the function holds; None for parameters and what varies."""
        data, definitions = self.unit.data, self.unit.found.definitions
        if function < 0 or definitions[function].kind in TYPE_KINDS:
            return None
        around, text = definitions[function].node, data[name.start_byte : name.end_byte]
        given = around.child_by_field_name("parameters")
        if given is not None and text in WORDS.findall(data, given.start_byte, given.end_byte):
            return None
        places = self._assignments(text, function, around)
        if len(places) != 1 or places[0] > name.start_byte:
            return None
        held = around.descendant_for_byte_range(places[0], places[0] + len(text))
        return _value_of(self.syntax, held) if held is not None else None

    def values_before(self, name: Node, function: int) -> list[Node]:
        """All that is assigned to a local of the function before this place; nothing where some of it is unknown."""
        data, definitions = self.unit.data, self.unit.found.definitions
        if function < 0 or definitions[function].kind in TYPE_KINDS:
            return []
        around, text = definitions[function].node, data[name.start_byte : name.end_byte]
        given = around.child_by_field_name("parameters")
        if given is not None and text in WORDS.findall(data, given.start_byte, given.end_byte):
            return []
        places = [place for place in self._assignments(text, function, around) if place < name.start_byte]
        held = [around.descendant_for_byte_range(place, place + len(text)) for place in places[: MOST + 1]]
        values = [_value_of(self.syntax, one) if one is not None else None for one in held]
        known = [value for value in values if value is not None]
        return known if len(known) == len(values) <= MOST else []

    def _assignments(self, name: bytes, function: int, around: Node) -> list[int]:
        """Where something is assigned to a name; of a function that is asked about, all words are noted at once."""
        if WORDS.fullmatch(name) is None:
            return list(islice(_places(self.unit.data, name, around), 2))
        if (assigned := self.assigned.get(function)) is None:
            assigned = self.assigned[function] = {}
            for match in WORD_ASSIGNED.finditer(self.unit.data, around.start_byte, around.end_byte):
                assigned.setdefault(match[1], []).append(match.start())
        return assigned.get(name, [])


def _places(data: bytes, name: bytes, around: Node) -> Iterator[int]:
    """Where something is assigned to a name, which is not a member's."""
    end, place = around.end_byte, around.start_byte
    while (place := data.find(name, place, end)) >= 0:
        behind = place + len(name)
        if data[place - 1 : place] not in INSIDE and ASSIGNED.match(data, behind, end):
            yield place
        place = behind


def _value_of(syntax: Syntax, name: Node) -> Node | None:
    """What stands behind a name in the assignment or declaration around it."""
    start, node = name.start_byte, name.parent
    while node is not None and node.start_byte == start and node.type not in syntax.holders:
        node = node.parent
    field = syntax.holders.get(node.type) if node is not None else None
    target = node.child_by_field_name(field) if node is not None and field is not None else None
    if node is None or target is None or (target.start_byte, target.end_byte) != (start, name.end_byte):
        return None
    last = node.named_children[-1]
    while last.type == LISTED and last.named_child_count == 1:
        last = last.named_children[0]
    return last if last.start_byte > name.end_byte else None

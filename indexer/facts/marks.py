"""In the worker: notes with its pieces what a file's query found, as marks.

What names mean is not known yet, so a mark carries their terms; a local variable is known by the mark whose value it
holds.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from indexer.facts.find import Find
from indexer.facts.finds import aliases, finds, held_by, outermost, shallow
from indexer.facts.locals import Locals
from indexer.facts.loops import gone_over
from indexer.facts.reading import Reader, Value
from indexer.facts.rules import RuleSet, Syntax, rule_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from indexer.extract.rows import Batch
    from indexer.extract.settle import Settled
    from indexer.extract.unit import Unit

WORDS = re.compile(rb"[$\w]+")
CAUGHT = re.compile(rb"\bas\s+(\w+)\s*:")  # the end of a clause that catches under a name
CATCHES = frozenset({"catch_clause", "catch_block", "rescue"})  # whose head names what was caught
DEEPEST = 3
LISTS = frozenset({"list", "array", "call"})  # roles of what may be a list as it is written
MAKING = frozenset({"call", "choice"})  # roles of what may make what is thrown
TELLING = frozenset({"join", "any", "n"})  # values of a local that say more than its name
ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def add_marks(batch: Batch, unit: Unit, settled: Settled) -> None:
    """A row for each mark of the file; numbers inside its data count from the file's first."""
    rules = rule_set(unit.language.name)
    if rules is None:
        return
    if unit.beside is None:
        batch.first_of_file = settled.base, unit.numbers[0] if unit.numbers else 0
    found = shallow(finds(rules, unit))
    kept = [find for find in found if find.shape != "return"]
    if kept:
        marker = _Marker(rules, unit, settled, kept, *batch.first_of_file)
        batch.marks.extend(marker.rows([find for find in found if find.shape == "return"]))
        del marker.reader  # the two hold each other, and with them the tree: workers do not look for cycles


class _Marker:
    """Makes rows of the finds of one file."""

    def __init__(
        self, rules: RuleSet, unit: Unit, settled: Settled, finds: list[Find], first_term: int, first_symbol: int
    ) -> None:
        self.syntax = rules.syntax
        self.unit = unit
        self.settled = settled
        self.finds = finds
        self.first_term, self.first_symbol = first_term, first_symbol
        self.uses = {use[0]: use for use in reversed(unit.visitor.uses)}
        self.spans = {(find.node.start_byte, find.node.end_byte): n for n, find in enumerate(finds)}
        self.held: dict[bytes, list[tuple[int, int, int]]] = {}  # local -> position, owner, find
        self.lists: dict[int, int] = {}  # place of a local that holds a list -> its first find
        self.locals = Locals(rules.syntax, unit)
        whole = rules.whole.encode()  # no name that anybody says
        self.aliases = {local: known for local, known in aliases(unit).items() if known != whole}
        self.routing_names = rules.routing_names
        self.beginnings = rules.name_beginnings
        self.throws = frozenset(word.encode() for word in rules.syntax.throws)
        self.deep = 0  # of locals that hold what other locals hold
        self.passing = False  # whether what is read is handed to a function that may add routes to it
        self.reader = Reader(rules.syntax, unit.data, self._name, self._mark_of)

    def rows(self, returns: list[Find]) -> Iterator[tuple[Any, ...]]:
        for number, find in enumerate(self.finds):
            if find.shape in ("call", "decorator"):
                self._place(number, find)
            elif find.shape == "pass":
                self._note_holder(number, find)
        self._note_returned(returns)
        inside: list[tuple[int, int]] = []  # calls around: end, number
        for number, find in enumerate(self.finds):
            while inside and inside[-1][0] <= find.at:
                inside.pop()
            if inside and find.shape in ("call", "pass"):
                find.data["p"] = inside[-1][1]
            self._read(find)
            if find.shape == "call":
                inside.append((find.node.end_byte, number))
            yield self._row(find)

    def _row(self, find: Find) -> tuple[Any, ...]:
        name = find.name.start_byte if find.name is not None else -1
        base, owner = self.unit.base, self._owner(find)
        spelled = self._spelled(find)
        text = ENCODE(find.data) if find.data else "{}"
        term = self._term(name)
        spelled = self.aliases.get(spelled, spelled) if term >= 0 else spelled
        return (
            self.unit.file, find.shape, spelled.decode("utf-8", "replace"), base + find.at,
            base + max(find.node.end_byte - 1, 0), owner, term, text,
        )  # fmt: skip

    def _spelled(self, find: Find) -> bytes:
        return self.unit.data[find.name.start_byte : find.name.end_byte] if find.name is not None else b""

    def _owner(self, find: Find) -> int:
        """The innermost definition around, by what the names inside it are used from."""
        if find.name is not None:
            index = self.unit.found.by_name.get(find.name.start_byte)
            if index is not None:
                return self.unit.numbers[index]
            if use := self.uses.get(find.name.start_byte):
                return self.unit.numbers[use[4]] if use[4] >= 0 else -1
        return self._around(find.node)

    def _around(self, node: Node | None) -> int:
        index = self._definition_around(node)
        return self.unit.numbers[index] if index >= 0 else -1

    def _definition_around(self, node: Node | None) -> int:
        found, at = self.unit.found, node.start_byte if node is not None else 0
        while node is not None:
            index = found.by_node.get(node.id, found.wrapped.get(node.id))
            if index is not None and found.definitions[index].owns:
                return index
            inner, node = node, node.parent
            if node is None and inner.id != self.unit.root.id:  # a part that is parsed again stands for itself alone
                return self._innermost(at)
        return -1

    def _innermost(self, at: int) -> int:
        """The same by places."""
        owners = ((n, d) for n, d in enumerate(self.unit.found.definitions) if d.owns)
        around = [(d.end - d.start, n) for n, d in owners if d.start <= at < d.end]
        return min(around)[1] if around else -1

    def _term(self, start: int) -> int:
        """The term of the name at a place, as its number in the batch."""
        use = self.uses.get(start)
        last = self.settled.last(use[7]) if use is not None else 0
        return self.settled.base + last if last else -1

    def _symbol(self, start: int) -> int | None:
        """The definition of this file that the bare name at a place names."""
        index = self.unit.found.by_name.get(start)
        if index is None and (use := self.uses.get(start)) is not None and use[3] is not None:
            index = self.settled.bindings.get(self.unit.visitor.callees.get(use[7], use[7]), -1)
        return self.unit.numbers[index] - self.first_symbol if index is not None and index >= 0 else None

    def _place(self, number: int, find: Find) -> None:
        """Who holds the value: a variable, a local, the function that returns it; and what a decorator stands at."""
        node = outermost(self.syntax, find.node)
        parent = node.parent
        if parent is None:
            return
        if node.type in self.syntax.decorators or parent.type in self.syntax.decorators:
            self._decorates(find, node if node.type in self.syntax.decorators else parent)
        elif parent.type in self.syntax.returns:
            if (owner := self._around(parent)) >= 0:
                find.data["f"] = owner - self.first_symbol
        elif (name := held_by(self.syntax, find.node)) is not None:
            self._hold(number, find, name)

    def _note_holder(self, number: int, find: Find) -> None:
        """`router = fill(APIRouter())`: the variable that holds what a function gives back."""
        name = held_by(self.syntax, find.node)
        if name is None:
            return
        if (symbol := self._symbol(name.start_byte)) is not None:
            find.data["s"] = symbol
        elif self.unit.data[name.start_byte : name.end_byte] not in self.held:
            self._hold(number, find, name)

    def _hold(self, number: int, find: Find, name: Node) -> None:
        while name.named_child_count and (last := name.named_children[-1]).end_byte == name.end_byte:
            name = last
        if (symbol := self._symbol(name.start_byte)) is not None:
            find.data["s"] = symbol
            return
        text = self.unit.data[name.start_byte : name.end_byte]
        place = name.start_byte, self._definition_around(name), number
        self.held.setdefault(text, []).append(place)
        if self.syntax.role(outermost(self.syntax, find.node)) == "list":
            find.data["h"] = self.lists.setdefault(name.start_byte, number)

    def _decorates(self, find: Find, decorator: Node) -> None:
        node: Node | None = decorator
        if self.syntax.decorators_before:
            while node is not None and (node.type in self.syntax.decorators or node.is_extra):
                node = node.next_named_sibling
        index = self._definition_around(node)
        if index >= 0:
            find.data["d"] = self.unit.numbers[index] - self.first_symbol

    def _note_returned(self, returns: list[Find]) -> None:
        """`return router`: the function gives back what the local holds."""
        for find in returns:
            if find.name is not None:
                held = self._held_by(find.name)
                if held >= 0 and (owner := self._around(find.node)) >= 0:
                    self.finds[held].data["f"] = owner - self.first_symbol

    def _held_by(self, name: Node) -> int:
        """The last find before this place that a local of the name holds, here or in a function around."""
        text = self.unit.data[name.start_byte : name.end_byte]
        places = self.held.get(text)
        if not places or self._is_closures(name, text):
            return -1
        owner = self._definition_around(name)
        definitions = self.unit.found.definitions
        while True:
            before = [find for start, home, find in places if home == owner and start <= name.start_byte]
            if before or owner < 0:
                return before[-1] if before else -1
            owner = definitions[owner].parent

    def _is_closures(self, name: Node, text: bytes) -> bool:
        """Whether a name is a parameter of a nameless function around it."""
        node, by_node = name.parent, self.unit.found.by_node
        while node is not None and node.id not in by_node:
            if self.syntax.role(node) == "function":
                given = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
                if given is not None and text in WORDS.findall(self.unit.data, given.start_byte, given.end_byte):
                    return True
            node = node.parent
        return False

    def _is_caught(self, thrown: Node) -> bool:
        """Whether what is thrown is a name by which something was caught around it."""
        node, text = thrown.parent, self.unit.data[thrown.start_byte : thrown.end_byte]
        while node is not None and self.syntax.role(thrown) == "name" and node.id not in self.unit.found.by_node:
            if node.type in self.syntax.catches:
                head = self.unit.data[node.start_byte : node.named_children[-1].start_byte]
                if (caught := CAUGHT.search(head)) and caught[1] == text:
                    return True
            elif node.type in CATCHES and text in WORDS.findall(self.unit.data, node.start_byte, _head_end(node)):
                return True
            node = node.parent
        return False

    def _note_thrown(self, find: Find, argument: Node | None, listed: Node | None) -> None:
        """Whether what is thrown was caught; of a local, what it holds."""
        given = listed.named_children if listed is not None else [argument or find.part("receiver")]
        thrown = given[0] if len(given) == 1 else None
        if thrown is None or self.syntax.role(thrown) != "name":
            return
        if thrown.parent is not None and self.syntax.role(thrown.parent) == "call":  # `new Missing(…)`: its type
            return
        text = self.unit.data[thrown.start_byte : thrown.end_byte]
        if self._is_caught(thrown):
            find.data |= {"c": True} if argument is not None else {}
        elif not self._is_closures(thrown, text):
            held = self.locals.values_before(thrown, self._definition_around(thrown))
            if held and all(self.syntax.role(value) in MAKING for value in held):
                find.data["l"] = [self.reader.read(value) for value in held]

    def _mark_of(self, node: Node) -> int:
        return self.spans.get((node.start_byte, node.end_byte), -1)

    def _name(self, node: Node, source: str) -> Value:
        """A name with its term, or the mark that a local holds."""
        made: dict[str, Value] = {"n": source}
        term = self._term(node.start_byte)
        if term >= 0:
            made["t"] = term - self.first_term
        elif (index := self.unit.found.by_name.get(node.start_byte)) is not None:
            made["s"] = self.unit.numbers[index] - self.first_symbol
        elif self.passing and self._is_closures(node, self.unit.data[node.start_byte : node.end_byte]):
            made["c"] = True
        if (mark := self._held_by(node)) >= 0 and (node.start_byte not in self.uses or self._is_of(mark, node, term)):
            made["m"] = mark
        elif self.passing and not made.keys() & {"s", "c"} and (value := self._local(node, source)) is not None:
            made["l"] = value
        if self.passing and "m" not in made and (over := self._elements(node, source)) is not None:
            made["e"] = over
        return made

    def _elements(self, name: Node, source: str) -> Value:
        """The list that a name goes over in a loop: as it is written, or as a local holds it."""
        if len(source) != name.end_byte - name.start_byte or self.deep > DEEPEST:
            return None
        over = gone_over(self.syntax, self.unit, name)
        if over is None:
            return None
        held = self.locals.one_value(over, self._definition_around(over))
        self.deep += 1
        value = self.reader.read(held if held is not None and self.syntax.role(held) in LISTS else over)
        self.deep -= 1
        return value

    def _local(self, name: Node, source: str) -> Value:
        """What a local holds that is given a value at one place; None where that is nothing to go on with."""
        if len(source) != name.end_byte - name.start_byte:  # a part of a longer name
            return None
        value = self.locals.one_value(name, self._definition_around(name))
        if value is None or self.deep > DEEPEST:
            return None
        self.deep += 1
        held = self.reader.read(value)
        self.deep -= 1
        return held if isinstance(held, str) or (isinstance(held, dict) and held.keys() & TELLING) else None

    def _is_of(self, find: int, node: Node, term: int) -> bool:
        """Whether a name is what that find gives: by its term, or as the local that a nameless function sees."""
        name = self.finds[find].name
        if term < 0 or name is None or self._term(name.start_byte) == term:
            return term >= 0 and name is not None
        held = self.held[self.unit.data[node.start_byte : node.end_byte]]
        if len(held) != 1 or self._is_member(node):
            return False
        return self._is_inside_closure(node, held[0][0]) or (self.passing and self._is_only_value(find, node))

    def _is_member(self, name: Node) -> bool:
        """Whether a name stands behind a dot: it is no local, whatever it is called."""
        owner = name.parent
        return owner is not None and self.syntax.role(owner) == "member" and owner.start_byte != name.start_byte

    def _is_only_value(self, find: int, name: Node) -> bool:
        """Whether what that find gives is all that is ever assigned to a local."""
        value = self.locals.one_value(name, self._definition_around(name))
        return value is not None and value.end_byte == self.finds[find].node.end_byte

    def _is_inside_closure(self, name: Node, before: int) -> bool:
        """Whether a nameless function that begins behind a place holds the name."""
        node, by_node = name.parent, self.unit.found.by_node
        while node is not None and node.start_byte > before and node.id not in by_node:
            if self.syntax.role(node) == "function":
                return True
            node = node.parent
        return False

    def _read(self, find: Find) -> None:
        listed, argument = find.part("arguments"), find.part("argument")
        name = self._spelled(find)
        routing = name in self.routing_names or name.startswith(self.beginnings)
        self.passing = routing or find.shape in ("pass", "extend")
        if listed is not None:
            find.data["a"], named = self.reader.arguments(listed)
            if named:
                find.data["k"] = named
        elif argument is not None:
            find.data["a"] = [self.reader.read(argument)]
        elif find.shape == "sql":
            find.data["a"] = [self.reader.read(find.node)]
        if (types := find.part("types")) is not None:
            find.data["y"] = self.reader.arguments(types)[0]
        if (receiver := find.part("receiver")) is not None:
            find.data["r"] = self.reader.read(receiver)
        elif self.syntax.calls_elements and find.shape == "pass" and find.name is not None:
            over = self._elements(find.name, name.decode("utf-8", "replace"))
            find.data |= {"e": over} if over is not None else {}
        if find.shape == "raise" or name in self.throws:
            self._note_thrown(find, argument, listed)
        if (key := find.part("key")) is not None:
            find.data["a"] = [self.reader.source(key)]
        if find.shape in ("subscript", "member") and _is_assigned(self.syntax, find.node):
            find.data["w"] = True


def _head_end(clause: Node) -> int:
    """Where the body of a clause that catches begins."""
    body = clause.child_by_field_name("body") or clause.named_children[-1]
    return body.start_byte


def _is_assigned(syntax: Syntax, node: Node) -> bool:
    """Whether something is stored there, and nothing read: `environ["MODE"] = "test"`."""
    follows = node.next_sibling
    return (
        follows is not None and follows.type == "=" and node.parent is not None and node.parent.type in syntax.holders
    )

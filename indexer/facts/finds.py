"""What a language's query finds in one file that a rule may be about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.facts import keys, sql
from indexer.facts.find import Captures, Find
from indexer.facts.rules import ANY, RuleSet, Syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from indexer.extract.unit import Unit

TEXTS = frozenset({"string", "join", "concat"})  # roles of what may be a constant text
NAMES = frozenset({"name", "member"})  # roles of what a constant may be another name for
Names = dict[str, frozenset[bytes]]  # shape -> names that are looked for
STAR = b"*"  # stands for an import of whatever a module has
CHAIN = 40  # bytes of a receiver that is more than a name
BEGINS = re.compile(rb"(\w+)\s*\.")  # what a chain of calls begins with
ARROW = re.compile(rb"(\$\w+)->")  # the same in PHP
LINE = 60  # bytes before a type that may hold the name
DECLARED = re.compile(rb"(\w+)\??\s*(?::\s*|\s)[*&]?(?:\w+\.)?$")  # `group *gin.`, `app: `
EMPTY = 2  # bytes of a list of no arguments
DEEPEST = 100  # finds around a find
VERSION = re.compile(rb"(?i)version")  # a number that may be a part of a path
SHORT = 20  # elements of a list of texts that is kept whatever its name


def finds(rules: RuleSet, unit: Unit) -> list[Find]:
    """In order of their places, a call before its arguments and behind what it is called on."""
    others: list[Captures] = []
    imported = _guards(rules, unit)
    found = [*_queried(rules, unit, _wanted(rules, unit, imported), others), *_statements(rules, unit)]
    routing = rules.routing(imported)
    passing = list(_passing(rules, unit.data, routing, found, others))
    kept = {find.node.id for find in passing}
    passing += [
        find for find in keys.handed_over(rules, unit, found, others, routing["call"]) if find.node.id not in kept
    ]
    found += passing
    return sorted(found, key=lambda find: (find.at, -find.node.end_byte))


def _queried(rules: RuleSet, unit: Unit, names: Names, others: list[Captures]) -> Iterator[Find]:
    """Matches that count; calls of names that no rule looks for are put aside."""
    data = unit.data
    plan = [(shape, names.get(shape)) for shape in rules.shapes]
    for pattern, captures in unit.found.matched:
        shape, looked_for = plan[pattern]
        name = captures["name"][0] if "name" in captures else None
        text = data[name.start_byte : name.end_byte] if name is not None else b""
        if looked_for is not None and text not in looked_for and not _is_known(rules, names, shape, text, captures):
            if shape == "call" and name is not None:
                others.append(captures)
            continue
        if text in rules.begins and not _begins(rules, data, text, captures):
            continue
        node = captures[shape][0]
        if (shape != "value" or _is_kept(rules, unit, captures)) and unit.counts(node.start_byte):
            yield Find(shape, node, name, captures)


def _is_known(rules: RuleSet, names: Names, shape: str, name: bytes, captures: Captures) -> bool:
    """Names that count though none of the rules says them: of decorators that are calls, by their beginning, any."""
    if shape == "call" and name in names["decorator"] and _decorates(rules.syntax, captures["call"][0]):
        return True
    return ANY in names[shape] or (shape == "call" and name.startswith(rules.name_beginnings))


def _begins(rules: RuleSet, data: bytes, name: bytes, captures: Captures) -> bool:
    """Whether the arguments of a call begin as its name wants it."""
    given = captures.get("arguments")
    return given is not None and rules.begins[name].match(data, given[0].start_byte) is not None


def _guards(rules: RuleSet, unit: Unit) -> tuple[bytes, ...]:
    """The words in this file's imports that rules want."""
    imports = unit.found.imports
    told = ((item.module_text, item.imported_name, item.local_name, STAR[: item.star]) for item in imports)
    words = (word for parts in told for word in parts if word)
    imported = b"\n".join(words)
    return tuple(word for word in rules.guarded if word in imported)


def _wanted(rules: RuleSet, unit: Unit, imported: tuple[bytes, ...]) -> Names:
    """The names of each shape that count in this file; shapes that are not listed always do."""
    names = rules.named(imported)
    if other := aliases(unit):
        names = {
            shape: found.union(n for n, known in other.items() if known in found) for shape, found in names.items()
        }
    return names


def aliases(unit: Unit) -> dict[bytes, bytes]:
    """Names that a file gives to what it imports -> the names that its modules know."""
    named = ((item.local_name, item.imported_name) for item in unit.found.imports if item.alias is not None)
    return {local: name for local, name in named if local and name and local != name}


def _decorates(syntax: Syntax, call: Node) -> bool:
    return call.parent is not None and call.parent.type in syntax.decorators


def _is_kept(rules: RuleSet, unit: Unit, captures: Captures) -> bool:
    """Of the values that definitions hold: texts, what a rule asks for by name, and those in types with bases."""
    name, value = captures["name"][0], captures["argument"][0]
    definitions = unit.found.definitions
    index = unit.found.by_name.get(name.start_byte)
    if index is None:
        return False
    if "kept" in captures or _is_text(rules.syntax, value) or definitions[index].name in rules.values:
        return True
    if definitions[index].kind == "constant" and rules.syntax.role(value) in NAMES:
        return True
    if rules.syntax.role(value) == "number" and VERSION.search(definitions[index].name):
        return True
    parent = definitions[index].parent
    return parent >= 0 and definitions[parent].node.id in unit.visitor.open_types


def _is_text(syntax: Syntax, value: Node) -> bool:
    """A text, or a short list that begins with one."""
    role = syntax.role(value)
    if role == "list" and 0 < value.named_child_count <= SHORT:
        return syntax.role(value.named_children[0]) in TEXTS
    return role in TEXTS


def _statements(rules: RuleSet, unit: Unit) -> Iterator[Find]:
    """Texts that begin like SQL."""
    for start in sql.begins(unit.data):
        inside = unit.root.descendant_for_byte_range(start, start + 1)
        whole = _text_around(rules.syntax, inside)
        if whole is not None and not _stands_alone(whole) and unit.counts(start):
            yield Find("sql", whole, None)


def _stands_alone(text: Node) -> bool:
    """A text that is a statement by itself documents something."""
    return text.parent is not None and text.parent.type in ("block", "module", "expression_statement")


def _text_around(syntax: Syntax, node: Node | None) -> Node | None:
    """The whole expression of texts around a place in one of them."""
    best = None
    while node is not None:
        if syntax.role(node) in TEXTS:
            best = node
        elif best is not None:
            break
        node = node.parent
    return best


def _passing(rules: RuleSet, data: bytes, routing: Names, found: list[Find], others: list[Captures]) -> Iterator[Find]:
    """Calls of other names that make a group of routes (a type of the program's own), or hand one to a function."""
    objects, makers = _routing_objects(rules, data, routing, found)
    objects |= _declared(rules, data)
    objects.update(word for name, words in rules.objects.items() if name in data for word in words)
    mounted = _mounted(rules, data, routing, found)
    for captures in others if objects else ():
        shape = "pass" if _hands_over(captures, data, objects, routing["call"]) else ""
        if shape and _is_called_on(rules, data, captures, objects):
            shape = "call"
        holder = held_by(rules.syntax, captures["call"][0]) if not shape else None
        if holder is not None and holder.start_byte not in makers:
            held = data[holder.start_byte : holder.end_byte]
            shape = "call" if held in objects or held in mounted else ""
        if shape:
            yield Find(shape, captures["call"][0], captures["name"][0], captures)


def _routing_objects(rules: RuleSet, data: bytes, routing: Names, found: list[Find]) -> tuple[set[bytes], set[int]]:
    """Names of what routes are added to, or mounted in; and where those stand that a rule's call is assigned to."""
    objects: set[bytes] = set()
    makers: set[int] = set()
    for find in found:
        if find.name is None or not _is_routing(rules, data, routing, find):
            continue
        holder = held_by(rules.syntax, find.node)
        if holder is not None:
            makers.add(holder.start_byte)
        for node in (find.part("receiver"), holder):
            if node is not None and node.end_byte - node.start_byte < CHAIN:
                objects.add(data[node.start_byte : node.end_byte])
            elif node is not None and (begins := BEGINS.match(data, node.start_byte)):
                objects.add(begins[1])
    return objects, makers


def _mounted(rules: RuleSet, data: bytes, routing: Names, found: list[Find]) -> set[bytes]:
    """Names that are given to calls which mount something: `api := newAPI(); r.Mount("/api", api)`."""
    names: set[bytes] = set()
    mounting = rules.mounting_names & routing["call"]
    for find in found if mounting and rules.mounts_held else ():
        if find.shape != "call" or find.name is None or data[find.name.start_byte : find.name.end_byte] not in mounting:
            continue
        given = find.part("arguments")
        if given is not None and _is_routing(rules, data, routing, find):
            inside = (child for child in given.named_children if rules.syntax.role(child) == "name")
            names.update(data[child.start_byte : child.end_byte] for child in inside)
    return names


def _declared(rules: RuleSet, data: bytes) -> set[bytes]:
    """Names that are declared to be routers: a function may only hand its parameter on."""
    found: set[bytes] = set()
    for word in rules.router_names:
        place = data.find(word)
        while place >= 0:
            name = DECLARED.search(data, max(0, place - LINE), place)
            if name is not None and not data[place + len(word) : place + len(word) + 1].isalnum():
                found.add(name[1])
            place = data.find(word, place + 1)
    return found


def _is_routing(rules: RuleSet, data: bytes, routing: Names, find: Find) -> bool:
    """Whether a call may be about routes: by its name, where it is a decorator's or has enough arguments."""
    assert find.name is not None
    name = data[find.name.start_byte : find.name.end_byte]
    if find.shape != "call" or name not in routing["call"]:
        at_definition = find.shape != "call" or _decorates(rules.syntax, find.node)
        return at_definition and any(name in names for names in routing.values())
    receiver, given = find.part("receiver"), find.part("arguments")
    least = rules.least.get(name, 0)
    chained = receiver is None or data[receiver.end_byte - 1 : receiver.end_byte] == b")"
    return not least or chained or (given is not None and given.named_child_count >= least)


def _hands_over(captures: Captures, data: bytes, objects: set[bytes], makers: frozenset[bytes]) -> bool:
    """Whether a call is given what routes are added to, or is called on it; also one that is made on the spot."""
    if "arguments" not in captures:
        return False
    listed = captures["arguments"][0]
    inside = listed.named_children if listed.end_byte - listed.start_byte > EMPTY else ()
    given = [data[child.start_byte : child.end_byte] for child in (*inside, *captures.get("receiver", ()))]
    return any(_begins_with(text, objects) or text.partition(b"(")[0] in makers for text in given)


def _begins_with(text: bytes, objects: set[bytes]) -> bool:
    arrow = ARROW.match(text)
    return (arrow[1] if arrow else text.partition(b".")[0]) in objects


def _is_called_on(rules: RuleSet, data: bytes, captures: Captures, objects: set[bytes]) -> bool:
    """Whether a rule's name is called on what routes are added to: the file need not import its type."""
    name, receiver = captures["name"][0], captures.get("receiver", ())
    known = data[name.start_byte : name.end_byte] in rules.call_names
    if not known:
        return False
    begins = (data[node.start_byte : node.end_byte] for node in receiver)
    return any(text in objects or (ARROW.match(text) is not None and _begins_with(text, objects)) for text in begins)


def held_by(syntax: Syntax, node: Node) -> Node | None:
    """The name that an expression's value is assigned to, straight or through lists and parentheses."""
    outer = outermost(syntax, node)
    parent = outer.parent
    field_name = syntax.holders.get(parent.type) if parent is not None else None
    name = parent.child_by_field_name(field_name) if parent is not None and field_name is not None else None
    return name if name is not None and name.end_byte <= node.start_byte else None


def outermost(syntax: Syntax, node: Node) -> Node:
    """The expression around a value that is still that value, or a list that holds it."""
    parent = node.parent  # looked for from the root each time
    while parent is not None and parent.type in syntax.through:
        node, parent = parent, parent.parent
    return node


def shallow(found: list[Find]) -> list[Find]:
    """Without those that lie in more others than anybody writes: each costs a walk out to the root."""
    ends: list[int] = []
    kept = []
    for find in sorted(found, key=lambda one: (one.node.start_byte, -one.node.end_byte)):
        while ends and ends[-1] <= find.node.start_byte:
            ends.pop()
        if len(ends) < DEEPEST:
            kept.append(find.node.id)
        ends.append(find.node.end_byte)
    if len(kept) == len(found):
        return found
    counted = frozenset(kept)
    return [find for find in found if find.node.id in counted]

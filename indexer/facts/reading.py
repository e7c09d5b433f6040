"""Reads expressions into plain values that travel as JSON: texts, numbers, lists, names with their term, calls.

A name is `{"n": text}` with `t`, its term counted from the file's first, or `m`, the mark whose value a local variable
holds (`o`: the local before the dot holds it), or `c`, a parameter of a nameless function, or `l`, the value of a
local that holds no mark, or `e`, the list that a loop takes it from. A text that is put together is `{"join": parts}`,
one value or another `{"any": values}`, a call `{"call": name, "a": arguments, "k": named arguments}` (`f`: the text
that it fills in; `w` what `%` puts into one), a mapping `{"map": pairs}`, a list that is spread into another
`{"v": list}`, a function `{"fn": true, "x": source}` with `s` where it has a name; the rest is `{"x": source}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.facts.rules import Syntax

Value = Any  # str, int, float, bool, None, list or one of the dicts above
DEEPEST = 8
MOST = 300  # elements of a list
LONGEST = 2_000  # characters of a text
SOURCE = 120  # characters of what is only told as written
CONSTANTS = {"true": True, "false": False, "null": None}
BRACES = ("{", "}", "${")  # nodes of their own in some grammars
MISSING = re.compile(r"\b(?:is|==)\s+null\b")
DOUBLED = ("{{", "}}")
QUOTES = "\"'`"
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'", "`": "`", "/": "/"}


class Reader:
    """`name_of` gives a name's dict from the node of the name itself; `mark_of` the mark that a node is, or -1."""

    def __init__(
        self, syntax: Syntax, data: bytes, name_of: Callable[[Node, str], Value], mark_of: Callable[[Node], int]
    ) -> None:
        self.syntax = syntax
        self.data = data
        self.name_of = name_of
        self.mark_of = mark_of

    def source(self, node: Node) -> str:
        return self._decoded(node.start_byte, node.end_byte)

    def _decoded(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")

    def _short(self, node: Node) -> str:
        """The source on one line, cut where it is long."""
        text = " ".join(self.source(node).split())
        return text if len(text) <= SOURCE else text[: SOURCE - 1] + "…"

    def read(self, node: Node, depth: int = 0) -> Value:
        spec = self.syntax.nodes.get(node.type)
        word = self.syntax.role(node)
        if word is None or depth > DEEPEST:
            return {"x": self._short(node)}
        handler: Callable[[Node, dict[str, Any], int], Value] = getattr(self, "_" + word)
        return handler(node, spec if isinstance(spec, dict) else {}, depth + 1)

    def arguments(self, node: Node, depth: int = 0) -> tuple[list[Value], dict[str, Value]]:
        """Positional and named arguments of a list of them."""
        given: list[Value] = []
        named: dict[str, Value] = {}
        for child in node.named_children[:MOST]:
            if child.is_extra:
                continue
            spec = self.syntax.nodes.get(child.type)
            if isinstance(spec, dict) and spec.get("role") == "named":
                self._add_named(child, spec, given, named, depth)
            else:
                given.append(self.read(child, depth))
        return given, named

    def _add_named(
        self, node: Node, spec: dict[str, Any], given: list[Value], named: dict[str, Value], depth: int
    ) -> None:
        """`name = value`; where the name is missing, the argument stands by its place."""
        name = _part(node, spec.get("name", "name"))
        children = [child for child in node.named_children if not child.is_extra]
        value = node.child_by_field_name(spec.get("value", "value")) or (children[-1] if children else None)
        if value is None:
            return
        if name is None or name == value:
            given.append(self.read(value, depth))
        else:
            named[self.source(name).removeprefix(":")] = self.read(value, depth)  # Ruby: `:name => value`

    def _string(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        if not node.named_child_count:
            return _unquoted(self.source(node))
        pieces = [self._piece(child, depth) for child in node.named_children]
        if spec.get("doubled"):
            pieces = [_single(piece) if isinstance(piece, str) else piece for piece in pieces]
        return _joined(pieces)

    def _piece(self, node: Node, depth: int) -> Value:
        """A part of a string: text with its escapes read, or what is put in when it runs."""
        if node.type in self.syntax.escape:
            return _unescaped(self.source(node))
        if node.type in self.syntax.placeholder:
            inside = [child for child in node.named_children if self.source(child) not in BRACES]
            return self._placed(inside[0], depth) if inside else {"x": self.source(node)}
        if node.type not in self.syntax.text:
            return ""
        pieces, at = [], node.start_byte
        for child in node.named_children:
            pieces += [self._decoded(at, child.start_byte), _unescaped(self.source(child))]
            at = child.end_byte
        return "".join([*pieces, self._decoded(at, node.end_byte)])

    def _flat(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """All texts inside, in their order; an element that stands for others is a hole (XML)."""
        pieces: list[str] = []
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if current.type in self.syntax.text or current.type in self.syntax.escape:
                pieces.append(unescape(self.source(current)))
            elif current.type in self.syntax.placeholder:
                pieces.append("{}")
            else:
                waiting.extend(reversed(current.named_children))
        return " ".join(" ".join(pieces).split())[:LONGEST]

    def _placed(self, node: Node, depth: int) -> Value:
        """What is put into a text; Python's `{name=}` puts its name there, too."""
        value, follows = self.read(node, depth), node.next_sibling
        named = follows is not None and follows.type == "="
        return {"join": [f"{self.source(node)}=", value]} if named else value

    def _join(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """Literals that stand side by side."""
        return _joined([self.read(child, depth) for child in node.named_children if not child.is_extra])

    def _concat(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """`a + b`: a text where one side is; a list where both are."""
        sign = node.child_by_field_name(spec.get("operator", "operator"))
        children = [child for child in node.named_children if not child.is_extra]
        said = self.source(sign) if sign is not None else self.syntax.plus
        if said in self.syntax.formats and len(children) == 2:
            put = self.read(children[1], depth)
            return {"x": self._short(node), "f": self.read(children[0], depth), "w": put}
        if len(children) != 2 or said not in (self.syntax.plus, *self.syntax.choices):
            return {"x": self._short(node)}
        left, right = (self.read(child, depth) for child in children)
        if said != self.syntax.plus:
            return {"any": [left, right], "x": self._short(node)}
        if isinstance(left, list) or isinstance(right, list):
            return [*(left if isinstance(left, list) else [left]), *(right if isinstance(right, list) else [right])]
        return _joined([left, right])

    def _choice(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """`condition ? a : b`; what stands in for something that is not there comes last."""
        condition, first, last = (node.named_children[place] for place in (0, -2, -1))
        missing = MISSING.search(self.source(condition)) is not None
        either = [self.read(child, depth) for child in ((last, first) if missing else (first, last))]
        return {"any": either, "x": self._short(node)}

    def _list(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        return [self.read(child, depth) for child in node.named_children[:MOST] if not child.is_extra]

    def _array(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """What is a list or a mapping: a mapping where some element has a key."""
        keyed = any(child.named_child_count == 2 for child in node.named_children)
        return self._map(node, spec, depth) if keyed else self._list(node, spec, depth)

    def _map(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        pairs = []
        for child in node.named_children[:MOST]:
            parts = [part for part in child.named_children if not part.is_extra]
            if self.syntax.role(child) == "name":  # `{ key }`
                pairs.append([self.source(child), self.read(child, depth)])
            elif self.syntax.role(child) == "function" and (name := child.child_by_field_name("name")) is not None:
                pairs.append([self.source(name), {**self.name_of(name, self.source(name)), "fn": True}])
            elif len(parts) == 2:
                pairs.append([self._key(parts[0], depth), self.read(parts[1], depth)])
        return {"map": pairs}

    def _key(self, node: Node, depth: int) -> Value:
        """A key that is a bare word means itself."""
        value = self.read(node, depth)
        return self.source(node) if isinstance(value, dict) and "x" in value else value

    def _call(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        callee = (
            node.named_children[0] if spec.get("callee") == "first" else _part(node, spec.get("callee", "function"))
        )
        listed = _part(node, spec.get("arguments", "arguments"))
        made: dict[str, Value] = {"call": self.read(callee, depth) if callee is not None else {"x": ""}}
        owner = node.child_by_field_name(spec["object"]) if "object" in spec else None
        if owner is not None and "n" in made["call"]:
            made["call"]["n"] = f"{self._short(owner)}.{made['call']['n']}"
        if listed is not None:
            made["a"], named = self.arguments(listed, depth)
            if named:
                made["k"] = named
        if (mark := self._maker(node)) >= 0:
            made["m"] = mark
        if callee is not None and self.syntax.formats and (text := self._filled(callee, owner)) is not None:
            made["f"] = self.read(text, depth)
        return made

    def _filled(self, callee: Node, owner: Node | None) -> Node | None:
        """The text in `"…".format(…)`."""
        if not self.source(callee).endswith(self.syntax.formats):
            return None
        text = owner if owner is not None else callee.named_children[0] if callee.named_child_count else None
        while text is not None and self.syntax.role(text) == "inner" and text.named_child_count:
            text = text.named_children[-1]
        return text if text is not None and self.syntax.role(text) in ("string", "join", "concat") else None

    def _maker(self, node: Node) -> int:
        """The mark that a call is; in a fluent chain the nearest before it that is one."""
        while (mark := self.mark_of(node)) < 0 and node.type in self.syntax.through and node.named_child_count:
            node = node.named_children[0]
        return mark

    def _member(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        name = _part(node, spec.get("name", "attribute"))
        if name is None and spec.get("name") in ("first", "last"):
            name = node.named_children[0 if spec["name"] == "first" else -1]
        source = self._short(node)
        if name is None:
            return {"x": source}
        if self.syntax.role(name) == "member":  # `a::b::<T>`: the name is the last of a path
            return {**self.read(name, depth), "n": source}
        made = self.name_of(name, source)
        first = node.named_children[0]
        owner = self.name_of(first, "") if self.syntax.role(first) == "name" else {}
        return {**made, "o": owner["m"]} if "m" in owner else made

    def _name(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        return self.name_of(node, self.source(node))

    def _inner(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """What stands inside is what counts: parentheses, `await`, references; with `first` what stands there first."""
        children = [child for child in node.named_children if not child.is_extra]
        return self.read(children[0 if spec.get("first") else -1], depth) if children else None

    def _number(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        source = self.source(node).replace("_", "")
        try:
            return int(source, 0)
        except ValueError:
            try:
                return float(source)
            except ValueError:
                return {"x": source}

    def _constant(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        return CONSTANTS[spec.get("value") or self.source(node)]

    def _named(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """Among arguments it has a name; elsewhere it is only told."""
        return {"x": self._short(node)}

    def _spread(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """`...others`: the elements of another list stand here."""
        inside = self.read(node.named_children[-1], depth) if node.named_child_count else None
        return {"x": self._short(node), "v": inside}

    def _pattern(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        """A regular expression: where its lines end says where its comments do."""
        return {"x": self.source(node)[:LONGEST]}

    def _function(self, node: Node, spec: dict[str, Any], depth: int) -> Value:
        made: dict[str, Value] = {"x": self._short(node), "fn": True}
        name = node.child_by_field_name("name")  # a function written on the spot may have one
        named = self.name_of(name, "") if name is not None else {}
        return {**made, "s": named["s"]} if "s" in named else made


def _part(node: Node, name: str) -> Node | None:
    """A child by the name of its field, else by its type; `a/b` is a child of a child."""
    first, _, rest = name.partition("/")
    named = node.child_by_field_name(first)
    found = named or next((child for child in node.named_children if child.type == first), None)
    return _part(found, rest) if found is not None and rest else found


def _joined(parts: list[Value]) -> Value:
    """Parts of one text as one value; those that are no text are left to be looked up."""
    flat: list[Value] = []
    for part in parts:
        flat.extend(part["join"] if isinstance(part, dict) and "join" in part else [part])
    if all(isinstance(part, str) for part in flat):
        return "".join(flat)[:LONGEST]
    return {"join": [part for part in flat if part != ""]}


def _unquoted(source: str) -> str:
    """A literal whose node has no parts: what is between its quotes."""
    begin = next((place for place, sign in enumerate(source) if sign in QUOTES), None)
    if begin is None:
        return source
    quote = source[begin]
    width = 3 if source[begin : begin + 3] == quote * 3 and len(source) >= begin + 6 else 1
    return source[begin + width : len(source) - width]


def _single(text: str) -> str:
    """Braces that are doubled where single ones hold what is put in."""
    return text.replace("{{", "{").replace("}}", "}")


def _unescaped(source: str) -> str:
    if source in DOUBLED:  # Python writes braces twice where single ones hold a value
        return source[0]
    if source[1:2] == "\n":  # a text that goes on in the next line
        return ""
    return ESCAPES.get(source[1:], source if len(source) > 2 else source[1:]) if source[:1] == "\\" else source

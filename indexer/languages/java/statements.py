"""Java's imports, annotations, loops and switches, and its types as terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, CALL, NEW, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.java.parts import IDENTIFIER, Spec, arrays, instance, kind_of
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

IMPORT, READING = map(REF_KINDS.index, ("import", "read"))
NO_TYPES = (b"var", b"this")
CAPITAL_BEFORE_DOT = re.compile(rb"[A-Z][^.]*\.")
CAPITAL = re.compile(rb"[A-Z]")


def _import(spec: Spec) -> Handler:
    """The types that an import goes through: `import a.Outer.Inner`, `import static a.Type.name`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if CAPITAL_BEFORE_DOT.search(visitor.data, node.start_byte, node.end_byte) is None:
            return 0
        parts = node.named_children
        path = next((part for part in parts if part.type == "scoped_identifier"), None)
        through = any(part.type == "asterisk" for part in parts)  # else the last name is the imported one
        for _ in range(6):
            if path is None or (scope := path.child_by_field_name("scope")) is None:
                break
            name = path.child_by_field_name("name")
            if through and name is not None and CAPITAL.match(visitor.data, name.start_byte, name.end_byte):
                _passed(visitor, scope, name)
            path, through = scope, True
        return 0

    return handle


def _passed(visitor: Visitor, scope: Node, name: Node) -> None:
    texts = (visitor.data[part.start_byte : part.end_byte] for part in (scope, name))
    term = visitor.term(Op.FROM, *map(visitor.text, texts))
    visitor.uses.append((name.start_byte, name.end_byte, IMPORT, None, -1, scope.start_byte, scope.end_byte, term))


def _type_word(spec: Spec) -> Handler:
    """A type's name; `var` is none."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if visitor.data[node.start_byte : node.end_byte] in NO_TYPES:
            return 0
        return visitor.name(node, context if context == NEW or context > TYPE else TYPE)

    return handle


def _primitive(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.term(Op.WRAP, visitor.text(visitor.data[node.start_byte : node.end_byte]))

    return handle


def _scoped_type(spec: Spec) -> Handler:
    """`Outer.@Nullable Inner`: the last name is a member of what stands before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        base = visitor.visit(first, TYPE)
        for child in rest[:-1]:
            visitor.visit(child, TYPE)
        return visitor.member_name(rest[-1], first, NEW if context == NEW else TYPE, base) if rest else base

    return handle


def _array_type(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        element, *rest = node.named_children
        term = visitor.visit(element, TYPE)
        for child in rest:
            term = arrays(visitor, term, child)
        return term

    return handle


def _last(spec: Spec) -> Handler:
    """Stands for its last child: a type behind annotations, the bound of a wildcard."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, TYPE)
        return term

    return handle


def _annotation(spec: Spec) -> Handler:
    """`@Type(name = value)`: the name is an element of the annotation's type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, *rest = node.named_children
        base = visitor.visit(name, TYPE)
        for child in (part for group in rest for part in group.named_children):
            if child.type != "element_value_pair":
                visitor.visit(child, READ)
                continue
            key, *values = child.named_children
            visitor.member_name(key, None, CALL, base)
            for part in values:
                visitor.visit(part, READ)
        return 0

    return handle


def _for_each(spec: Spec) -> Handler:
    """`for (Type name : values)`: the values do not see the name."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = given = 0
        name = None
        before = visitor.enter("block", node)
        for place, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(place)
            if field == "type":
                declared = visitor.visit(child, TYPE)
            elif field == "name":
                name = child
            elif field == "value":
                given = visitor.visit(child, READ)
                item = visitor.term(Op.ITEM, given) if given else 0
                if name is not None:
                    visitor.receive(name, BIND, instance(visitor, declared) or item, bool(declared))
            else:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _switch(spec: Spec) -> Handler:
    """A bare name at `case` is a constant of the switched value's type; the arms give the value."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        if condition is None or body is None:
            return visitor.children(node, READ)
        subject = visitor.visit(condition, READ)
        before = visitor.enter("block", body)
        terms = []
        for arm in body.named_children:
            inner = visitor.enter("block", arm) if arm.kind_id == RULE else visitor.scope
            for child in arm.named_children:
                if child.kind_id == LABEL:
                    _labels(visitor, child, subject)
                else:
                    terms.append(visitor.visit(child, READ))
            visitor.scope = inner
        visitor.scope = before
        return visitor.terms.union(terms)

    return handle


def _labels(visitor: Visitor, node: Node, subject: int) -> None:
    for child in node.named_children:
        if child.kind_id == IDENTIFIER:
            _label(visitor, child, subject)
        else:
            visitor.receive(child, READ, subject)


def _label(visitor: Visitor, node: Node, subject: int) -> None:
    """Only the type of what is switched tells whether the name is looked up there or here."""
    here = visitor.name(node, READ)
    if not visitor.uses or visitor.uses[-1][1] != node.end_byte:
        return  # a local constant
    start, end, *_ = visitor.uses.pop()
    name = visitor.text(visitor.data[start:end])
    there = visitor.term(Op.MEMBER, subject, name, 0) if subject else 0
    term = visitor.term(Op.THROUGH, visitor.text(b"case"), subject, there, here)
    visitor.uses.append((start, end, READING, None, visitor.owner, 0, 0, term))


def _record_pattern(spec: Spec) -> Handler:
    """`Type(A a, var b)`: the parts are the record's components in order."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        made = visitor.visit(first, TYPE)
        place = 0
        for child in (part for group in rest for part in group.named_children):
            number = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"int"))
            component = visitor.term(Op.THROUGH, visitor.text(b"component"), made, number) if made else 0
            visitor.receive(child, READ, component)
            place += not child.is_extra
        return made

    return handle


def _if(spec: Spec) -> Handler:
    """Pattern variables hold inside; after `if (!(x instanceof T t)) return;` they hold in what follows."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition = node.child_by_field_name("condition")
        text = visitor.data[condition.start_byte : condition.end_byte] if condition is not None else b""
        before = visitor.scope
        if b"!" not in text or b"instanceof" not in text:
            visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before
        return 0

    return handle


RULE, LABEL = map(kind_of, ("switch_rule", "switch_label"))
ROLES: dict[str, Callable[[Spec], Handler]] = {
    "import": _import,
    "type_word": _type_word,
    "primitive": _primitive,
    "scoped_type": _scoped_type,
    "array_type": _array_type,
    "last": _last,
    "annotation": _annotation,
    "for_each": _for_each,
    "switch": _switch,
    "record_pattern": _record_pattern,
    "if": _if,
}

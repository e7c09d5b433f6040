"""Kotlin's expressions: members, calls, operators, branches, what conditions tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Op
from indexer.extract.visitor import BIND, CALL, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.kotlin.parts import TYPES, child_of
from indexer.languages.kotlin.scopes import call, instance, name, nearest

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
EITHER = ("control_structure_body", "when_entry")


def _word(spec: Spec) -> Handler:
    return name


def _this(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return nearest(visitor, visitor.data[node.start_byte : node.end_byte])

    return handle


def _super(spec: Spec) -> Handler:
    """`super<Base>` says which of the bases is meant."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        given = 0
        for child in node.named_children:
            given = visitor.visit(child, TYPE) if child.type == "user_type" else given
        return instance(visitor, given) or nearest(visitor, b"super")

    return handle


def member(visitor: Visitor, node: Node, context: int) -> int:
    return navigate(visitor, node, context)[1]


def navigate(visitor: Visitor, node: Node, context: int) -> tuple[int, int]:
    """What stands before the last suffix is read; the suffix names a member of it. The terms of both."""
    parts = node.named_children
    before, suffix = parts[:-1], parts[-1]
    base = 0
    for child in before:
        base = visitor.visit(child, READ)
    last = suffix.named_children[-1] if suffix.named_child_count else None
    if last is None:
        return base, 0
    if last.type != "simple_identifier":
        visitor.visit(last, READ)
        return base, 0
    term = visitor.member_name(last, before[0] if before else None, context, base)
    named = visitor.uses and visitor.uses[-1][1] == last.end_byte
    return base, _extension(visitor, last, term) if named else term


def _extension(visitor: Visitor, node: Node, term: int) -> int:
    """A name that is imported may be an extension's, whatever it is called on."""
    text = visitor.data[node.start_byte : node.end_byte]
    if text not in visitor.file_scope.names or visitor.file_scope.names[text] >= 0 or term != visitor.uses[-1][7]:
        return term
    imported = visitor.term(Op.IMPORT, visitor.text(text))
    wrapped = visitor.term(Op.THROUGH, visitor.text(b"extension"), term, imported)
    visitor.uses[-1] = (*visitor.uses[-1][:7], wrapped)
    return wrapped


def _navigation(spec: Spec) -> Handler:
    return member


def _assignable(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        last = node.named_children[-1].type if node.named_child_count else ""
        if last == "navigation_suffix":
            return member(visitor, node, WRITE)
        return visitor.children(node, READ if last == "indexing_suffix" else WRITE)

    return handle


def _unary(spec: Spec) -> Handler:
    """`x!!` is x; `!x`, `-x` are what x is of."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        writes = any(child.type in ("++", "--") for child in node.children)
        return visitor.children(node, WRITE if writes else READ)

    return handle


def _infix(spec: Spec) -> Handler:
    """`a name b` calls `name` on `a`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        base = visitor.visit(parts[0], READ)
        callee, mark = 0, -1
        arguments = []
        for index, child in enumerate(parts[1:]):
            if index == 0 and child.type == "simple_identifier":
                callee = visitor.member_name(child, parts[0], CALL, base)
                callee = _extension(visitor, child, callee)
                mark = visitor.mark(child)
            else:
                arguments.append(visitor.visit(child, READ))
        return call(visitor, callee, arguments, mark)

    return handle


def _reference(spec: Spec) -> Handler:
    """`Type::name`, `::name`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if not node.named_child_count:
            return 0  # `this::class`
        *before, last = node.named_children
        base = 0
        for child in before:
            base = visitor.visit(child, READ)
        if last.type != "simple_identifier":
            visitor.visit(last, READ)
        elif before:
            visitor.member_name(last, before[0], CALL, base)
        else:
            visitor.visit(last, CALL)
        return 0

    return handle


def _cast(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        declared = 0
        for child in rest:
            declared = visitor.visit(child, TYPE)
        return instance(visitor, declared)

    return handle


def _check(spec: Spec) -> Handler:
    """`x is Type`; `x in y`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            visitor.visit(child, TYPE if child.type in TYPES else READ)
        return visitor.term(Op.LITERAL, visitor.text(b"Boolean"))

    return handle


def _index(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        value = visitor.visit(first, READ)
        keys = [visitor.visit(child, READ) for suffix in rest for child in suffix.named_children]
        return visitor.term(Op.INDEX, value, *keys) if value else 0

    return handle


def _last(spec: Spec) -> Handler:
    """Several statements: the last one gives the value."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node) if spec.get("block") else visitor.scope
        narrowed = visitor.narrowed
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        visitor.scope, visitor.narrowed = before, narrowed
        return term

    return handle


def _if(spec: Spec) -> Handler:
    """What `is` says of a name holds where the condition does, or where its contrary let the code go on."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition = node.child_by_field_name("condition")
        if condition is None:
            visitor.children(node, READ)
            return 0
        visitor.visit(condition, READ)
        before = visitor.narrowed
        told, untold = _told(visitor, condition, True), _told(visitor, condition, False)
        terms = []
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field not in ("consequence", "alternative"):
                continue
            known = told if field == "consequence" else untold
            visitor.narrowed = {**before, **known} if known else before
            terms.append(visitor.visit(child, READ))
        visitor.narrowed = {**before, **untold} if untold and _leaves(node) else before
        return visitor.terms.union(terms)

    return handle


def _leaves(node: Node) -> bool:
    """Whether the branch that a condition leads to ends in a jump."""
    at: Node | None = node.child_by_field_name("consequence")
    while at is not None and at.named_child_count and at.type != "jump_expression":
        at = at.named_children[-1]
    return at is not None and at.type == "jump_expression"


def _told(visitor: Visitor, condition: Node, holds: bool) -> dict[bytes, int]:
    kind, parts = condition.type, condition.named_children
    if kind == "parenthesized_expression" and len(parts) == 1:
        return _told(visitor, parts[0], holds)
    if (kind == "conjunction_expression" and holds) or (kind == "disjunction_expression" and not holds):
        return {key: value for part in parts for key, value in _told(visitor, part, holds).items()}
    if kind != "check_expression" or len(parts) != 2 or parts[1].type not in TYPES:
        return {}
    words = {child.type for child in condition.children}
    if ("is" in words) != holds or ("!is" in words) == holds:
        return {}
    return _known(visitor, parts[0], parts[1])


def _known(visitor: Visitor, value: Node, declared: Node) -> dict[bytes, int]:
    """The type is visited a second time for its term alone."""
    count = len(visitor.uses)
    term = visitor.visit(declared, TYPE)
    del visitor.uses[count:]
    text = visitor.data[value.start_byte : value.end_byte]
    return {text: visitor.term(Op.NARROW, term, term)} if term and b"(" not in text else {}


def _when(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        scope, before = visitor.enter("block", node), visitor.narrowed
        subject: Node | None = None
        terms: list[int] = []
        for child in node.named_children:
            if child.type == "when_subject":
                subject = _subject(visitor, child)
                continue
            conditions = [part for part in child.named_children if part.type == "when_condition"]
            for part in conditions:
                visitor.visit(part, READ)
            if len(conditions) == 1:
                visitor.narrowed = {**before, **_tested(visitor, subject, conditions[0])}
            bodies = (part for part in child.named_children if part.type == "control_structure_body")
            terms += [visitor.visit(part, READ) for part in bodies]
            visitor.narrowed = before
        visitor.scope = scope
        return visitor.terms.union(terms)

    return handle


def _subject(visitor: Visitor, node: Node) -> Node | None:
    """What is looked at: a name, or the variable that is declared for it."""
    value = 0
    declaration, last = child_of(node, "variable_declaration"), None
    for child in node.named_children:
        if child.type != "variable_declaration":
            value, last = visitor.visit(child, READ), child
    if declaration is None:
        return last
    visitor.receive(declaration, BIND, value)
    return child_of(declaration, "simple_identifier")


def _tested(visitor: Visitor, subject: Node | None, condition: Node) -> dict[bytes, int]:
    test = child_of(condition, "type_test")
    if test is None:
        return _told(visitor, condition.named_children[0], True) if condition.named_child_count else {}
    declared = next((child for child in test.named_children if child.type in TYPES), None)
    negated = any(child.type == "!is" for child in test.children)
    return _known(visitor, subject, declared) if subject is not None and declared is not None and not negated else {}


def _elvis(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.terms.union([visitor.visit(child, READ) for child in node.named_children])

    return handle


def _jump(spec: Spec) -> Handler:
    """Gives no value to what stands around it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        return 0

    return handle


def _for(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node)
        target: Node | None = None
        for child in node.named_children:
            if child.type in ("variable_declaration", "multi_variable_declaration"):
                target = child
            elif target is not None and child.type != "control_structure_body":
                values = visitor.visit(child, READ)
                single = target.type == "variable_declaration"
                visitor.receive(target, BIND, visitor.term(Op.ITEM, values) if values and single else 0)
                target = None
            else:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "word": _word,
    "this": _this,
    "super": _super,
    "navigation": _navigation,
    "assignable": _assignable,
    "unary": _unary,
    "infix": _infix,
    "reference": _reference,
    "cast": _cast,
    "check": _check,
    "kotlin_index": _index,
    "last": _last,
    "kotlin_if": _if,
    "when": _when,
    "elvis": _elvis,
    "jump": _jump,
    "kotlin_for": _for,
}

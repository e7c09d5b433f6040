"""Rust's types as terms: references are what they refer to, all else keeps its shape."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from indexer.extract.contexts import TYPE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import current, member, parameter
from indexer.languages.rust.paths import text_of, visit_field

if TYPE_CHECKING:
    from tree_sitter import Node

UNBOUND = frozenset(map(kinds.number, ("lifetime", "removed_trait_bound", "use_bounds")))


def last(visitor: Visitor, node: Node, context: int) -> int:
    """Stands for its last child: `&'a mut T`, `dyn T`, `for<'a> T`."""
    term = 0
    for child in node.named_children:
        if child.kind_id not in kinds.BESIDE:
            term = visitor.visit(child, context)
    return term


def generic(visitor: Visitor, node: Node, context: int) -> int:
    """`Type<A, Item = B>`, `function::<A>`: lifetimes are no arguments."""
    head, *rest = node.named_children
    term = visitor.visit(head, context)
    arguments = [argument for group in rest for argument in _arguments(visitor, group, term)]
    return visitor.term(Op.APPLY, term, *arguments) if term and arguments else term


def _arguments(visitor: Visitor, group: Node, base: int) -> list[int]:
    children = [c for c in group.named_children if c.kind_id != kinds.LIFETIME and c.kind_id not in kinds.BESIDE]
    found: list[int] = []
    for child, after in zip_longest(children, children[1:]):
        if child.kind_id == kinds.TYPE_BINDING:
            found.append(_binding(visitor, child, base))
        elif after is not None and after.kind_id == kinds.TRAIT_BOUNDS:
            found.append(_told(visitor, child, base, several(visitor, after, TYPE)))
        elif child.kind_id == kinds.INTEGER:
            found.append(visitor.term(Op.WRAP, visitor.text(text_of(visitor, child))))
        elif child.kind_id != kinds.TRAIT_BOUNDS:
            found.append(visitor.visit(child, TYPE))
    return found


def _told(visitor: Visitor, name: Node, base: int, given: int) -> int:
    """What is said of an associated type of a trait."""
    member(visitor, name, base, None, TYPE, kinds.TYPES)
    return visitor.term(Op.KEYWORD, visitor.text(text_of(visitor, name)), given) if given else 0


def _binding(visitor: Visitor, node: Node, base: int) -> int:
    """`Item = T` inside type arguments: an associated type of the trait."""
    name = node.child_by_field_name("name")
    visit_field(visitor, node, "type_arguments", TYPE)
    given = visit_field(visitor, node, "type", TYPE)
    return _told(visitor, name, base, given) if name is not None else 0


def pointer(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.term(Op.WRAP, visitor.text(b"*"), last(visitor, node, TYPE))


def array(visitor: Visitor, node: Node, context: int) -> int:
    element = visit_field(visitor, node, "element", TYPE)
    visit_field(visitor, node, "length")
    return visitor.term(Op.WRAP, visitor.text(b"[]"), element)


def tuple_type(visitor: Visitor, node: Node, context: int) -> int:
    parts = [visitor.visit(child, TYPE) for child in node.named_children if child.kind_id not in kinds.BESIDE]
    return visitor.term(Op.WRAP, visitor.text(b"()"), *parts)


def function_type(visitor: Visitor, node: Node, context: int) -> int:
    """`fn(A) -> B`, `impl Fn(A) -> B`."""
    visit_field(visitor, node, "trait", TYPE)
    parameters = node.child_by_field_name("parameters")
    given: list[int] = []
    for child in parameters.named_children if parameters is not None else ():
        if child.kind_id not in kinds.BESIDE:
            named = child.child_by_field_name("type") if child.kind_id == kinds.PARAMETER else None
            given.append(instance(visitor, visitor.visit(named or child, TYPE)))
    result = instance(visitor, visit_field(visitor, node, "return_type", TYPE))
    return visitor.term(Op.FUNCTION_TYPE, result, *given)


def instance(visitor: Visitor, term: int) -> int:
    return visitor.term(Op.INSTANCE, term) if term else 0


def several(visitor: Visitor, node: Node, context: int) -> int:
    """`A + B`."""
    return visitor.terms.union(bounds(visitor, node))


def bounds(visitor: Visitor, node: Node | None) -> list[int]:
    children = node.named_children if node is not None else ()
    terms = [(visitor.visit(child, TYPE), child.kind_id) for child in children]
    return [term for term, kind in terms if term and kind not in UNBOUND]


def qualified(visitor: Visitor, node: Node, context: int) -> int:
    """`<T as Trait>`."""
    subject, trait = visit_field(visitor, node, "type", TYPE), visit_field(visitor, node, "alias", TYPE)
    if not subject or not trait:
        return subject
    return visitor.term(Op.THROUGH, visitor.text(b"as"), subject, trait)


def type_parameters(visitor: Visitor, node: Node, context: int) -> int:
    """All names first: bounds may name what comes later."""
    scope, owner = current(visitor), visitor.owner
    scope.parameters = {} if scope.parameters is None else scope.parameters
    listed: list[Node] = []
    for child in node.named_children:
        name = child.child_by_field_name("name") if child.type in ("type_parameter", "const_parameter") else None
        if name is not None:
            text = text_of(visitor, name)
            term = visitor.term(Op.TYPE_PARAMETER, owner, visitor.text(text))
            scope.parameters[text] = term, owner, len(listed)
            visitor.flow(Flow.TYPE_PARAMETER, owner, len(listed), term)
            listed.append(child)
    for place, child in enumerate(listed):
        for bound in bounds(visitor, child.child_by_field_name("bounds")):
            visitor.flow(Flow.BOUND, owner, place, bound)
        visit_field(visitor, child, "default_type", TYPE)
        visit_field(visitor, child, "type", TYPE)
        visit_field(visitor, child, "value")
    return 0


def where(visitor: Visitor, node: Node, context: int) -> int:
    """`where T: A + B`: bounds of a type parameter, wherever it is declared."""
    for child in node.named_children:
        left = child.child_by_field_name("left")
        if left is None:
            continue
        visitor.visit(left, TYPE)
        told = bounds(visitor, child.child_by_field_name("bounds"))
        name = left.named_children[-1] if left.type == "higher_ranked_trait_bound" else left
        if (found := parameter(visitor, text_of(visitor, name))) is not None:
            place = found[2] if found[1] == visitor.owner else found[2] + kinds.INNER
            for bound in told:
                visitor.flow(Flow.BOUND, found[1], place, bound)
    return 0

"""What a class says it is based on, and classes without a name that functions give back: mixins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import READ, TYPE
from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.scopes import Scope

NAMELESS = "class"  # the word of a class without a name: whose members it has, what it is based on


def bases(visitor: Visitor, node: Node) -> list[int]:
    """A base is a type, unless a local holds it: `(Base) => class extends Base {}`."""
    last, terms = -1, []
    for child in node.named_children:
        if child.type in ("extends_clause", "implements_clause", "extends_type_clause"):
            terms += bases(visitor, child)
            continue
        if child.type == "type_arguments" and last >= 0:
            arguments = [visitor.visit(part, TYPE) for part in child.named_children]
            if visitor.base_terms.get(last):
                visitor.base_terms[last] = visitor.term(Op.APPLY, visitor.base_terms[last], *arguments)
            continue
        plain = child.type in ("identifier", "member_expression") and not _is_local(visitor, child)
        typed = plain or node.type not in ("extends_clause", "class_heritage")
        term = visitor.visit(child, TYPE if typed else READ)
        terms.append(term)
        if child.id in visitor.base_terms:
            visitor.base_terms[child.id] = term
            last = child.id
    return [term for term in terms if term]


def _is_local(visitor: Visitor, node: Node) -> bool:
    name = text_of(visitor, node)
    scope: Scope | None = visitor.scope
    while scope is not None:
        if name in scope.names:
            return scope.names[name] in (LOCAL, PARAMETER)
        scope = scope.parent
    return False


def nameless(visitor: Visitor, terms: list[int]) -> int:
    """A class that only what is around it can hand on: its members go by the name of the function around."""
    index = visitor.owner
    if index < 0 or visitor.found.definitions[index].kind != "function":
        return 0
    return visitor.term(Op.THROUGH, visitor.text(NAMELESS.encode()), visitor.term(Op.SYMBOL, index), *terms)

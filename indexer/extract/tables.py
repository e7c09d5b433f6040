"""Which handler each type of node has: the table of roles, compiled once, and what a file defines changes in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, INHERIT, NEW, READ
from indexer.extract.terms import Op
from indexer.languages import node_number

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.visitor import Handler, Visitor
    from indexer.languages import Language

_TABLES: dict[str, dict[int, Handler]] = {}
_DEFINING: dict[tuple[str, frozenset[int]], dict[int, Handler]] = {}  # files define by few sets of node types


def role_table(language: Language) -> dict[int, Handler]:
    """Node kind -> handler, built once per language and process."""
    table: dict[int, Handler] | None = _TABLES.get(language.name)
    if table is None:
        from indexer.extract.roles import compile_node

        grammar = language.grammar_object
        table = {}
        for kind, spec in language.nodes.items():
            if spec is False:  # inherited, but not in this grammar
                continue
            table[node_number(grammar, kind)] = compile_node(spec, grammar, language)
        _TABLES[language.name] = table
    return table


def with_definitions(language: Language, kinds: frozenset[int]) -> dict[int, Handler]:
    """The language's table, with the node types that define something in a file led through `_defining`."""
    table = _DEFINING.get((language.name, kinds))
    if table is None:
        plain, grammar = role_table(language), language.grammar_object
        wrappers = (grammar.id_for_node_kind(kind, True) or 0 for kind in language.describe.wrappers)
        table = {**plain, **{kind: _defining(plain.get(kind)) for kind in kinds.union(wrappers)}}
        _DEFINING[language.name, kinds] = table
    return table


def _defining(handler: Handler | None) -> Handler:
    """Go inside a definition with the definition as owner; other nodes of its type as their role says."""

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        index = visitor.definition(node)
        owner = visitor.owner
        if index is None:
            if handler is not None:
                return handler(visitor, node, context)
            return visitor.children(node, INHERIT.get(context, READ))
        visitor.owner = index
        context = READ if context in (CALL, NEW) else context
        scope, returns, narrowed = visitor.scope, visitor.returns, visitor.narrowed
        visitor.returns = None
        try:
            if handler is not None:
                handler(visitor, node, context)
            else:
                visitor.children(node, INHERIT.get(context, READ))
        except RecursionError:  # costs the rest of this definition, not of those around it
            visitor.too_deep.append(node.start_byte)
            visitor.scope, visitor.narrowed = scope, narrowed
        visitor.owner, visitor.returns = owner, returns
        return visitor.term(Op.SYMBOL, index)

    return handle

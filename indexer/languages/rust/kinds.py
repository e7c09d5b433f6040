"""Node types of Rust's grammar as numbers: compared far faster than their names."""

from __future__ import annotations

from tree_sitter_language_pack import get_language

_GRAMMAR = get_language("rust")
ERROR = 0xFFFF


def number(kind: str) -> int:
    found = _GRAMMAR.id_for_node_kind(kind, True)
    if found is None:
        raise ValueError(f"rust: the grammar has no node type {kind!r}")
    return found


FIELD_IDENTIFIER = number("field_identifier")
STRING_LITERAL = number("string_literal")
TYPE_IDENTIFIER = number("type_identifier")
# What may stand anywhere.
BESIDE = frozenset((ERROR, *map(number, ("line_comment", "block_comment"))))

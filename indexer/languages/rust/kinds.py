"""Node types of Rust's grammar as numbers: compared far faster than their names."""

from __future__ import annotations

from functools import partial

from tree_sitter_language_pack import get_language

from indexer.languages import node_number

ERROR = 0xFFFF
number = partial(node_number, get_language("rust"))

FIELD_IDENTIFIER = number("field_identifier")
STRING_LITERAL = number("string_literal")
TYPE_IDENTIFIER = number("type_identifier")
# What may stand anywhere.
BESIDE = frozenset((ERROR, *map(number, ("line_comment", "block_comment"))))

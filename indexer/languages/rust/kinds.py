"""Node types of Rust's grammar as numbers: compared far faster than their names; and its name spaces."""

from __future__ import annotations

from functools import partial

from tree_sitter_language_pack import get_language

from indexer.languages import node_number

ERROR = 0xFFFF
number = partial(node_number, get_language("rust"))

ATTRIBUTE_ITEM = number("attribute_item")
CLOSURE = number("closure_expression")
EXPRESSION_STATEMENT = number("expression_statement")
FIELD_EXPRESSION = number("field_expression")
FIELD_IDENTIFIER = number("field_identifier")
IDENTIFIER = number("identifier")
INTEGER = number("integer_literal")
LIFETIME = number("lifetime")
PARAMETER = number("parameter")
SCOPED_IDENTIFIER = number("scoped_identifier")
SELF = number("self")
SELF_PARAMETER = number("self_parameter")
STRING_LITERAL = number("string_literal")
TRAIT_BOUNDS = number("trait_bounds")
TYPE_BINDING = number("type_binding")
TYPE_IDENTIFIER = number("type_identifier")
VISIBILITY = number("visibility_modifier")
WHERE_CLAUSE = number("where_clause")
# What may stand anywhere.
BESIDE = frozenset((ERROR, *map(number, ("line_comment", "block_comment"))))
# What stands among arguments and parameters without being one.
ASIDE = BESIDE | {ATTRIBUTE_ITEM}

# Added to the place of a type parameter whose bound a member states.
INNER = 1000

# Name spaces of terms; an import names whatever there is.
VALUES, TYPES, MACROS, ANY, METHODS, FIELDS = range(6)
PRIMITIVES = frozenset(
    ("bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
     "f16", "f32", "f64", "f128")
)  # fmt: skip

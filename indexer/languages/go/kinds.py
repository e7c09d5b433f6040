"""Node types of Go's grammar as numbers: compared far faster than their names."""

from __future__ import annotations

from functools import partial

from tree_sitter_language_pack import get_language

from indexer.languages import node_number

ERROR = 0xFFFF
number = partial(node_number, get_language("go"))

BLOCK = number("block")
CALL_EXPRESSION = number("call_expression")
COMMENT = number("comment")
CONST_SPEC = number("const_spec")
DEFAULT_CASE = number("default_case")
EXPRESSION_LIST = number("expression_list")
FIELD_DECLARATION = number("field_declaration")
FIELD_IDENTIFIER = number("field_identifier")
GENERIC_TYPE = number("generic_type")
IDENTIFIER = number("identifier")
INDEX_EXPRESSION = number("index_expression")
INTERFACE_TYPE = number("interface_type")
KEYED_ELEMENT = number("keyed_element")
LITERAL_ELEMENT = number("literal_element")
LITERAL_VALUE = number("literal_value")
MAP_TYPE = number("map_type")
METHOD_ELEM = number("method_elem")
PARAMETER_DECLARATION = number("parameter_declaration")
PARAMETER_LIST = number("parameter_list")
PARENTHESIZED_EXPRESSION = number("parenthesized_expression")
PARENTHESIZED_TYPE = number("parenthesized_type")
POINTER_TYPE = number("pointer_type")
QUALIFIED_TYPE = number("qualified_type")
SELECTOR_EXPRESSION = number("selector_expression")
SHORT_VAR_DECLARATION = number("short_var_declaration")
STRUCT_TYPE = number("struct_type")
TYPE_ARGUMENTS = number("type_arguments")
TYPE_CASE = number("type_case")
TYPE_CONVERSION = number("type_conversion_expression")
TYPE_ELEM = number("type_elem")
TYPE_IDENTIFIER = number("type_identifier")
TYPE_PARAMETER_LIST = number("type_parameter_list")
UNARY_EXPRESSION = number("unary_expression")
VARIADIC_PARAMETER_DECLARATION = number("variadic_parameter_declaration")
LISTS = frozenset(map(number, ("slice_type", "array_type", "implicit_length_array_type", "map_type")))
PARAMETERS = (PARAMETER_DECLARATION, VARIADIC_PARAMETER_DECLARATION)

"""Numbers of the grammar's node types that Python's roles ask for: compared far faster than names."""

from __future__ import annotations

from indexer import languages


def number(name: str) -> int:
    return languages.node_number(languages.load("python").grammar_object, name)


IDENTIFIER = number("identifier")
ATTRIBUTE = number("attribute")
ARGUMENT_LIST = number("argument_list")
KEYWORD_ARGUMENT = number("keyword_argument")
TYPE_NODE = number("type")
PARAMETERS = number("parameters")
TYPE_PARAMETER = number("type_parameter")
CONSTRAINED = number("constrained_type")
LIST_SPLAT = number("list_splat_pattern")
DICTIONARY_SPLAT = number("dictionary_splat_pattern")
SPLATS = frozenset({LIST_SPLAT, DICTIONARY_SPLAT})
SEPARATORS = frozenset(map(number, ("keyword_separator", "positional_separator", "comment")))
STRING_CONTENT = number("string_content")
BLOCK = number("block")

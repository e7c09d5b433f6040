"""What a node's value is wanted for, and what a table of roles may ask of the visitor."""

from __future__ import annotations

from typing import Any

from indexer.extract.scopes import LOCAL, PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Space
from indexer.schema import REF_KINDS

# Contexts. The first five are reference kinds; the rest say that names are declared here.
READ, CALL, WRITE, NEW, TYPE, ASSIGN, BIND, PARAM, TYPE_BIND = range(9)
# Not contexts of a node but instructions of the table.
SKIP, OUTER, OUTER_TYPE, SAME, OUTER_NAME, VALUE, BASES = range(20, 27)
CONTEXTS = {
    "read": READ, "call": CALL, "write": WRITE, "new": NEW, "type": TYPE, "assign": ASSIGN, "bind": BIND,
    "parameter": PARAM, "type_bind": TYPE_BIND, "skip": SKIP, "outer": OUTER, "outer_type": OUTER_TYPE, "same": SAME,
    "outer_name": OUTER_NAME, "value": VALUE, "bases": BASES,
}  # fmt: skip
# Kinds travel as their place in the schema's list.
_KINDS = {READ: "read", CALL: "call", WRITE: "write", NEW: "instantiate", TYPE: "type_use", ASSIGN: "write"}
KIND_OF = {context: REF_KINDS.index(kind) for context, kind in _KINDS.items()}
_SPACES = {"call": Space.CALL, "type_use": Space.TYPE, "instantiate": Space.TYPE}
SPACE_OF = [_SPACES.get(kind, Space.VALUE) for kind in REF_KINDS]
# What a node without a role passes on to its children.
INHERIT = {TYPE: TYPE, ASSIGN: ASSIGN, BIND: BIND, PARAM: PARAM, TYPE_BIND: TYPE_BIND, OUTER_NAME: OUTER_NAME}
BINDINGS = {BIND: LOCAL, PARAM: PARAMETER, TYPE_BIND: TYPE_PARAMETER}
SETTLED = (LOCAL, PARAMETER)


def spec_context(word: Any) -> int:
    if word not in CONTEXTS:
        raise ValueError(f"unknown context {word!r}: one of {', '.join(CONTEXTS)}")
    return CONTEXTS[word]

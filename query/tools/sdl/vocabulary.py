"""The contract's words: eight kinds of symbols, five of visibility, confidences as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from query.engine.model import Symbol

Kind = Literal["function", "class", "interface", "type", "module", "method", "constructor", "variable"]
Visibility = Literal["public", "protected", "private", "exported", "internal"]
Phase = Literal["lexical", "import", "type", "flow", "overload", "unresolved"]

KINDS: dict[str, Kind] = {
    "class": "class", "struct": "class", "record": "class", "object": "class", "union": "class", "impl": "class",
    "extension": "class", "interface": "interface", "trait": "interface", "protocol": "interface",
    "annotation": "interface", "enum": "type", "delegate": "type", "type_alias": "type", "table": "type",
    "view": "type", "function": "function", "macro": "function", "procedure": "function", "trigger": "function",
    "method": "method", "destructor": "method", "operator": "method", "accessor": "method",
    "constructor": "constructor", "property": "variable", "indexer": "variable", "field": "variable",
    "variable": "variable", "constant": "variable", "enum_member": "variable", "column": "variable",
    "index": "variable", "event": "variable", "module": "module", "namespace": "module", "package": "module",
}  # fmt: skip
_VISIBILITY: dict[str, Visibility] = {
    "public": "public", "open": "public", "exported": "exported", "protected": "protected", "private": "private",
    "fileprivate": "private", "internal": "internal", "package": "internal", "crate": "internal",
}  # fmt: skip
CONFIDENCE = {"high": 0.95, "medium": 0.7, "low": 0.4}
UNRESOLVED = 0.0  # a call whose target is not known is no edge to be sure of
_PHASES: dict[Phase, tuple[str, ...]] = {
    "lexical": ("scope", "builtin", "package", "inherited"),
    "import": ("import", "star_import", "module_member"),
    "overload": ("overload", "candidates"),
    "flow": ("argument", "flow", "inferred"),
    "unresolved": ("unresolved",),
}


def stored_kinds(words: Iterable[Kind] | None) -> tuple[str, ...]:
    wanted = set(words or ())
    return tuple(kind for kind, word in KINDS.items() if word in wanted)


def visibility(symbol: Symbol) -> Visibility | None:
    """The declared one; where there is none, whether the symbol can be reached from outside."""
    if symbol.visibility in _VISIBILITY:
        return _VISIBILITY[symbol.visibility]
    if symbol.visibility is not None:
        return "internal"  # between private and public, whatever the language calls it
    return None if symbol.exported is None else "exported" if symbol.exported else "internal"


def phase(rule: str) -> Phase:
    """When in resolving a name the rule applies; the rest go by the type of what stands before the dot."""
    return next((word for word, rules in _PHASES.items() if rule in rules), "type")

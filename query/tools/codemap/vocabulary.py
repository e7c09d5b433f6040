"""The contract's words for the schema's: 14 kinds of symbols, 6 of references, 8 of facts, PascalCase throughout."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import TypeVar, cast

from indexer import schema
from query.errors import InvalidArgument
from query.tools.codemap.models import Confidence, FactKind, RefKind, SemanticLevel, SymbolKind

T = TypeVar("T")

# A module is what a static class is in the contract's world: a named place for members.
SYMBOL_KINDS: dict[str, SymbolKind] = {
    "class": "Class", "object": "Class", "impl": "Class", "extension": "Class", "type_alias": "Class",
    "table": "Class", "view": "Class", "module": "Class", "namespace": "Class", "package": "Class",
    "struct": "Struct", "union": "Struct",
    "interface": "Interface", "trait": "Interface", "protocol": "Interface", "annotation": "Interface",
    "enum": "Enum", "delegate": "Delegate", "record": "Record",
    "function": "Method", "method": "Method", "destructor": "Method", "macro": "Method", "procedure": "Method",
    "trigger": "Method", "accessor": "Method",
    "constructor": "Constructor", "operator": "Operator",
    "property": "Property", "indexer": "Indexer", "event": "Event",
    "field": "Field", "variable": "Field", "column": "Field", "index": "Field",
    "constant": "Constant", "enum_member": "Constant",
}  # fmt: skip
# Who asks for classes does not mean modules; they are asked for by their own name.
_ONLY_BY_OWN_NAME = {"module", "namespace", "package", "impl"}

REF_KINDS: dict[str, RefKind] = {
    "call": "Call", "read": "Read", "write": "Write", "instantiate": "Instantiate", "override": "Override",
    "implementation": "Implementation", "type_use": "Read", "import": "Read",
}  # fmt: skip
FACT_KINDS: dict[str, FactKind] = {
    "route": "Route", "config": "Config", "db_table": "DbTable", "di_registration": "DiRegistration",
    "middleware": "Middleware", "exception": "Exception", "log": "Log", "retry_policy": "RetryPolicy",
}  # fmt: skip
LEVELS: dict[str, SemanticLevel] = {"full": "Full", "partial": "Partial", "syntax_only": "SyntaxOnly"}


_CONFIDENCES = {word: cast(Confidence, word.capitalize()) for word in schema.CONFIDENCES}


def confidence(word: str) -> Confidence:
    return _CONFIDENCES[word]


def least(words: Iterable[str]) -> Confidence:
    """The lowest of some confidences: an answer is as sure as its least sure part."""
    order = schema.CONFIDENCES
    return confidence(max(set(words), key=order.index, default=order[0]))


def symbol_kinds(wanted: Iterable[str] | None) -> list[str] | None:
    """Stored kinds for the contract's words; the stored ones are understood, too."""
    if wanted is None:
        return None
    words = _by_word({kind: word for kind, word in SYMBOL_KINDS.items() if kind not in _ONLY_BY_OWN_NAME})
    return _stored(wanted, words | {kind: [kind] for kind in SYMBOL_KINDS if kind not in words}, "kind of symbol")


def ref_kinds(wanted: str | None) -> list[str] | None:
    """Stored kinds of references for the contract's word, or for a stored one that it has no word for."""
    if wanted is None:
        return None
    words = _by_word(REF_KINDS)
    return _stored([wanted], words | {kind: [kind] for kind in REF_KINDS if kind not in words}, "kind of reference")


def _by_word(mapping: Mapping[str, str]) -> dict[str, list[str]]:
    words: dict[str, list[str]] = {}
    for kind, word in mapping.items():
        words.setdefault(word.lower(), []).append(kind)
    return words


def _stored(wanted: Iterable[str], words: Mapping[str, list[str]], what: str) -> list[str]:
    found: list[str] = []
    for word in wanted:
        kinds = words.get(word.lower())
        if kinds is None:
            near = difflib.get_close_matches(word.lower(), words, n=3) or sorted(words)
            raise InvalidArgument(f"{word[:100]!r} is no {what}", f"known are: {', '.join(near)}")
        found += kinds
    return found

"""The contracts' words for kinds: the schema's own, short where the contracts are short."""

from __future__ import annotations

import difflib

from indexer import schema
from query.engine.model import Symbol
from query.errors import InvalidArgument

_SHORT = {"function": "fn", "constant": "const", "module": "mod"}
_CALLABLE = tuple(kind for kind, prefix in schema.KIND_PREFIX.items() if prefix == "M")
# What a caller may say, and what it stands for.
_MEANS: dict[str, tuple[str, ...]] = {
    "fn": _CALLABLE, "func": _CALLABLE, "const": ("constant",), "mod": ("module", "namespace", "package"),
    "type": ("type_alias",), "var": ("variable",),
}  # fmt: skip


def kind_of(symbol: Symbol) -> str:
    """A symbol's kind in the contracts' words; Rust has one word for functions and methods."""
    kind = "function" if symbol.language == "rust" and symbol.kind == "method" else symbol.kind
    return short_kind(kind)


def short_kind(kind: str) -> str:
    return _SHORT.get(kind, kind)


def stored_kinds(kind: str | None) -> tuple[str, ...]:
    """The schema's kinds that a caller's word stands for; none for no restriction."""
    if kind is None:
        return ()
    word = kind.strip().lower()
    if word in schema.KIND_PREFIX:
        return (word,)
    if word in _MEANS:
        return _MEANS[word]
    known = sorted({*schema.KIND_PREFIX, *_MEANS})
    near = difflib.get_close_matches(word, known, n=3)
    hint = f"did you mean {', '.join(near)}?" if near else f"known are: {', '.join(known)}"
    raise InvalidArgument(f"{kind[:100]!r} is no kind of symbol", hint)

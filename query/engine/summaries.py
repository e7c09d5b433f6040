"""What a symbol does, in a line or two: its documentation's first words, else what name and code give away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from indexer import schema
from query.engine.calls import Call
from query.engine.effects import Effect
from query.engine.model import RESOLVED, Fact, Symbol
from query.engine.symbols import snippet

_NAMED = 3
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_MARKUP = re.compile(r":\w+:`~?([^`]+)`|``([^`]+)``|<[^<>]{1,40}>")
# Facts that say what a symbol is for, in the order of telling.
_TOLD = {
    "route": "serves", "command": "is the command", "schedule": "runs on schedule", "message": "handles message",
    "db_table": "uses table", "config": "reads setting", "http_call": "calls out to", "feature_flag": "asks for flag",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """What code gives away of a symbol."""

    members: Sequence[str]
    calls: Sequence[Call]
    facts: Sequence[Fact]
    effects: Sequence[Effect]


def summary(symbol: Symbol, known: Known) -> str:
    """One that is made up says so with its first word."""
    if found := snippet(symbol.documentation):
        return _MARKUP.sub(lambda match: match[1] or match[2] or "", found).strip()
    return composed(symbol, known)


def composed(symbol: Symbol, known: Known) -> str:
    """Nothing here is guessed: kind, place, words of the name, members, resolved calls, facts, effects."""
    kind = symbol.kind.replace("_", " ")
    around = _container_name(symbol.container_id)
    place = f" of {around}" if around else f" in {symbol.namespace}" if symbol.namespace else ""
    parts = [f"Undocumented {'test ' if symbol.is_test else ''}{kind}{place}: {_words(symbol.name)}"]
    if symbol.return_type and symbol.symbol_id[0] in "MPF":
        parts.append(("gives " if symbol.symbol_id[0] == "M" else "holds ") + symbol.return_type)
    if known.members:
        parts.append(f"defines {_listed(known.members)}")
    parts += [f"{word} {fact.value}" for kind, word in _TOLD.items() for fact in known.facts if fact.kind == kind][:2]
    if named := [call.name.rpartition(".")[2] for call in known.calls if call.state == RESOLVED]:
        parts.append(f"calls {_listed(named)}")
    if kinds := sorted({effect.kind for effect in known.effects} - {"database", "environment", "http"}):
        parts.append(f"touches {', '.join(kinds)}")
    return "; ".join(parts) + "."


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _words(name: str) -> str:
    return " ".join(_WORD.findall(name)).lower()


def _container_name(container_id: str | None) -> str | None:
    """The bare name of the type around a symbol; a module is told as a namespace."""
    if container_id is None or container_id[0] not in schema.KIND_PREFIX.values() or container_id[0] == "N":
        return None
    return re.split(r"[.:#/\\$+]", re.sub(r"\(.*|~\d+$", "", container_id[2:]))[-1]

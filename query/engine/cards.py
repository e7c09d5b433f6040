"""What is known of one symbol, on one card."""

from __future__ import annotations

from dataclasses import dataclass

from query.engine import calls, effects
from query.engine.calls import Call
from query.engine.effects import Effect
from query.engine.model import Evidence, Fact, Symbol
from query.engine.spans import Quoted
from query.engine.view import View

CALLS_TOP = 20
_EVIDENCE = 10


@dataclass(frozen=True, slots=True)
class Card:
    """`calls` are outgoing and cut at some; `total_calls` is how many there are."""

    symbol: Symbol
    container: str | None
    calls: tuple[Call, ...]
    total_calls: int
    facts: tuple[Fact, ...]
    side_effects: tuple[str, ...]
    thrown: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def card(view: View, symbol: Symbol) -> Card:
    """Everything about a symbol but who uses it."""
    facts = view.loaded.facts.of(symbol.symbol_id)
    called = calls.callees(view, symbol.number)
    found = effects.of_facts(facts) + effects.of_calls(view, symbol)
    thrown = [fact for fact in facts if fact.kind == "exception"]
    return Card(
        symbol,
        _container(view, symbol),
        tuple(calls.describe(view, hop) for hop in called[:CALLS_TOP]),
        len(called),
        tuple(facts),
        tuple(dict.fromkeys(map(str, found))),
        tuple(dict.fromkeys(_exception(fact) for fact in thrown)),
        _evidence(view, symbol, facts, found),
    )


def _container(view: View, symbol: Symbol) -> str | None:
    """The type around the symbol, where it stands in one."""
    number = int(view.loaded.symbols.containers[symbol.number])
    return view.loaded.symbols.id(number) if number >= 0 and view.loaded.symbols.is_type[number] else None


def _exception(fact: Fact) -> str:
    return str(fact.detail.get("type") or fact.value.partition("|")[0].strip())


def _evidence(view: View, symbol: Symbol, facts: list[Fact], found: list[Effect]) -> tuple[Evidence, ...]:
    """Places that back the card: the definition, its facts, its effects; each line once."""
    places = {(symbol.path, symbol.name_line): symbol.line_end}
    places |= {(fact.path, fact.line_start): fact.line_end for fact in facts}
    places |= {(effect.path, effect.line): effect.line for effect in found if (effect.path, effect.line) not in places}
    chosen = list(places.items())[:_EVIDENCE]
    quoted = Quoted(view)
    return tuple(quoted.evidence(path, line, end, symbol.symbol_id) for (path, line), end in chosen)

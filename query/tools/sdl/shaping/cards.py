"""Cards out of what the engine knows, many in one pass; a card that was made is kept as long as its view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from indexer import schema
from query.engine import calls, effects
from query.engine.calls import Call as Edge
from query.engine.clusters import cluster
from query.engine.derived import once_per_view
from query.engine.etags import etag
from query.engine.invariants import invariants
from query.engine.metrics import Test, metrics
from query.engine.model import RESOLVED, UNRESOLVED, Symbol
from query.engine.processes import processes
from query.engine.signatures import Signature, imports, signatures
from query.engine.summaries import Known, summary
from query.engine.view import View
from query.tools.sdl import vocabulary
from query.tools.sdl.models import (
    CallResolution,
    CanonicalTest,
    Card,
    ClusterRecord,
    Deps,
    MetricsRecord,
    ParameterRecord,
    ProcessRecord,
    Range,
    ResolvedCall,
    SignatureRecord,
    Version,
)
from query.tools.sdl.routing import Asked

MOST_LABELS = 10
CONCISE_LABELS = 5
MOST_EFFECTS, MOST_OVERLOADS = 8, 5
KEPT = 2_000
# What moves with time and with the rest of the repository, while nothing about the symbol does.
_PASSING: dict[str, Any] = {"metrics": {"churn_30d"}, "cluster": True}
# What a concise card leaves out.
_DETAILS = ("repo_id", "visibility", "call_resolution", "cluster", "processes", "more_processes", "metrics", "version")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How cards are wanted."""

    min_confidence: float = 0.0
    resolution: bool = False
    concise: bool = False


def cards(asked: Asked, symbols: Sequence[Symbol], wanted: Wanted) -> list[Card]:
    """The card of each symbol, in their order."""
    kept = _kept(asked.view)
    found = {symbol.number: kept.get((symbol.number, wanted)) for symbol in symbols}
    missing = [symbol for symbol in symbols if found[symbol.number] is None]
    for symbol, made in zip(missing, _made(asked, missing, wanted), strict=True):
        found[symbol.number] = kept[symbol.number, wanted] = made
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return [_dated(card, symbol, asked.ledger) for symbol in symbols if (card := found[symbol.number]) is not None]


def not_modified(card: Card, ledger: str) -> Card:
    return Card(not_modified=True, etag=card.etag, ledger_version=ledger)


@once_per_view
def _kept(view: View) -> OrderedDict[tuple[int, Wanted], Card]:
    return OrderedDict()


def _dated(card: Card, symbol: Symbol, ledger: str) -> Card:
    """The card with the state it comes from, which is no part of what its tag stands for."""
    if card.repo_id is None:
        return card
    version = Version(ledger_version=ledger, ast_fingerprint=symbol.fingerprint)
    return card.model_copy(update={"version": version})


def _made(asked: Asked, symbols: Sequence[Symbol], wanted: Wanted) -> list[Card]:
    if not symbols:
        return []
    written, imported = signatures(asked.view, symbols), imports(asked.view, symbols)
    found = []
    for symbol in symbols:
        card = _card(asked, symbol, written[symbol.number], imported[symbol.number], wanted)
        said = card.model_dump(mode="json", exclude=_PASSING) | {"ast_fingerprint": symbol.fingerprint}
        if wanted.concise:
            card = _concise(card)
            said = card.model_dump(mode="json")
        found.append(card.model_copy(update={"etag": etag(said)}))
    return found


def _card(asked: Asked, symbol: Symbol, signature: Signature, imported: Sequence[str], wanted: Wanted) -> Card:
    view = asked.view
    facts = view.loaded.facts.of(symbol.symbol_id)
    touched = effects.of_facts(facts) + effects.of_calls(view, symbol)
    edges = [calls.describe(view, hop) for hop in calls.callees(view, symbol.number)]
    shown = [edge for edge in edges if _confidence(edge) >= wanted.min_confidence]
    part = processes(view, symbol)
    return Card(
        symbol_id=symbol.stable_id,
        repo_id=asked.repo_id,
        file=symbol.path,
        range=Range(
            start_line=symbol.line_start,
            start_col=symbol.col_start,
            end_line=symbol.line_end,
            end_col=symbol.col_end,
        ),
        kind=vocabulary.KINDS[symbol.kind],
        name=symbol.name,
        exported=symbol.exported,
        visibility=vocabulary.visibility(symbol),
        signature=_signature(signature),
        summary=summary(symbol, Known(_members(view, symbol), edges, facts, touched)),
        invariants=list(invariants(view, symbol, facts)),
        side_effects=list(dict.fromkeys(map(str, touched)))[:MOST_EFFECTS],
        deps=_deps(view, imported, shown),
        call_resolution=_resolution(view, shown, wanted) if wanted.resolution else None,
        metrics=_metrics(view, symbol),
        cluster=_cluster(view, symbol),
        processes=[
            ProcessRecord(process_id=one.process_id, label=one.label, role=one.role, depth=one.depth)
            for one in part.processes
        ],
        more_processes=True if part.more else None,
    )


def _members(view: View, symbol: Symbol) -> list[str]:
    """Names that a type or module defines, in the order of the source."""
    tables = view.loaded.symbols
    if not tables.is_type[symbol.number] and not symbol.symbol_id.startswith("N:"):
        return []
    lines, names = tables.columns["name_line"], tables.columns["name"]
    found = sorted(tables.members(symbol.number), key=lambda one: (lines[one].as_py(), one))
    return [names[one].as_py() for one in found]


def _concise(card: Card) -> Card:
    """What the symbol is, does and needs, in a few dozen words."""
    assert card.signature is not None and card.deps is not None
    left_out: dict[str, Any] = dict.fromkeys(_DETAILS)
    calls_total = card.deps.calls_total or len(card.deps.calls)
    shown = Deps(
        calls=card.deps.calls[:CONCISE_LABELS], calls_total=calls_total if calls_total > CONCISE_LABELS else None
    )
    left_out |= {
        "deps": shown if shown.calls else None,
        "signature": SignatureRecord(text=_one_line(card.signature)),
        "invariants": card.invariants or None,
        "side_effects": card.side_effects or None,
    }
    return card.model_copy(update=left_out)


def _one_line(signature: SignatureRecord) -> str | None:
    if signature.params is None:
        return signature.text
    taken = ", ".join(f"{one.name}: {one.type}" if one.type else one.name for one in signature.params)
    return f"({taken}) -> {signature.returns}" if signature.returns else f"({taken})"


def _signature(signature: Signature) -> SignatureRecord:
    if signature.parameters is None:
        text, params = signature.text, None
    else:
        text = None
        params = [ParameterRecord(name=one.name, type=one.type, default=one.default) for one in signature.parameters]
    return SignatureRecord(
        text=text,
        params=params,
        returns=signature.returns,
        generics=list(signature.generics) or None,
        overloads=list(signature.overloads[:MOST_OVERLOADS]) or None,
    )


def _deps(view: View, imported: Sequence[str], shown: Sequence[Edge]) -> Deps:
    labels = list(dict.fromkeys(_label(view, edge) for edge in shown))
    return Deps(
        imports=list(imported[:MOST_LABELS]),
        imports_total=len(imported) if len(imported) > MOST_LABELS else None,
        calls=labels[:MOST_LABELS],
        calls_total=len(labels) if len(labels) > MOST_LABELS else None,
    )


def _label(view: View, edge: Edge) -> str:
    """The name within its module; as written where it leads outside, with a question mark where nobody knows."""
    if edge.target is None:
        return f"{edge.name}?" if edge.state == UNRESOLVED else edge.name
    symbols = view.loaded.symbols
    space = symbols.columns["namespace"][symbols.number(edge.target)].as_py() or ""
    return edge.name[len(space) :].lstrip(".:#/\\") if edge.name.startswith(space) and edge.name != space else edge.name


def _confidence(edge: Edge) -> float:
    return vocabulary.UNRESOLVED if edge.state == UNRESOLVED else vocabulary.CONFIDENCE[edge.confidence]


def _resolution(view: View, shown: Sequence[Edge], wanted: Wanted) -> CallResolution:
    symbols = view.loaded.symbols
    stable = symbols.columns["stable_id"]
    resolved = [
        ResolvedCall(
            label=_label(view, edge),
            symbol_id=stable[symbols.number(edge.target)].as_py() if edge.target else None,
            confidence=_confidence(edge),
            resolver_id=edge.rule,
            resolution_phase=vocabulary.phase(edge.rule),
            resolution_reason=schema.RESOLUTIONS[edge.rule] + ("" if edge.state == RESOLVED else f" ({edge.state})"),
        )
        for edge in shown[:MOST_LABELS]
    ]
    return CallResolution(min_call_confidence=wanted.min_confidence or None, calls=resolved)


def _metrics(view: View, symbol: Symbol) -> MetricsRecord:
    found = metrics(view, symbol)
    return MetricsRecord(
        fan_in=found.fan_in,
        fan_out=found.fan_out,
        churn_30d=found.churn_30d,
        test_refs=found.test_refs,
        canonical_test=_test(found.canonical_test) if found.canonical_test else None,
    )


def _test(test: Test) -> CanonicalTest:
    return CanonicalTest(
        symbol_id=test.symbol.stable_id, name=test.symbol.name, file=test.symbol.path, distance=test.distance
    )


def _cluster(view: View, symbol: Symbol) -> ClusterRecord:
    found = cluster(view, symbol)
    return ClusterRecord(cluster_id=found.cluster_id, label=found.label, member_count=found.members)

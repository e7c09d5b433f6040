"""Two snapshots compared: symbols, facts, callers, and what hangs on what changed.

with mount(cache, repo_id, base) as old, mount(cache, repo_id, head) as new:
    found = diff(old, new)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import duckdb

from indexer.schema import TYPE_KINDS
from query.diff import breaking
from query.diff.blast import DEPTH, Graph, blast_radius, dependents
from query.diff.load import Tables, abreast, details, head_alone, side_by_side, statements
from query.diff.model import Blast, CallerChange, Dependent, Diff, FactChange, Symbol, SymbolChange
from query.diff.parameters import ECMASCRIPT
from query.diff.surface import Surface, surface

__all__ = ["Diff", "blast_radius_of", "diff"]

_ORDER = ("removed", "moved", "renamed", "visibility", "signature", "added", "body")
_MODULES = "N:"


def diff(base: Tables, head: Tables, depth: int = DEPTH) -> Diff:
    """What the head has, lacks or does otherwise than the base, seen from the head."""
    with closing(side_by_side(base, head)) as connection:
        symbols = _symbols(connection, base, head)
        facts = [FactChange(*row) for row in _rows(connection, "facts")]
        callers = [_callers(*row) for row in _rows(connection, "callers")]
        blast = blast_radius(Graph(connection), symbols, depth)
        return Diff(base.commit, head.commit, _summary(symbols, facts, callers, blast), symbols, facts, callers, blast)


def blast_radius_of(head: Tables, symbol_ids: Sequence[str], depth: int = DEPTH) -> tuple[Blast, list[Dependent]]:
    """What depends on some symbols of one snapshot, were they to change."""
    with closing(head_alone(head)) as connection:
        found = details(head, list(symbol_ids))
        seeds = [_change("body", row, row, Surface(), set()) for row in found.values()]
        graph = Graph(connection)
    return blast_radius(graph, [seed for seed in seeds if seed], depth), dependents(graph, list(found), depth)


def _symbols(connection: duckdb.DuckDBPyConnection, base: Tables, head: Tables) -> list[SymbolChange]:
    found = _rows(connection, "symbols")
    old, new = abreast(details, (base, head), ([row[1] for row in found], [row[2] for row in found]))
    rows = [(how, old.get(before), new.get(after)) for how, before, after in found]
    left = [before for how, before, _ in found if how in {"removed", "moved", "renamed"}]
    reachable = {str(row[0]) for row in _rows(connection, "still_there", {"wanted": left})}
    offered = surface(connection, base, head)
    changes = [_change(*row, offered, reachable) for row in rows]
    return sorted((change for change in changes if change), key=_rank)


def _change(
    how: str, before: Symbol | None, after: Symbol | None, offered: Surface, reachable: set[str]
) -> SymbolChange | None:
    changes = _kinds_of_change(how, before, after)
    symbol = after or before
    if not changes or symbol is None:
        return None
    moved = before is not None and after is not None and before["symbol_id"] != after["symbol_id"]
    return SymbolChange(
        changes=changes, kind=symbol["kind"], symbol_id=symbol["symbol_id"], language=symbol["language"],
        path=symbol["path"], line=symbol["line_start"],
        old_symbol_id=before["symbol_id"] if before and moved else None,
        old_path=before["path"] if before and before["path"] != symbol["path"] else None,
        before=before["signature"] if before else None, after=after["signature"] if after else None,
        breaking=_why_breaking(how, before, after, offered, reachable), is_test=bool(symbol["is_test"]),
    )  # fmt: skip


def _kinds_of_change(how: str, before: Symbol | None, after: Symbol | None) -> list[str]:
    if before is None or after is None:
        return [how]
    found = [how] if how != "same" else []
    if (before["visibility"], before["exported"]) != (after["visibility"], after["exported"]):
        found.append("visibility")
    rewritten = before["fingerprint"] != after["fingerprint"]
    other_signature = rewritten and how != "renamed" and before["signature"] != after["signature"]
    if other_signature or before["kind"] != after["kind"]:
        found.append("signature")
    # A type's text holds its members, and they are listed themselves.
    if rewritten and after["kind"] not in TYPE_KINDS and not found:
        found.append("body")
    return found


def _why_breaking(how: str, before: Symbol | None, after: Symbol | None, offered: Surface, reachable: set[str]) -> str:
    if before is None or not breaking.is_api(before, offered):
        return ""
    there = before["symbol_id"] in reachable or before["symbol_id"] in offered.still_named
    if after is None:
        return "" if there else breaking.removal(before)
    if how in {"moved", "renamed"} and not there and _is_seen(how, before, after):
        return f"{how} to {after['qualified_name']}"
    return breaking.change(before, after, offered)


def _is_seen(how: str, before: Symbol, after: Symbol) -> bool:
    """Modules of JavaScript are files: what an index hands out may move between them."""
    files_only = before["language"] in ECMASCRIPT and how == "moved"
    return not files_only and not before["symbol_id"].startswith(_MODULES)


def _rank(change: SymbolChange) -> tuple[Any, ...]:
    return (
        not change.breaking,
        change.is_test,
        _ORDER.index(change.changes[0]),
        change.path,
        change.line,
        change.symbol_id,
    )


def _callers(*row: Any) -> CallerChange:
    target, path, line, gained, lost, gained_examples, lost_examples = row
    return CallerChange(target, path, line, gained, lost, gained_examples, lost_examples)


def _summary(
    symbols: list[SymbolChange], facts: list[FactChange], callers: list[CallerChange], blast: Blast
) -> dict[str, int]:
    kinds = Counter(kind for change in symbols for kind in change.changes)
    told = Counter(f"{change.kind}_{change.change}" for change in facts)
    return {
        "breaking": sum(bool(change.breaking) for change in symbols),
        **{kind: kinds[kind] for kind in _ORDER},
        **dict(sorted(told.items())),
        "callers_gained": sum(change.gained for change in callers),
        "callers_lost": sum(change.lost for change in callers),
        "affected": blast.affected,
        "tests": len(blast.tests),
        "untested": blast.untested,
    }


def _rows(connection: duckdb.DuckDBPyConnection, name: str, values: dict[str, object] | None = None) -> list[Any]:
    return connection.execute(statements("changes")[name], values).fetchall()

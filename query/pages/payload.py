"""What the page shows, as columns of numbers and texts: small to store, quick to read."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import dedent
from typing import Any

import numpy as np

from query.engine import surfaces
from query.engine.tables import Bools, Ints
from query.engine.view import View
from query.pages.model import Report
from query.pages.named import uses
from query.pages.packages import folder, symbol_files

MOST_SYMBOLS = 50_000
MOST_EXCERPTS = 3_000
_EXCERPT_LINES = 16
_EXCERPT_WIDTH = 160
_LISTED = 5_000
_UNUSED = 2_000


def payload(view: View, report: Report) -> dict[str, Any]:
    """All of the page's data, ready for JSON."""
    symbols = view.loaded.symbols
    kept = _kept(view)
    place = np.full(len(symbols) + 1, -1, np.int64)  # the last one stands for no symbol
    place[kept] = np.arange(len(kept))
    rank = np.rint(100 * view.loaded.centrality).astype(int)
    said = asdict(report)
    said["unused"] = said["unused"][:_UNUSED]
    said["packages"] = [one | {"rank": best} for one, best in zip(said["packages"], _ranks(view, report), strict=True)]
    kinds, kind = np.unique(
        np.array(symbols.columns["kind"].to_pylist(), object)[kept].astype(str), return_inverse=True
    )
    return {
        "report": said,
        "total": len(symbols),
        "unused": len(report.unused),
        "kinds": kinds.tolist(),
        "paths": view.loaded.files.paths.to_pylist(),
        "symbols": {
            "id": symbols.ids.take(kept).to_pylist(),
            "name": symbols.columns["name"].take(kept).to_pylist(),
            "kind": kind.tolist(),
            "path": symbol_files(view)[kept].tolist(),
            "line": symbols.columns["line_start"].take(kept).to_pylist(),
            "end": symbols.columns["line_end"].take(kept).to_pylist(),
            "owner": place[symbols.containers[kept]].tolist(),
            "uses": uses(view)[kept].tolist(),
            "rank": rank[kept].tolist(),
            "test": symbols.is_test[kept].astype(int).tolist(),
        },
        "calls": _calls(view, place),
        "excerpts": _excerpts(view, kept),
        "lists": _lists(view),
    }


def _kept(view: View) -> Ints:
    """Numbers of the symbols on the page in their order; where there are too many, tests and what is far out go."""
    symbols = view.loaded.symbols
    if len(symbols) <= MOST_SYMBOLS:
        return np.arange(len(symbols))
    best = np.lexsort((-view.loaded.centrality, symbols.is_test))[:MOST_SYMBOLS]
    return np.sort(best)


def _ranks(view: View, report: Report) -> list[float]:
    """How central each package is: its most central symbol."""
    folders = [folder(path) for path in view.loaded.files.paths.to_pylist()]
    best: dict[str, float] = {}
    for file, rank in zip(symbol_files(view).tolist(), view.loaded.centrality.tolist(), strict=True):
        best[folders[file]] = max(best.get(folders[file], 0), rank)
    return [round(best.get(package.name, 0), 3) for package in report.packages]


def _calls(view: View, place: Ints) -> dict[str, list[int]]:
    """Who calls whom among the kept, each pair once; sources as steps from one to the next."""
    refs = view.loaded.refs
    chosen: Bools = view.loaded.calls & (refs.target >= 0) & (refs.source >= 0)
    source, target = place[refs.source[chosen]], place[refs.target[chosen]]
    both = (source >= 0) & (target >= 0)
    pairs = np.unique(np.stack((source[both], target[both])), axis=1)
    return {"from": np.diff(pairs[0], prepend=0).tolist(), "to": pairs[1].tolist()}


def _excerpts(view: View, kept: Ints) -> dict[int, str]:
    """The beginning of the most central definitions, as it is written, moved to the left."""
    symbols = view.loaded.symbols
    wanted = np.flatnonzero((symbols.is_callable | symbols.is_type)[kept] & ~symbols.is_test[kept])
    best = wanted[np.argsort(-view.loaded.centrality[kept[wanted]], kind="stable")[:MOST_EXCERPTS]]
    files = symbol_files(view)[kept]
    found: dict[int, str] = {}
    # File by file, so that each is read once.
    for number in sorted(best.tolist(), key=lambda one: int(files[one])):
        symbol = symbols[int(kept[number])]
        text = view.lines(symbol.path)
        if text is not None:
            last = min(symbol.line_end, symbol.line_start + _EXCERPT_LINES - 1)
            lines = [text.line(line)[:_EXCERPT_WIDTH] for line in range(symbol.line_start, last + 1)]
            found[number] = dedent("\n".join(lines)) + "\n…" * (last < symbol.line_end)
    return found


def _lists(view: View) -> dict[str, Any]:
    """Routes, configuration keys and tables in full."""
    routes = surfaces.endpoints(view, limit=_LISTED)
    keys = surfaces.config_keys(view, limit=_LISTED)
    tables = surfaces.db_tables(view, limit=_LISTED)
    return {
        "route": _list(
            ("method", "route", "handler", "place", "framework"),
            [(one.method, one.route, one.handler, f"{one.path}:{one.line}", one.framework) for one in routes.rows],
            routes.total,
        ),
        "config": _list(
            ("key", "used by", "place", "how"),
            [(one.key, one.used_by, f"{one.path}:{one.line}", one.pattern) for one in keys.rows],
            keys.total,
        ),
        "db_table": _list(
            ("table", "entity", "place", "users"),
            [(one.table, one.entity, f"{one.path}:{one.line}", len(one.referenced_by)) for one in tables.rows],
            tables.total,
        ),
    }


def _list(head: tuple[str, ...], rows: list[tuple[Any, ...]], total: int) -> dict[str, Any]:
    return {"head": head, "rows": rows, "total": total}

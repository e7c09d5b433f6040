"""A report from a view: the overview, and what each part of the analysis found."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from query.cli.text import plural
from query.engine.view import View
from query.pages.layering import Layer, violations
from query.pages.model import Place, Report, Surface
from query.pages.named import uses
from query.pages.packages import cycles, packages
from query.pages.rows import rows
from query.pages.trend import trend
from query.pages.unused import unused

LISTED = 25
_EXAMPLES = 8
_NO_CENTRE = ("module", "namespace", "package")


def gather(view: View, cache: Path, layers: tuple[Layer, ...] = ()) -> Report:
    """Everything a report says about one commit."""
    mounted = view.mounted
    ((refs, resolved, external),) = rows(mounted, "references")
    found = packages(view)
    return Report(
        name=_name(view),
        repo_id=mounted.repo_id,
        commit=mounted.commit,
        languages=tuple((name, files, lines, symbols) for name, files, lines, symbols in rows(mounted, "languages")),
        refs=refs,
        resolved=resolved,
        external=external,
        surfaces=tuple(Surface(kind, n, tuple(said)) for kind, n, said in rows(mounted, "surfaces", limit=_EXAMPLES)),
        hot_spots=_hot_spots(view),
        largest=tuple(Place(name, path, line, n) for name, path, line, n in rows(mounted, "largest", limit=LISTED)),
        central=_central(view),
        packages=found,
        cycles=cycles(found),
        unused=unused(view),
        layers=tuple(layer.name for layer in layers),
        violations=violations(view, layers),
        trend=trend(cache, mounted.repo_id, view.repo.root),
    )


def _name(view: View) -> str:
    name = view.repo.repo_id.rsplit("-", 1)[0]
    return view.repo.root.name if name == "root" else name


def _hot_spots(view: View) -> tuple[Place, ...]:
    found = rows(view.mounted, "hot_spots", limit=LISTED)
    return tuple(Place(path, path, 1, churn, plural(lines, "line")) for path, churn, lines, _ in found)


def _central(view: View) -> tuple[Place, ...]:
    symbols, rank = view.loaded.symbols, view.loaded.centrality
    chosen = np.flatnonzero(~symbols.is_test & ~symbols.of_kinds(_NO_CENTRE))
    best = chosen[np.argsort(-rank[chosen], kind="stable")[:LISTED]]
    used = uses(view)
    return tuple(
        Place(one.symbol_id, one.path, one.line_start, round(float(rank[number]), 3), plural(int(used[number]), "use"))
        for number in best.tolist()
        for one in (symbols[number],)
    )

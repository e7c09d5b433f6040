"""What is made from a loaded snapshot and a layer is what reading both from the database gives."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from indexer.build import build
from indexer.facade import overlay
from query.engine.laid import Laid, Layer
from query.engine.matching import match
from query.engine.view import Loaded
from query.mount import Mounted, laid_over, mount
from query.repo import RepoRef, locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

QUERIES = ("order", "ord*", "store OR mail", '"place order"', "save NOT audited", "getStore", "a*", "new_part", "zz")
ADDED = {
    ".py": "\n\ndef new_part_{n}(order):\n    '''Adds an order.'''\n    return order.save(zeta_{n}, place_order)\n",
    ".cs": "\nnamespace Shop.Web {{ public class New{n} : Cart {{ public New{n}() : base({n}) {{ Clear(); }} }} }}\n",
    ".go": "\nfunc New{n}(p Packer) int {{ return p.Pack({n}) }}\n",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, RepoRef, Mounted]]:
    root = shop.make(tmp_path_factory.mktemp("laid"))
    cache = root.parent / "cache"
    build(root, None, None, cache, jobs=1)
    repo = locate(root)
    with mount(cache, repo.repo_id, repo.commit) as mounted:
        yield cache, repo, mounted


def edited(root: Path, seed: int) -> dict[str, bytes | None]:
    """Some files with lines gone or doubled and definitions added; some gone, some new."""
    pick = random.Random(seed)
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.*") if path.suffix in ADDED)
    changed: dict[str, bytes | None] = {}
    for path in pick.sample(paths, pick.randint(1, 3)):
        lines = (root / path).read_text().splitlines(keepends=True)
        at = pick.randrange(len(lines) + 1)
        lines[at : at + pick.randint(0, 3)] = lines[at : at + pick.randint(0, 2)]
        text = "".join(lines) + ADDED[Path(path).suffix].format(n=pick.randint(1, 9)) * pick.randint(0, 1)
        changed[path] = None if pick.random() < 0.15 else text.encode()
        if pick.random() < 0.3:
            changed[f"{path.rpartition('/')[0]}/aa_{seed}{Path(path).suffix}"] = text.encode()
    return changed


def references(loaded: Loaded, rows: Any) -> list[tuple[Any, ...]]:
    refs, symbols, files = loaded.refs, loaded.symbols, loaded.files
    return [
        (
            files.path(int(refs.path[row])), int(refs.line[row]), int(refs.col[row]), int(refs.line_end[row]),
            *refs.written(int(row)), int(refs.kind[row]), int(refs.rule[row]), int(refs.confidence[row]),
            int(refs.external[row]), symbols.id(int(refs.source[row])), symbols.id(int(refs.target[row])),
        )
        for row in rows
    ]  # fmt: skip


def shown(loaded: Loaded) -> dict[str, Any]:
    """Everything that questions are answered from."""
    symbols, refs = loaded.symbols, loaded.refs
    numbers = range(len(symbols))
    names = sorted({name for _, _, _, _, name, *_ in references(loaded, range(len(refs.path)))})
    return {
        "symbols": [symbols[number] for number in numbers],
        "containers": symbols.containers.tolist(),
        "files": {name: column.to_pylist() for name, column in loaded.files.columns.items()},
        "all": sorted(references(loaded, range(len(refs.path))), key=str),
        "to": [sorted(references(loaded, refs.to(number)), key=str) for number in numbers],
        "places": [[row[:3] for row in references(loaded, refs.to(number))] for number in numbers],
        "of": [sorted(references(loaded, refs.of(number)), key=str) for number in numbers],
        "lines": [[row[1:3] for row in references(loaded, refs.of(number))] for number in numbers],
        "named": {name: sorted(references(loaded, refs.named(name)), key=str) for name in [*names, "nobody"]},
        "uses": loaded.fan_in.tolist(),
        "overriding": loaded.overriding.tolist(),
        "prior": loaded.prior.tolist(),
        "kinds": [symbols.kind(number) for number in numbers],
        "names": [symbols.name(number) for number in numbers],
        "numbers": symbols.numbers(symbols.ids).tolist(),
        "spaces": symbols.starting("namespace", "Shop").tolist(),
        "facts": [sorted(loaded.facts.of(symbols[number].symbol_id), key=str) for number in numbers],
        "kinds of facts": {
            kind: sorted(map(str, loaded.facts.of_kind(kind))) for kind in ("route", "config", "exception", "log")
        },
        "rows": loaded.rows,
        "churn": loaded.churn,
        "parameters": loaded.parameters(symbols.ids.to_pylist()),
        "imports": sorted(loaded.imports(loaded.files.paths.to_pylist()), key=str),
        "spelled": [
            loaded.spelled(path, name)
            for path, name, _, _ in sorted(loaded.imports(loaded.files.paths.to_pylist()), key=str)
        ],
        "runs": int(np.count_nonzero(loaded.calls)),
        "found": [found(loaded, query) for query in QUERIES],
        "called": [loaded.words.named(symbols[number].name, prefix=False).tolist() for number in numbers],
    }


def found(loaded: Loaded, query: str) -> tuple[list[bool], list[float]]:
    matches = match(loaded.words, query)
    return matches.mask.tolist(), matches.score.tolist()


@pytest.mark.parametrize("seed", range(30))
def test_a_layer_on_top_of_what_is_loaded_is_what_the_database_reads(
    base: tuple[Path, RepoRef, Mounted], seed: int
) -> None:
    cache, repo, below = base
    layer = overlay(repo.root, cache, repo.repo_id, repo.commit, edited(repo.root, seed))
    laid = Laid(laid_over(below, layer), Loaded(below), Layer(layer))
    with mount(cache, repo.repo_id, repo.commit, over=layer) as whole:
        expected = shown(Loaded(whole))
    assert {name: value for name, value in shown(laid).items() if value != expected[name]} == {}

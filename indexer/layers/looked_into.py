"""Whether facts of others look at something in edited files that is another thing now."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from indexer.extract.terms import Flow
from indexer.layers.moved_facts import first_rows, marked_terms, sayings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from indexer.facts.asked import Asked
    from indexer.link.local import Local
    from indexer.raw import Raw

ABOUT = frozenset({"class", "extend", "value"})  # shapes of marks that say what a definition is
NAMED = ("d", "f", "s")  # what a mark decorates, and which definition gives back or holds what is made there
TELLING = tuple(f'"{word}"' for word in NAMED)
DESCRIBING = ("parameters", "return_type", "container", "namespace", "modifiers", "decorators")
# What bears on a definition as it stands, when it is called, on its parameters; and what does not beside another.
BEARING = {
    "s": (Flow.BASE, Flow.TYPE, Flow.VALUE),
    "r": (Flow.BASE, Flow.RETURN_TYPE, Flow.RETURN),
    "p": (Flow.PARAMETER_TYPE, Flow.TYPE, Flow.PARAMETER_VALUE),
}
HIDDEN = {Flow.TYPE: Flow.VALUE, Flow.RETURN_TYPE: Flow.RETURN}


def is_looked_into(before: Raw, local: Local, named: set[int], asked: Asked) -> bool:
    """Whether facts of others may look at something in the files that is another thing now.

    They get there by what they name, and from there into what they were seen to look into.
    """
    rows, files = local.rows.raw, set(local.files.tolist())
    opened = {owner for owner, askers in asked.owners.items() if askers - files}
    around = rows.symbols["parent"].to_numpy()
    owners = np.where(around >= 0, local.numbers[np.maximum(around, 0)], -1).tolist() if len(around) else []
    numbers, stays = local.numbers.tolist(), local.stays.tolist()
    came = (owner for owner, stay in zip(owners, stays, strict=True) if not stay)
    went = before.symbols["parent"].take(pa.array(local.gone, pa.int64())).to_pylist()
    if not opened.isdisjoint({*came, *went} - {-1}):
        return True
    asking = {row: asked.symbols[n] for row, n in enumerate(numbers) if stays[row] and n in asked.symbols}
    if _bears_otherwise(local, asking):
        return True
    seen = {
        row for row, n in enumerate(numbers) if stays[row] and (n in named or owners[row] in opened)
    } | asking.keys()
    if any(_described(before, numbers[row]) != _described(rows, row) for row in seen):
        return True
    old = before.marks.filter(pa.array(np.isin(before.marks["file"].to_numpy(), local.files)))
    was, now = _about(old, before, {numbers[row] for row in seen}), _about(rows.marks, rows, seen)
    if local.touched(marked_terms(now, rows), set()):
        return True
    return sayings(was, local.was, before) != sayings(now, local.now, rows)


def _bears_otherwise(local: Local, asking: Mapping[int, set[int | str]]) -> bool:
    """Whether something else bears on definitions, in the ways that are asked about, or may be another thing."""
    was, now, flows = local.was.flows(), local.now.flows(), local.rows.raw.flows
    rows: dict[int, list[tuple[int, int]]] = {}
    for symbol, how, term in zip(*(flows[name].to_pylist() for name in ("symbol", "how", "term")), strict=True):
        if symbol in asking:
            rows.setdefault(symbol, []).append((how, term))
    terms: set[int] = set()
    for row, ways in asking.items():
        before, after = was.get(int(local.numbers[row]), ()), now.get(row, ())
        hows = _hows(ways, {how for how, *_ in before} & {how for how, *_ in after})
        if [each for each in before if each[0] in hows] != [each for each in after if each[0] in hows]:
            return True
        terms |= {term for how, term in rows.get(row, ()) if how in hows}
    return local.touched(terms, set())


def _hows(ways: set[int | str], declared: set[int]) -> set[int]:
    """What is looked at: where something is declared, what it holds or gives back is not."""
    hows = {how for way in ways for how in (BEARING[way] if isinstance(way, str) else (way,))}
    hidden = {HIDDEN[how] for how in declared & HIDDEN.keys()}
    return hows - (hidden - {way for way in ways if isinstance(way, int)})


def _described(raw: Raw, row: int) -> list[Any]:
    return [raw.symbols[name][row].as_py() for name in DESCRIBING]


def _about(marks: pa.Table, raw: Raw, symbols: set[int]) -> pa.Table:
    """Marks that are found by the definitions they are about: what these hold, derive from, are decorated with."""
    firsts = first_rows(raw.symbols)
    columns = (marks[name].to_pylist() for name in ("file", "shape", "symbol", "data"))
    chosen = []
    for row, (file, shape, symbol, data) in enumerate(zip(*columns, strict=True)):
        told = json.loads(data) if any(word in data for word in TELLING) else {}
        about = {told[word] + firsts.get(file, 0) for word in NAMED if isinstance(told.get(word), int)}
        if not about.isdisjoint(symbols) or (shape in ABOUT and symbol in symbols):
            chosen.append(row)
    return marks.take(pa.array(chosen, pa.int64()))

"""Facts of edited files whose marks say what they said: the same facts, at other lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts.numbers import replaced
from indexer.link.changes import HANDING, KEEPING, MODULAR
from indexer.schema import FACTS, TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from indexer.facts.asked import Asked
    from indexer.link.local import Local
    from indexer.link.side import Side
    from indexer.raw import Raw

Lines = tuple[int, int]
Moves = dict[Lines, set[Lines]]


def moved_facts(
    facts: pa.Table, before: Raw, rows: Raw, local: Local, ids: pa.Array, asked: Callable[[], Asked | None]
) -> pa.Table | None:
    """The facts of the edited files, moved; nothing where they, or those of other files, may be others.

    `ids` are those of the definitions of `before`, `asked` tells whose contents its facts were read from, if known.
    """
    if not _is_quiet(before, rows, local, asked):
        return None
    was = before.marks.filter(pa.array(np.isin(before.marks["file"].to_numpy(), local.files)))
    if sayings(was, local.was, before) != sayings(rows.marks, local.now, rows):
        return None
    staying = pa.array(local.numbers[local.stays])
    symbols = _pairs(before.symbols.take(staying)), _pairs(rows.symbols.filter(pa.array(local.stays)))
    moves: Moves = {}
    for old, new in [*zip(_pairs(was), _pairs(rows.marks), strict=True), *zip(*symbols, strict=True)]:
        moves.setdefault(old, set()).add(new)
    inside = pc.is_in(facts["path"], pa.array(list(local.now.files), pa.string()))
    others = facts.filter(pc.invert(inside))
    about = others.filter(pc.is_in(others["symbol_id"], ids.take(staying)))  # they may tell its lines
    if any(moves.get(old, {old}) != {old} for old in _pairs(about)):
        return None
    return _moved(facts.filter(inside), moves)


def _is_quiet(before: Raw, rows: Raw, local: Local, asked: Callable[[], Asked | None]) -> bool:
    """Whether what facts are read from is as before, but for definitions that no mark names or looks into."""
    if local.shared or local.touched(*_marked(rows)) or _binds_other(before, rows, local):
        return False
    around = rows.symbols["parent"].to_numpy()
    outermost = ~local.stays & ((around < 0) | local.stays[around])  # what lies in a new one is found through it
    went = set(local.gone)
    lost = [number for number in local.gone if before.symbols["parent"][number].as_py() not in went]
    new, old = rows.symbols.filter(pa.array(outermost)), before.symbols.take(pa.array(lost, pa.int64()))
    members = _members(new, rows, local.numbers.tolist()) | _members(old, before, range(before.symbols.num_rows))
    if members and ((known := asked()) is None or _is_asked(members, known)):
        return False
    said = pa.chunked_array([*before.marks["data"].chunks, *rows.marks["data"].chunks], pa.string())
    names = [*new["name"].to_pylist(), *old["name"].to_pylist()]
    return not any(pc.any(pc.match_substring(said, name)).as_py() for name in names)


def _members(symbols: pa.Table, rows: Raw, numbers: Sequence[int]) -> set[tuple[int, str]]:
    """Those of the definitions that lie in a type, by its number and their name: marks may look into that."""
    pairs = zip(symbols["parent"].to_pylist(), symbols["name"].to_pylist(), strict=True)
    inside = [(around, name) for around, name in pairs if around >= 0]
    kinds = rows.symbols["kind"].take(pa.array([around for around, _ in inside], pa.int64())).to_pylist()
    return {(numbers[n], name) for (n, name), kind in zip(inside, kinds, strict=True) if kind in TYPE_KINDS}


def _is_asked(members: set[tuple[int, str]], asked: Asked) -> bool:
    return any(owner in asked.owners or name in asked.names for owner, name in members)


def _binds_other(before: Raw, rows: Raw, local: Local) -> bool:
    """Whether imports came or went that a mark may look at: by their name, or by what some file at all imports."""
    was, now = local.was.imports, local.now.imports
    if was == now:
        return False
    own = before.marks.filter(pa.array(np.isin(before.marks["file"].to_numpy(), local.files)))
    texts = [chunk for marks in (own, rows.marks) for name in ("data", "name") for chunk in marks[name].chunks]
    said = pa.chunked_array(texts, pa.string())
    for path, bound, module, _ in (was - now) + (now - was):
        language = local.now.files[path][0]
        if not bound or bound == "*" or language not in HANDING | KEEPING:
            return True
        if language not in MODULAR and not _is_imported(before, module, local):
            return True
        if pc.any(pc.match_substring(said, bound)).as_py():
            return True
    return False


def _is_imported(before: Raw, module: str, local: Local) -> bool:
    """Whether files that stay import a module: that somebody does is a reason for facts."""
    files = before.imports["file"].to_numpy()[pc.equal(before.imports["module"], module).to_numpy()]
    return bool((~np.isin(files, local.files)).any())


def _marked(rows: Raw) -> tuple[set[int], set[int]]:
    """Terms that marks name, and types whose bases they look at."""
    types = rows.marks.filter(pc.equal(rows.marks["shape"], "class"))["symbol"].to_pylist()
    return marked_terms(rows.marks, rows), {symbol for symbol in types if symbol >= 0}


def marked_terms(marks: pa.Table, raw: Raw) -> set[int]:
    """Those that marks name."""
    terms = {term for term in marks["term"].to_pylist() if term >= 0}
    firsts = first_rows(raw.terms)
    for file, data in zip(marks["file"].to_pylist(), marks["data"].to_pylist(), strict=True):
        first = firsts.get(file, 0)
        replaced(json.loads(data), lambda at: at, lambda at, first=first: terms.add(at + first))  # type: ignore[misc]
    return terms


def _pairs(table: pa.Table) -> list[Lines]:
    return list(zip(table["line_start"].to_pylist(), table["line_end"].to_pylist(), strict=True))


def sayings(marks: pa.Table, side: Side, raw: Raw) -> list[Any]:
    """What marks say, whatever the numbers of what they name."""
    firsts = {name: first_rows(getattr(raw, name)) for name in ("symbols", "terms")}
    made = []
    for row in marks.to_pylist():
        symbol, term = (firsts[name].get(row["file"], 0) for name in ("symbols", "terms"))
        data = _named(json.loads(row["data"]), side, symbol, term)
        made.append((row["shape"], row["name"], side.key_of.get(row["symbol"]), side.hashes.get(row["term"]), data))
    return made


def _named(data: Any, side: Side, symbol: int, term: int) -> Any:
    return replaced(data, lambda at: side.key_of.get(at + symbol), lambda at: side.hashes.get(at + term))


def first_rows(table: pa.Table) -> dict[int, int]:
    files, first = np.unique(table["file"].to_numpy(), return_index=True)
    return dict(zip(files.tolist(), first.tolist(), strict=True))


def _moved(facts: pa.Table, moves: Moves) -> pa.Table | None:
    """Nothing where a line could go to several places."""
    lines: list[Lines] = []
    for old in _pairs(facts):
        if len(to := moves.get(old, set())) != 1:
            return None
        lines += to
    starts, ends = zip(*lines, strict=True) if lines else ((), ())
    for name, column in (("line_start", starts), ("line_end", ends)):
        place = facts.schema.get_field_index(name)
        facts = facts.set_column(place, facts.schema.field(place), pa.array(column, facts.schema.field(place).type))
    return facts.sort_by([(name, "ascending") for name in FACTS.sort])

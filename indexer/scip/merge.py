"""The references of covered files as the compiler has them; ours stay where it is silent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from indexer import schema
from indexer.scip.content import LOCAL, is_spelled, last_name
from indexer.scip.definitions import Definitions
from indexer.scip.packages import Packages
from indexer.scip.read import DEFINITION, IMPORT, WRITE, Occurrence
from indexer.write import arrow_schema

COMPILER = "compiler"
_UNBOUND = {"to_symbol": None, "external": None, "resolution": schema.UNRESOLVED, "confidence": "high"}
_ONE_OF_SEVERAL = {"resolution": "candidates", "confidence": "medium"}
_DERIVED = ("override", "implementation")  # relations of definitions, which are no occurrences
_IMPORTED = "import"
_FORWARDED = "flow"  # stands at a parenthesis: no index has an occurrence there

Row = dict[str, Any]
Place = tuple[int, int]
Targets = Mapping[str, set[str]]


def merge(
    refs: pa.Table, symbols: pa.Table, covered: Mapping[str, Iterable[Occurrence]], offered: Iterable[str] = ()
) -> pa.Table:
    """The table `refs` with the rows of the covered files replaced; `offered`: packages that the repository holds."""
    spots = {path: [one for one in found if one.symbol] for path, found in covered.items()}
    definitions = Definitions(symbols)
    targets = _targets(spots, definitions)
    packages = Packages(symbols, (one for found in spots.values() for one in found), offered)
    owners = _Owners(symbols, spots)
    mine, kept = _parted(refs, set(spots))
    rows: list[Row] = []
    for path, found in spots.items():
        spoken = list(_spoken(path, found, targets, definitions, packages))
        ours = _without(mine.pop(path, []), _nameless(path, found, targets), spoken)
        rows += _rows(path, spoken, ours, definitions, packages, owners)
    made = pa.Table.from_pylist(rows, schema=arrow_schema(schema.REFS))
    return pa.concat_tables([kept.cast(made.schema), made]).sort_by(
        [(column, "ascending") for column in schema.REFS.sort]
    )


def _targets(covered: Mapping[str, list[Occurrence]], definitions: Definitions) -> dict[str, set[str]]:
    """Which of our symbols each of the compiler's is, by the places of its definitions; none where we have no row."""
    found: dict[str, set[str]] = {}
    for path, occurrences in covered.items():
        told = (one for one in occurrences if one.roles & DEFINITION)
        for one, symbol, name in definitions.of(path, told):
            known = found.setdefault(_scoped(path, one.symbol), set())
            if symbol and (not name or is_spelled(name, last_name(one.symbol) or name)):
                known.add(symbol)
    return found


def _scoped(path: str, symbol: str) -> str:
    """Locals are numbered within their file."""
    return f"{path} {symbol}" if symbol.startswith(LOCAL) else symbol


def _parted(refs: pa.Table, paths: set[str]) -> tuple[dict[str, list[Row]], pa.Table]:
    """(our rows of the covered files, the table of all others)"""
    import pyarrow.compute as pc

    inside = pc.is_in(refs["path"], pa.array(sorted(paths), pa.string()))
    mine: dict[str, list[Row]] = {}
    for row in refs.filter(inside).to_pylist():
        mine.setdefault(row["path"], []).append(row)
    return mine, refs.filter(pc.invert(inside))


def _spoken(
    path: str, found: list[Occurrence], targets: Targets, definitions: Definitions, packages: Packages
) -> Iterator[tuple[Occurrence, set[str] | None]]:
    """What the compiler says about uses of names, with the definitions it means; None where it has none of them."""
    for one in dict.fromkeys(found):
        known = targets.get(_scoped(path, one.symbol))
        unnamed = known is None and not last_name(one.symbol)
        if one.roles & DEFINITION or (unnamed and not packages.is_elsewhere(one)):
            continue
        if known and (definitions.is_again(path, one, known) or (one.brief and known <= definitions.reached)):
            continue
        yield one, known


def _nameless(path: str, found: list[Occurrence], targets: Targets) -> set[Place]:
    """Where the compiler has no definition for a bare name, not even one elsewhere; what is reached it may not know."""
    return {
        (one.line, one.col)
        for one in found
        if one.symbol.startswith(LOCAL) and not one.reached and _scoped(path, one.symbol) not in targets
    }


def _without(mine: list[Row], nameless: set[Place], spoken: list[tuple[Occurrence, set[str] | None]]) -> list[Row]:
    """Our rows, unresolved where the name is nothing to the compiler; what it could not import, it calls so as well."""
    followed = {target for _, known in spoken for target in known or ()}
    rows: list[Row] = []
    for row in mine:
        place = row["line_start"], row["col_start"]
        unseen = row["resolution"] == _IMPORTED and row["to_symbol"] not in followed
        if row["to_symbol"] is None or unseen or _is_apart(row) or place not in nameless:
            rows.append(row)
        elif (unbound := row | _UNBOUND) not in rows[-1:]:
            rows.append(unbound)
    return rows


def _rows(
    path: str,
    spoken: Iterable[tuple[Occurrence, set[str] | None]],
    mine: list[Row],
    definitions: Definitions,
    packages: Packages,
    owners: _Owners,
) -> list[Row]:
    """What the compiler says of a file, with our kind of use where we have a row; then what it is silent about."""
    ours: dict[Place, list[Row]] = {}
    for row in mine:
        if not _is_apart(row):
            ours.setdefault((row["line_start"], row["col_start"]), []).append(row)
    rows: list[Row] = []
    said: dict[Place, set[str]] = {}
    unknown = set()
    for one, known in spoken:
        place = one.line, one.col
        there = ours.get(place, [])
        bound = {row["to_symbol"] for row in there if row["to_symbol"]}
        if known is None and packages.is_elsewhere(one):
            bound = set()
        if _is_silent(known, bound, definitions):
            unknown.add(place)
            continue
        if not there and not (known or last_name(one.symbol)):
            continue
        said.setdefault(place, set()).update(known or ())
        # A parameter or a local is no definition of ours, and what refers to it leaves no row.
        for target in [None] if known is None else sorted(known):
            same = [row for row in there if row["to_symbol"] == target]
            row = _row(path, one, target, next(iter(same or there), None), owners)
            rows.append(row if known is None or len(known) == 1 else row | _ONE_OF_SEVERAL)

    def stays(row: Row) -> bool:
        place = row["line_start"], row["col_start"]
        # One of several things that are named there may be what the compiler is silent about.
        return place not in said or (place in unknown and row["to_symbol"] not in said[place])

    return rows + [row for row in mine if _is_apart(row) or stays(row)]


def _is_apart(row: Row) -> bool:
    """Rows at places where no index has an occurrence of the same meaning."""
    return row["kind"] in _DERIVED or row["resolution"] == _FORWARDED


def _is_silent(known: set[str] | None, ours: set[str], definitions: Definitions) -> bool:
    """Whether the compiler does not say more than we know.

    It saw nothing of what it was not told where to find: then ours stays if it is resolved.
    So it does where ours is among definitions that share a name, or is the type whose constructor the compiler means.
    """
    if not ours or known is None:
        return bool(ours)
    if len(known) > 1:
        return bool(ours & known)
    return any(definitions.constructs(one, other) for one in known for other in ours)


def _row(path: str, one: Occurrence, target: str | None, ours: Row | None, owners: _Owners) -> Row:
    kind = "import" if one.roles & IMPORT else "write" if one.roles & WRITE else "read"
    base = ours or {
        "kind": kind, "to_name": last_name(one.symbol), "to_container_hint": None,
        "from_symbol": owners.of(path, one.line, one.col),
    }  # fmt: skip
    return base | {
        "path": path, "line_start": one.line, "line_end": one.line_end, "col_start": one.col, "col_end": one.col_end,
        "to_symbol": target, "external": target is None, "resolution": COMPILER, "confidence": "high",
    }  # fmt: skip


class _Owners:
    """The innermost definition around a place."""

    def __init__(self, symbols: pa.Table, paths: Iterable[str]) -> None:
        wanted = set(paths)
        columns = ["path", "line_start", "col_start", "line_end", "col_end", "symbol_id"]
        self._spans: dict[str, list[tuple[tuple[int, int], tuple[int, int], str]]] = {}
        for path, line, col, line_end, col_end, symbol in zip(
            *(symbols[name].to_pylist() for name in columns), strict=True
        ):
            if path in wanted:
                self._spans.setdefault(path, []).append(((line, col), (line_end, col_end), symbol))

    def of(self, path: str, line: int, col: int) -> str | None:
        around = [span for span in self._spans.get(path, ()) if span[0] <= (line, col) < span[1]]
        # The one that begins last is inside all others.
        return max(around)[2] if around else None

"""Holds the references of a snapshot against an oracle's table: every occurrence gets a verdict, DuckDB counts them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import duckdb

KEY = "path, line, col, name"  # what makes two occurrences the same
CALLS = ("call", "new")
TALLY = """
    count(*) FILTER (verdict IN ('right', 'wrong', 'missed')), count(*) FILTER (verdict = 'right'),
    count(*) FILTER (verdict = 'wrong'), count(*) FILTER (verdict = 'stray'),
    count(*) FILTER (verdict = 'unjudged'), count(*) FILTER (tie)
"""
VERDICTS = f"""
CREATE TABLE truth AS
SELECT ref_path AS path, ref_line AS line, ref_col AS col, name, ref_kind AS kind, file_row_number AS nth,
    NOT coalesce(same_file, false) AS crosses, def_path, def_line, alt_defs,
    concat(def_path, ':', def_line, ' ', def_kind, ' ', def_name) AS told
FROM positive WHERE def_kind IS DISTINCT FROM 'module';

CREATE TABLE denied AS
SELECT ref_path AS path, ref_line AS line, ref_col AS col, name, ref_kind AS kind, file_row_number AS nth, cls,
    concat_ws(' ', cls, symbol) AS told
FROM negative WHERE cls IN ('local', 'external');

CREATE TABLE accepted AS
SELECT {KEY}, def_path, def_line FROM truth
UNION
SELECT {KEY}, regexp_extract(place, '^(.*):(\\d+)$', 1), CAST(regexp_extract(place, '^(.*):(\\d+)$', 2) AS INTEGER)
FROM (SELECT *, unnest(string_split(alt_defs, ';')) AS place FROM truth) WHERE place <> '';

CREATE TABLE oracle AS
SELECT {KEY}, 'repository' AS says, arg_max(kind, nth) AS kind, bool_or(kind IN {CALLS}) AS is_call,
    arg_max(told, nth) AS told, arg_max(crosses, nth) AS crosses
FROM truth GROUP BY {KEY}
UNION ALL
SELECT {KEY}, arg_max(cls, nth), arg_max(kind, nth), bool_or(kind IN {CALLS}), arg_max(told, nth), NULL
FROM denied ANTI JOIN truth USING ({KEY}) GROUP BY {KEY};

CREATE TABLE judged_refs AS
SELECT path, line_start AS line, col_start AS col, to_name AS name, to_symbol, external,
    if(confidence = 'high', resolution, concat(resolution, ', ', confidence)) AS rule
FROM refs SEMI JOIN oracle USING (path);

CREATE TABLE bound AS
SELECT r.*, s.path AS def_path, s.name_line AS def_line, s.name AS def_name, a.def_path IS NOT NULL AS good
FROM judged_refs r JOIN symbols s ON s.symbol_id = r.to_symbol
LEFT JOIN accepted a ON (a.path, a.line, a.col, a.name, a.def_path, a.def_line)
    = (r.path, r.line, r.col, r.name, s.path, s.name_line);

CREATE TABLE positions AS
SELECT path, line, col, CASE WHEN count(to_symbol) > 0 THEN 'bound' WHEN bool_or(external) THEN 'external'
    ELSE 'unresolved' END AS state
FROM judged_refs GROUP BY path, line, col;

CREATE TABLE verdicts AS
WITH ours AS (
    SELECT {KEY}, bool_or(good) AS good, bool_or(good) AND NOT bool_and(good) AS tie, bool_or(def_path = path) AS here,
        array_to_string(list_sort(list(DISTINCT concat(def_path, ':', def_line, ' ', def_name, ' [', rule, ']'))), ', ')
            AS said
    FROM bound GROUP BY {KEY}
)
SELECT {KEY}, says, kind, is_call, coalesce(crosses, NOT here) AS crosses, told, said, coalesce(tie, false) AS tie,
    CASE WHEN says = 'repository' AND good THEN 'right' WHEN says = 'repository' AND NOT good THEN 'wrong'
        WHEN says = 'repository' THEN 'missed' WHEN said IS NULL THEN 'left alone'
        WHEN says IS NULL THEN 'unjudged' ELSE 'stray' END AS verdict
FROM oracle FULL JOIN ours USING ({KEY});
"""


@dataclass(frozen=True, slots=True)
class Tally:
    truth: int
    right: int
    wrong: int
    stray: int  # bound though the oracle says local or external
    unjudged: int  # bound where the oracle is silent
    ties: int  # right ones that carry a wrong target beside the right one

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong + self.stray)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.truth)

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)

    @property
    def tie_share(self) -> float:
        return self.ties / max(1, self.right)

    @property
    def stray_share(self) -> float:
        return self.stray / max(1, self.right + self.wrong + self.stray)

    def as_json(self) -> dict[str, float]:
        rates = {name: getattr(self, name) for name in ("precision", "recall", "f1", "tie_share", "stray_share")}
        return asdict(self) | rates


@dataclass(frozen=True, slots=True)
class Sample:
    path: str
    line: int
    col: int
    name: str
    kind: str
    ours: str
    oracle: str


@dataclass(frozen=True, slots=True)
class Score:
    whole: Tally
    calls: Tally
    kinds: dict[str, Tally]
    files: dict[str, Tally]  # same-file and cross-file ones, and the calls among them
    rules: dict[str, Tally]
    states: dict[str, dict[str, int]]  # what the oracle says -> what the snapshot says -> occurrences
    missed: dict[str, dict[str, int]]  # kind -> what the snapshot says -> occurrences
    samples: dict[str, list[Sample]]

    @property
    def unresolved(self) -> float:
        """Share of the snapshot's references, in the files that the oracle saw, that are neither bound nor external."""
        present = [count for row in self.states.values() for state, count in row.items() if state != "absent"]
        return sum(row.get("unresolved", 0) for row in self.states.values()) / max(1, sum(present))

    def as_json(self) -> dict[str, Any]:
        tallies = {"whole": self.whole.as_json(), "calls": self.calls.as_json()}
        groups = {"kinds": self.kinds, "files": self.files, "rules": self.rules}
        nested = {name: {key: one.as_json() for key, one in group.items()} for name, group in groups.items()}
        samples = {name: [asdict(sample) for sample in rows] for name, rows in self.samples.items()}
        rest = {"unresolved": self.unresolved, "states": self.states, "missed": self.missed, "samples": samples}
        return tallies | nested | rest


def score(snapshot: Path, truth: Path, samples: int) -> Score:
    """`truth` is the table of what the oracle resolved; the one of what it did not stands beside it."""
    with duckdb.connect() as db:
        for name, file in (("positive", truth), ("negative", truth.with_suffix(".neg.parquet"))):
            db.read_parquet(str(file), file_row_number=True).create_view(name)
        for name in ("refs", "symbols"):
            db.read_parquet(str(snapshot / f"{name}.parquet")).create_view(name)
        db.execute(VERDICTS)
        (whole,) = _tallies(db, "'all'").values()
        (calls,) = _tallies(db, "'calls'", "is_call").values()
        files = _tallies(db, "if(crosses, 'cross-file', 'same-file')", "kind IS NOT NULL")
        files |= _tallies(db, "if(crosses, 'cross-file calls', 'same-file calls')", "is_call")
        return Score(
            whole,
            calls,
            _tallies(db, "kind", "kind IS NOT NULL"),
            files,
            _rules(db),
            _states(db, "coalesce(says, 'nothing')", "oracle FULL JOIN positions USING (path, line, col)"),
            _states(db, "kind", "verdicts LEFT JOIN positions USING (path, line, col) WHERE verdict = 'missed'"),
            {name: _samples(db, name, samples) for name in ("wrong", "stray", "missed", "ties")},
        )


def _tallies(db: duckdb.DuckDBPyConnection, group: str, where: str = "true") -> dict[str, Tally]:
    query = f"SELECT {group} AS key, {TALLY} FROM verdicts WHERE {where} GROUP BY ALL ORDER BY key"
    return {key: Tally(*counts) for key, *counts in db.execute(query).fetchall()} or {"": Tally(0, 0, 0, 0, 0, 0)}


def _rules(db: duckdb.DuckDBPyConnection) -> dict[str, Tally]:
    """Each rule answers for what it bound itself; where two of them bound one occurrence both are counted."""
    query = f"""
        WITH answers AS (
            SELECT {KEY}, rule, bool_or(good) AS good, bool_or(good) AND NOT bool_and(good) AS tie
            FROM bound GROUP BY ALL
        ), judged AS (
            SELECT rule, tie, CASE WHEN says IS NULL THEN 'unjudged' WHEN says <> 'repository' THEN 'stray'
                WHEN good THEN 'right' ELSE 'wrong' END AS verdict
            FROM answers LEFT JOIN oracle USING ({KEY})
        )
        SELECT rule, {TALLY} FROM judged GROUP BY rule ORDER BY count(*) DESC, rule
    """
    return {rule: Tally(*counts) for rule, *counts in db.execute(query).fetchall()}


def _states(db: duckdb.DuckDBPyConnection, group: str, table: str) -> dict[str, dict[str, int]]:
    query = f"SELECT {group} AS key, coalesce(state, 'absent'), count(*) FROM {table} GROUP BY ALL ORDER BY ALL"
    found: dict[str, dict[str, int]] = {}
    for key, state, count in db.execute(query).fetchall():
        found.setdefault(key, {})[state] = count
    return found


def _samples(db: duckdb.DuckDBPyConnection, verdict: str, count: int) -> list[Sample]:
    """The same ones on every run, taken in turn from each kind and state: a common one must not hide the rest."""
    wanted = "tie" if verdict == "ties" else f"verdict = '{verdict}'"
    query = f"""
        WITH found AS (
            SELECT {KEY}, kind, coalesce(said, state, 'absent') AS ours, told, coalesce(state, 'absent') AS state,
                md5(concat_ws(':', {KEY})) AS lot
            FROM verdicts LEFT JOIN positions USING (path, line, col) WHERE {wanted}
        ), dealt AS (
            SELECT *, row_number() OVER (PARTITION BY kind, state ORDER BY lot) AS turn FROM found
            ORDER BY turn, lot LIMIT $count
        )
        SELECT {KEY}, kind, ours, told FROM dealt ORDER BY kind, state, {KEY}
    """
    return [Sample(*row) for row in db.execute(query, {"count": count}).fetchall()]

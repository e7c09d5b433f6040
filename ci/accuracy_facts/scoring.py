"""Holds the facts of a commit against a table: precision and recall for each kind."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from accuracy_facts.tables import Row, Table

# Precision and recall that each kind has to reach.
BARS = {
    "route": (0.98, 0.95), "exception": (0.98, 0.95), "log": (0.98, 0.95), "config": (0.95, 0.90),
    "db_table": (0.95, 0.90), "di_registration": (0.95, 0.90), "middleware": (0.95, 0.90),
}  # fmt: skip


@dataclass
class Score:
    kind: str
    right: int = 0
    wrong: list[Row] = field(default_factory=list)  # told, but not in the table
    missed: list[Row] = field(default_factory=list)

    @property
    def precision(self) -> float:
        told = self.right + len(self.wrong)
        return self.right / told if told else 1.0

    @property
    def recall(self) -> float:
        wanted = self.right + len(self.missed)
        return self.right / wanted if wanted else 1.0

    @property
    def passes(self) -> bool:
        precision, recall = BARS.get(self.kind, (0.95, 0.90))
        return self.precision >= precision and self.recall >= recall


def told_facts(repo: Path, table: Table) -> list[Row]:
    """What the indexer says of the table's commit, whatever its confidence: a guess that is told counts, too."""
    from indexer.facade import index_contents
    from indexer.model import Settings
    from indexer.source import open_source

    source = open_source(repo, table.commit, Settings(include=list(table.include)))
    try:
        contents = {entry.path: data for entry, data in source.read(source.entries)}
    finally:
        source.close()
    rows = []
    for fact in index_contents(contents)["facts"].to_pylist():
        if table.judges(fact["kind"], fact["path"]):
            handler = str(json.loads(fact["detail"] or "{}").get("handler") or "")
            rows.append(Row(fact["kind"], _one_line(fact["value"]), handler, fact["path"], fact["line_start"]))
    return rows


def _one_line(value: str) -> str:
    """As values stand in a table."""
    return value.replace("\t", " ").replace("\n", "\\n")


def score(table: Table, told: list[Row]) -> list[Score]:
    """Each row of the table is met by one fact at the most."""
    scores = {kind: Score(kind) for kind in table.kinds}
    waiting: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in told:
        waiting[row.kind, row.value, row.path].append(row)
    for row in table.rows:
        if not table.judges(row.kind, row.path):
            continue
        candidates = waiting[row.kind, row.value, row.path]
        met = next((fact for fact in candidates if _meets(row, fact)), None)
        if met is None:
            scores[row.kind].missed.append(row)
        else:
            candidates.remove(met)
            scores[row.kind].right += 1
    for rest in waiting.values():
        for row in rest:
            scores[row.kind].wrong.append(row)
    return list(scores.values())


def _meets(row: Row, fact: Row) -> bool:
    return row.line in (0, fact.line) and row.handler in ("", fact.handler)

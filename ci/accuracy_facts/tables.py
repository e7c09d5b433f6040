"""Tables of facts that were checked by hand, or against the framework's own answer: what a repository should give.

A table is a file of tab-separated rows `kind value handler path line` below a head of comments:

    # repository: owner/name
    # commit: 40 hex
    # include: *.py            gitignore-style globs of what is indexed
    # leave: tests/            paths that are not judged
    # kinds: route, db_table   kinds that the table tells completely
    # how: in a sentence, where the rows come from

An empty handler is not judged. A line of 0 means: anywhere in the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Row:
    kind: str
    value: str
    handler: str
    path: str
    line: int


@dataclass(frozen=True)
class Table:
    name: str
    repository: str
    commit: str
    include: tuple[str, ...]
    leave: tuple[str, ...]
    kinds: tuple[str, ...]
    how: str
    rows: tuple[Row, ...]

    def judges(self, kind: str, path: str) -> bool:
        return kind in self.kinds and not path.startswith(self.leave)


def read_table(file: Path) -> Table:
    head: dict[str, str] = {}
    rows: list[Row] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if line.startswith("#"):
            key, _, text = line[1:].partition(":")
            head[key.strip()] = text.strip()
        elif line.strip():
            rows.append(_row(line, f"{file.name}:{number}"))
    missing = [key for key in ("repository", "commit", "include", "kinds") if key not in head]
    if missing:
        raise ValueError(f"{file}: the head says nothing of {', '.join(missing)}: add `# {missing[0]}: …`")
    listed = {key: _words(head.get(key, "")) for key in ("include", "leave", "kinds")}
    return Table(file.stem, head["repository"], head["commit"], how=head.get("how", ""), rows=tuple(rows), **listed)


def _row(line: str, place: str) -> Row:
    cells = line.split("\t")
    if len(cells) != 5 or not cells[4].isdigit():
        raise ValueError(f"{place}: a row is kind, value, handler, path, line with tabs between them")
    return Row(*cells[:4], int(cells[4]))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())

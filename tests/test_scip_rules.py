"""An exported index keeps the rules of `scip lint` and scip.proto: names, their uniqueness, places, relations."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from indexer.build import build
from indexer.scip.read import _fields, _varints
from query.engine.view import View
from query.export import export
from query.export.wire import message, number, packed, text
from query.mount import mount
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view

# The grammar of scip.proto; what needs no backticks must have none, that is how `scip lint` spells names.
PART = r"(?:[^ ]|  )+"
NAME = r"(?:[\w+$-]+|`(?=[^`]*[^\w+$`-]|[^`]*``)(?:[^`]|``)+`)"
DESCRIPTOR = rf"{NAME}(?:[/#.:!]|\((?:[\w+$-]+)?\)\.)|\[{NAME}\]|\({NAME}\)"
SYMBOL = re.compile(rf"(?:{PART} ){{4}}(?:{DESCRIPTOR})+", re.ASCII)
DEFINITION, FORWARD = 0x1, 0x40


@dataclass
class Told:
    """A document as it is written."""

    path: str = ""
    occurrences: list[tuple[tuple[int, ...], str, int]] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    relations: list[tuple[str, str, bool]] = field(default_factory=list)


def told(index: bytes) -> list[Told]:
    return [_document(value) for key, value in _fields(memoryview(index)) if key == 2]


def _document(data: Any) -> Told:
    made = Told()
    for key, value in _fields(data):
        if key == 1:
            made.path = str(value, "utf-8")
        elif key == 2:
            one: dict[int, Any] = dict(_fields(value))
            made.occurrences.append((tuple(_varints(one[1])), str(one.get(2, b""), "utf-8"), one.get(3, 0)))
        elif key == 3:
            parts = list(_fields(value))
            name = next(str(part, "utf-8") for tag, part in parts if tag == 1 and not isinstance(part, int))
            made.symbols.append(name)
            relations: list[dict[int, Any]] = [dict(_fields(part)) for tag, part in parts if tag == 4]  # type: ignore[arg-type]
            made.relations += [(name, str(one.get(1, b""), "utf-8"), len(one) > 1) for one in relations]
    return made


def faults(documents: list[Told]) -> Iterator[str]:
    """What a linter would say."""
    known = {name for document in documents for name in document.symbols}
    yield from _twice("document", (document.path for document in documents))
    yield from _twice("definition", (s for d in documents for _, s, roles in d.occurrences if roles & DEFINITION))
    yield from _twice("relation", (relation for document in documents for relation in document.relations))
    for document in documents:
        if not document.path or document.path.startswith("/"):
            yield f"path: {document.path}"
        yield from _twice(f"symbol of {document.path}", document.symbols)
        yield from _twice(f"occurrence in {document.path}", document.occurrences)
        for name, base, flagged in document.relations:
            if base not in known or not flagged:
                yield f"relation of {name} to {base}"
        for place, symbol, roles in document.occurrences:
            if not SYMBOL.fullmatch(symbol) or symbol not in known or (roles & DEFINITION and roles & FORWARD):
                yield f"symbol: {symbol}"
            start, end = place[:2], (place[0], *place[2:]) if len(place) == 3 else place[2:]
            if len(place) not in (3, 4) or start > end:
                yield f"range: {place} in {document.path}"


def _twice(what: str, items: Any) -> Iterator[str]:
    yield from (f"{what} twice: {item}" for item, times in Counter(items).items() if times > 1)


def test_an_export_keeps_the_rules(view: View) -> None:
    documents = told(b"".join(export(view, "scip")))
    assert sum(len(document.occurrences) for document in documents) > 50
    assert any(document.relations for document in documents)
    assert list(faults(documents)) == []


@pytest.mark.long
def test_an_export_of_all_languages_keeps_the_rules(tmp_path: Path) -> None:
    root = shop.make(tmp_path)
    shutil.copytree(Path(__file__).with_name("cases"), root / "cases")
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "cases")
    build(root, None, None, tmp_path / "cache", jobs=1)
    repo = locate(root)
    view = View(mount(tmp_path / "cache", repo.repo_id, repo.commit), repo)
    try:
        documents = told(b"".join(export(view, "scip")))
    finally:
        view.close()
    assert len(documents) > 300
    assert list(faults(documents)) == []


GOOD = "x . p . `a.b`/C#m(+1)."


def _index(
    symbols: list[str], occurrences: list[tuple[tuple[int, ...], str, int]], bases: list[tuple[str, int]]
) -> bytes:
    parts = [text(1, "a.py")]
    parts += [message(2, packed(1, place) + text(2, name) + number(3, roles)) for place, name, roles in occurrences]
    relations = b"".join(message(4, text(1, base) + number(3, flag)) for base, flag in bases)
    parts += [message(3, text(1, name) + relations) for name in symbols]
    return message(2, b"".join(parts))


@pytest.mark.parametrize(
    ("symbols", "occurrences", "bases", "fault"),
    [
        ([GOOD], [((0, 1, 2), GOOD, 1), ((1, 1, 2), GOOD, 0)], [], ""),
        ([GOOD, GOOD], [], [], "symbol of a.py twice"),
        ([GOOD], [((0, 1, 2), GOOD, 1), ((4, 1, 2), GOOD, 1)], [], "definition twice"),
        ([GOOD], [((0, 1, 2), GOOD, 0), ((0, 1, 2), GOOD, 0)], [], "occurrence in a.py twice"),
        ([GOOD], [((0, 3, 2), GOOD, 0)], [], "range"),
        ([GOOD], [((2, 3, 1, 9), GOOD, 0)], [], "range"),
        ([], [((0, 1, 2), GOOD, 0)], [], "symbol: x"),
        (["x . p . `ab`/"], [((0, 1, 2), "x . p . `ab`/", 0)], [], "symbol: x"),
        (["x . p . a.b/"], [((0, 1, 2), "x . p . a b/", 0)], [], "symbol: x"),
        ([GOOD], [], [("x . p . other#", 1)], "relation of"),
        ([GOOD], [], [(GOOD, 0)], "relation of"),
    ],
)
def test_the_rules_can_be_broken(
    symbols: list[str], occurrences: list[tuple[tuple[int, ...], str, int]], bases: list[tuple[str, int]], fault: str
) -> None:
    found = list(faults(told(_index(symbols, occurrences, bases))))
    assert bool(found) == bool(fault) and all(one.startswith(fault) for one in found)

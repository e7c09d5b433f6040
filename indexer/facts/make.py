"""After linking: marks and rules become the rows of the table of facts."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from indexer import languages
from indexer.facts import compose, routes
from indexer.facts.commit import Commit
from indexer.facts.compose import COMPOSERS
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.scene import Scene
from indexer.languages import FOLDER
from indexer.link.faults import MOST_TOLD
from indexer.model import Diagnostic

if TYPE_CHECKING:
    from indexer.link import Links
    from indexer.raw import Raw

SHARED = (compose, routes)  # the functions for all languages registered themselves
Row = tuple[str, str, str | None, str | None, int, str, int, int, str]


def make_facts(
    raw: Raw,
    links: Links,
    paths: Sequence[str],
    modules: Sequence[str | None],
    told: list[Diagnostic] | None = None,
) -> list[Row]:
    """Rows of facts, with numbers of symbols in place of ids, in no particular order; `told` gets what failed."""
    if not raw.marks.num_rows:
        return []
    scene = scene_of(raw, links, paths, modules)
    rows = list(dict.fromkeys(row_of(fact, paths) for fact in made_facts(scene)))
    if told is not None:
        told.extend(_told(scene, paths))
    return rows


def _told(scene: Scene, paths: Sequence[str]) -> Iterator[Diagnostic]:
    """Files of which not all facts could be made; -1 is none."""
    faults = {paths[file] if file >= 0 else "": fault for file, fault in reversed(scene.faults)}
    for path in sorted(faults)[:MOST_TOLD]:
        message = f"{type(faults[path]).__name__} in a rule of facts: those that depend on it are left out"
        yield Diagnostic("facts_incomplete", path, message)


def scene_of(raw: Raw, links: Links, paths: Sequence[str], modules: Sequence[str | None]) -> Scene:
    scene = Scene(Commit(raw, links, paths, modules))
    for language in sorted({scene.commit.language[mark.file] for mark in scene.marks.each()}):
        _load(language)
    return scene


def _load(language: str) -> None:
    """The functions that a language adds register themselves, and those of the language it inherits from."""
    if inherits := languages.load(language).inherits:
        _load(inherits)
    if (FOLDER / language / "facts.py").exists():
        importlib.import_module(f"indexer.languages.{language}.facts")


def made_facts(scene: Scene) -> Iterator[Fact]:
    """What facts are composed with comes first: the prefixes of groups are known before their routes."""
    hits = list(scene.hits())
    scene.routing.filled.update(("m", hit.mark.row) for hit in hits if hit.rule.kind == "@group")
    scene.routing.told.update(hit.mark.row for hit in hits if hit.rule.kind == "route")
    for of_tests in (False, True):
        for hit in hits:
            if hit.rule.kind.startswith("@") and (hit.mark.file in scene.commit.test_files) == of_tests:
                yield from composed(hit, scene)
        yield from scene.tried(-1, _pass_on(scene, of_tests))
        scene.routing.turn_to_tests()
    for hit in hits:
        if not hit.rule.kind.startswith("@"):
            yield from composed(hit, scene)
    for mark in scene.marks.each():
        yield from of_mark(mark, scene)


def of_mark(mark: Mark, scene: Scene) -> Iterator[Fact]:
    """What a mark says without a rule: what is raised, what a statement names."""
    if mark.shape == "raise":
        yield from scene.tried(mark.file, compose.exceptions(mark, scene))
    elif mark.shape == "sql":
        yield from scene.tried(mark.file, compose.statements(mark, scene))


def composed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    return scene.tried(hit.mark.file, _composed(hit, scene))


def _composed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    if hit.rule.kind == "route" and _is_of_test(hit.mark, scene):
        return
    yield from COMPOSERS[hit.rule.compose or hit.rule.kind](hit, scene)


def _is_of_test(mark: Mark, scene: Scene) -> bool:
    """Whether a test beside what it tests adds something (Rust): the program has no such route."""
    is_test = mark.symbol >= 0 and scene.commit.raw.symbols["is_test"][mark.symbol].as_py()
    return bool(is_test) and mark.file not in scene.commit.test_files


def _pass_on(scene: Scene, of_tests: bool) -> Iterator[Fact]:
    routes.pass_on(scene, of_tests)
    yield from ()


def row_of(fact: Fact, paths: Sequence[str]) -> Row:
    mark = fact.mark
    detail = json.dumps(fact.detail, ensure_ascii=False, sort_keys=True) if fact.detail else None
    start, end = fact.lines or (mark.line_start, mark.line_end)
    return (
        fact.kind, fact.value, detail, fact.framework, fact.symbol, paths[mark.file], start, end, fact.confidence,
    )  # fmt: skip

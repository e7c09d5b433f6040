"""Facts of a file that nobody names, made alone: the rest is as it was, and cannot see that it changed.

Where one of the questions asked here is not answered with no, nothing is said, and all facts are made anew.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.facts import compose
from indexer.facts.compose import COMPOSERS
from indexer.facts.laid import LaidCommit, LaidScene
from indexer.facts.make import Row, made_facts, row_of, scene_of
from indexer.facts.origins import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from indexer.facts.model import Fact, Mark
    from indexer.facts.scene import Scene
    from indexer.link import Links
    from indexer.raw import Raw

ALONE = frozenset({"python"})  # languages whose rules were looked through for what they ask of other files
BESIDE = ALONE | {"javascript", "sql", "tsx", "typescript"}  # whose rules ask nothing of files that nobody names
# What becomes of a hit by the mark and what it names, whatever other hits there are.
APART = frozenset({
    "nothing", "config", "log", "log_at_level", "retry_policy", "tenacity", "celery_retry", "plain", "feature_flag",
    "command", "http_call", "di_registration", "django_getattr", "django_model", "mapped_class", "sqlalchemy_named",
    "table", "settings_fields",
})  # fmt: skip


@dataclass(slots=True)
class Files:
    """The files that are made alone, by the numbers of the state that they are part of."""

    raw: Raw
    marks: list[Mark]
    links: Links
    files: set[int]
    numbers: list[int]  # of their definitions
    inside: set[int]  # those, and the ones that are gone
    first: int  # of their terms


class Known:
    """A commit's facts as they were made, and what was looked into for that."""

    def __init__(self, raw: Raw, links: Links, paths: Sequence[str], modules: Sequence[str | None]) -> None:
        self.paths = paths
        self.scene = scene_of(raw, links, paths, modules)
        for _ in made_facts(self.scene):
            pass
        commit = self.scene.commit
        self.asked, self.keys = copy.deepcopy(commit.asked), frozenset(self.scene.routing.asked)
        self.is_sound = not any(finder.cut for finder in self.scene.finders.values()) and not self.scene.entities
        self.is_sound = self.is_sound and not self.scene.faults
        self.is_sound = self.is_sound and {commit.language[mark.file] for mark in self.scene.marks} <= BESIDE
        self.scene.finders.clear()
        assert self.scene._takers is not None and commit._star_homes is not None  # which edits ask for

    @cached_property
    def marks(self) -> dict[int, list[Mark]]:
        """By file."""
        found: dict[int, list[Mark]] = {}
        for mark in self.scene.marks:
            found.setdefault(mark.file, []).append(mark)
        return found

    def alone(self, files: Files) -> tuple[list[Row], list[Row]] | None:
        """Facts of the files before and after; nothing where they, or those of others, may depend on one another."""
        commit = self.scene.commit
        spoken = {commit.language.get(file) for file in files.files}
        if not self.is_sound or not spoken <= ALONE or not files.files.isdisjoint(self.asked.files):
            return None
        before = copy.copy(self.scene)
        before.finders = {}
        old = [mark for file in sorted(files.files) for mark in self.marks.get(file, ())]
        laid = LaidCommit(commit, files.raw, files.links, files.files, files.numbers, files.inside, files.first)
        after = LaidScene(self.scene, laid, files.marks)
        if self._hands_on(files.inside, laid) or self._looked_for(before, old) != self._looked_for(after, files.marks):
            return None
        rows = []
        for scene, marks in ((before, old), (after, files.marks)):
            if self._is_seen(scene, marks, files.inside) or (found := self._made(scene, marks)) is None:
                return None
            rows.append(list(dict.fromkeys(row_of(fact, self.paths) for fact in found)))
            if not all(fact.mark.file in files.files for fact in found):
                return None
        return rows[0], rows[1]

    def _hands_on(self, inside: set[int], laid: LaidCommit) -> bool:
        """Whether parameters of the files are handed to a function of which somebody asks what it is given."""
        asked = self.asked.functions - inside
        if any(function in asked for function, _ in laid.handed_by_own()):
            return True
        handed = self.scene.commit.handed_on.items()
        return any(giver in inside for (function, _), given in handed if function in asked for giver, _ in given)

    def _looked_for(self, scene: Scene, marks: list[Mark]) -> set[tuple[object, ...]]:
        """What others look for by name: among all marks, and in all heirs of a type."""
        named = (mark for mark in marks if mark.name in self.asked.marks)
        given = ((mark, [*mark.args, *mark.named.values()]) for mark in named)
        found: set[tuple[object, ...]] = {
            (mark.name, mark.decorated, *(scene.symbol(value, mark) for value in values)) for mark, values in given
        }
        for owner in {mark.symbol for mark in marks if mark.shape == "class"}:
            members = scene.commit.members.get(owner, {})
            for name in members.keys() & self.asked.names:
                found |= {(base, name, members[name]) for base in scene.lineage(owner)}
        return found

    def _is_seen(self, scene: Scene, marks: list[Mark], inside: set[int]) -> bool:
        """Whether others look at what the marks say: by what they call, by what they hand over."""
        asked = self.asked.functions - inside
        if not asked.isdisjoint(scene.taken_by(marks)):
            return True
        for (function, place), given in scene.passed_by(marks).items():
            if function in asked or self._is_routed(scene, function, place):
                return True
            if any(scene.key(value, mark) in self.keys for value, mark in given):
                return True
        return False

    def _is_routed(self, scene: Scene, function: int, place: int) -> bool:
        ones = (function, *scene.overriding(function))
        return any(("p", one * PLACES + place) in self.keys for one in ones)

    def _made(self, scene: Scene, marks: list[Mark]) -> list[Fact] | None:
        hits = list(scene.hits(marks))
        if not all((hit.rule.compose or hit.rule.kind) in APART for hit in hits):
            return None
        found = [fact for hit in hits for fact in COMPOSERS[hit.rule.compose or hit.rule.kind](hit, scene)]
        found += [fact for mark in marks for fact in _of_mark(mark, scene)]
        return None if any(finder.round or finder.cut for finder in scene.finders.values()) else found


def _of_mark(mark: Mark, scene: Scene) -> Iterable[Fact]:
    if mark.shape == "raise":
        return compose.exceptions(mark, scene)
    return compose.statements(mark, scene) if mark.shape == "sql" else ()

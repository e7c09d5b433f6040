"""Facts of files that others do not look into, made alone: the rest is as it was, and cannot see that they changed.

Where one of the questions asked here is not answered with no, nothing is said, and all facts are made anew.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.facts.files import ToldOfAll
from indexer.facts.laid import FormerScene, LaidCommit, LaidScene
from indexer.facts.make import Row, composed, made_facts, of_mark, row_of, scene_of
from indexer.facts.origins import PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.facts.files import Files
    from indexer.facts.model import Fact, Mark
    from indexer.facts.routing import Key
    from indexer.facts.scene import Scene
    from indexer.link import Links
    from indexer.raw import Raw

Given = tuple[tuple[int, int], tuple[int, int]]  # a function and a place, and the giver's own


class Known:
    """A commit's facts as they were made, and what was looked into for that."""

    def __init__(self, raw: Raw, links: Links, paths: Sequence[str], modules: Sequence[str | None]) -> None:
        self.paths = paths
        self.scene = scene_of(raw, links, paths, modules)
        assert self.scene._passing is not None and self.scene._takers is not None  # before a mark asks for them
        for _ in made_facts(self.scene):
            pass
        commit = self.scene.commit
        self.asked, self.keys = copy.deepcopy(commit.asked), frozenset(self.scene.routing.asked)
        self.is_sound = not (self.asked.everything or -1 in self.asked.bodies or self.scene.faults)
        self.is_sound = self.is_sound and not any(finder.cut for finder in self.scene.finders.values())
        self.scene.finders.clear()
        assert self.scene._heirs is not None and commit._star_homes is not None  # which edits ask for

    @cached_property
    def marks(self) -> dict[int, list[Mark]]:
        """By file."""
        found: dict[int, list[Mark]] = {}
        for mark in self.scene.marks.each():
            found.setdefault(mark.file, []).append(mark)
        return found

    def alone(self, files: Files) -> tuple[list[Row], list[Row]] | None:
        """Facts of the files before and after; nothing where they, or those of others, may depend on one another."""
        commit = self.scene.commit
        if not self.is_sound or not files.files.isdisjoint(self.asked.files):
            return None
        before = FormerScene(self.scene)
        old = [mark for file in sorted(files.files) for mark in self.marks.get(file, ())]
        laid = LaidCommit(commit, files.raw, files.links, files.files, files.numbers, files.inside, files.first)
        after = LaidScene(self.scene, laid, files.marks)
        told = ToldOfAll(self.asked, files, old, laid)
        if told.is_seen(before, after):
            return None
        handed = self._handed_on(files, laid)
        hidden = files.inside if not (files.named or handed[0]) else set()
        if handed[0] != handed[1] or self._looked_for(before, old) != self._looked_for(after, files.marks):
            return None
        objects = self._given(before, old)
        if objects != self._given(after, files.marks) or any(function in files.inside for function, *_ in objects):
            return None
        rows = []
        for scene, marks in ((before, old), (after, files.marks)):
            scene.commit.asked.everything = False
            if self._is_seen(scene, marks, hidden) or (found := self._made(scene, marks)) is None:
                return None
            rows.append(list(dict.fromkeys(row_of(fact, self.paths) for fact in found)))
            if scene.commit.asked.everything or not all(fact.mark.file in files.files for fact in found):
                return None
        return (rows[0], rows[1]) if not (laid.asked.modules and told.imports_others(commit)) else None

    def _handed_on(self, files: Files, laid: LaidCommit) -> tuple[set[Given], set[Given]]:
        """Their parameters that are handed to functions of which others ask what they are given, before and after."""
        before, after, inside = self.scene.commit.handed_on.items(), laid.handed_by_own().items(), files.inside
        asked = self.asked.functions - (set() if files.named else inside)
        was = {(to, giver) for to, given in before if to[0] in asked for giver in given if giver[0] in inside}
        return was, {(to, giver) for to, given in after if to[0] in asked for giver in given}

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

    def _is_seen(self, scene: Scene, marks: list[Mark], hidden: set[int]) -> bool:
        """Whether others look at what the marks say: by what they call, by what they hand over."""
        asked = self.asked.functions - hidden
        if not asked.isdisjoint(scene.taken_by(marks)):
            return True
        passed = scene.passed_by(marks)
        return any(function in asked or self._is_routed(scene, function, place) for function, place in passed)

    def _given(self, scene: Scene, marks: list[Mark]) -> set[tuple[int, int, Key | None]]:
        """Objects that others asked about, and the parameters that they are handed to."""
        given = ((*at, scene.key(value, mark)) for at, each in scene.passed_by(marks).items() for value, mark in each)
        return {one for one in given if one[2] in self.keys}

    def _is_routed(self, scene: Scene, function: int, place: int) -> bool:
        ones = (function, *scene.overriding(function))
        return any(("p", one * PLACES + place) in self.keys for one in ones)

    def _made(self, scene: Scene, marks: list[Mark]) -> list[Fact] | None:
        found = [fact for hit in list(scene.hits(marks)) for fact in composed(hit, scene)]
        found += [fact for mark in marks for fact in of_mark(mark, scene)]
        unsure = scene.faults or any(finder.round or finder.cut for finder in scene.finders.values())
        return None if unsure else found

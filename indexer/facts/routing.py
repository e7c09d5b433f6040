"""Paths put together: groups with a prefix of their own, mounted in one another."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

BASE = re.compile(r"^\{[^{}]*\}(?=/|$)")
Key = tuple[str, int]  # how an object is known (variable, function that returns it, mark) and its number
MOST = 24  # a route that is mounted in more places is told for the first of them
DEEPEST = 24


@dataclass(slots=True)
class Routing:
    prefixes: dict[Key, str] = field(default_factory=dict)  # what a group puts before the paths of its routes
    mounts: dict[Key, list[tuple[Key | None, str, bool]]] = field(default_factory=dict)
    asked: set[Key] = field(default_factory=set)  # objects whose places somebody asked for
    filled: set[Key] = field(default_factory=set)  # calls that make groups, which a closure may fill
    told: set[int] = field(default_factory=set)  # rows of marks that are routes by a rule
    adrift: dict[Key, str] = field(default_factory=dict)  # groups that serve nothing unless they are mounted
    loose: dict[str, set[tuple[Key | None, str, bool]]] = field(
        default_factory=dict
    )  # by framework, where the program mounts what nobody can tell
    mounted: frozenset[Key] = frozenset()  # what the program itself mounts: where tests mount it says nothing

    def group(self, key: Key, prefix: str) -> None:
        self.prefixes.setdefault(key, prefix)

    def mount(self, child: Key, parent: Key | None, prefix: str, overrides: bool = False) -> None:
        """`overrides`: the prefix stands instead of the child's own."""
        if child in self.mounted:
            return
        place = parent, prefix, overrides
        if place not in self.mounts.setdefault(child, []):
            self.mounts[child].append(place)

    def turn_to_tests(self) -> None:
        """From here on it is tests that mount."""
        self.mounted = frozenset(self.mounts)

    def bases(self, key: Key | None, seen: tuple[Key, ...] = ()) -> list[str]:
        """All paths that what belongs to the object stands under."""
        if key is None or key in seen or len(seen) > DEEPEST:
            return [""]
        self.asked.add(key)
        own = self.prefixes.get(key, "")
        found: list[str] = []
        for parent, prefix, overrides in self.mounts.get(key, ()):
            inner = prefix if overrides else join(prefix, own)
            found += [join(base, inner) for base in self.bases(parent, (*seen, key))]
        if not found and len(places := self.loose.get(self.adrift.get(key, ""), ())) == 1:
            parent, prefix, overrides = next(iter(places))
            inner = prefix if overrides else join(prefix, own)
            found = [join(base, inner) for base in self.bases(parent, (*seen, key))]
        return list(dict.fromkeys(found))[:MOST] or [own]

    def ends(self, key: Key) -> set[Key]:
        """The objects that an object is mounted in at last: itself where it stands alone."""
        found: set[Key] = set()
        seen, waiting = {key}, [key]
        while waiting:
            inner = waiting.pop()
            self.asked.add(inner)
            parents = {parent for parent, _, _ in self.mounts.get(inner, ()) if parent is not None}
            found |= set() if parents else {inner}
            waiting += parents - seen
            seen |= parents
        return found


def without_base(prefix: str) -> str:
    """A prefix without the name that it begins with: where a deployment puts the program is no part of its paths."""
    return BASE.sub("", prefix)


def join(left: str, right: str) -> str:
    """Both parts with one slash between them."""
    if not left or not right:
        return left or right
    return left.rstrip("/") + "/" + right.lstrip("/")

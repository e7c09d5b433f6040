"""What the parameter of a nameless function is: the group that the call around makes, which the function fills."""

from __future__ import annotations

from indexer.facts.model import Mark
from indexer.facts.objects import Objects
from indexer.facts.reading import Value
from indexer.facts.routing import Key


def is_local(value: Value) -> bool:
    """Whether a value is a bare name that no definition holds: what is left is the parameter of a closure."""
    return isinstance(value, dict) and "n" in value and not value.keys() & {"t", "s", "m"}


def closure_key(mark: Mark, scene: Objects) -> Key | None:
    """The nearest call around that made a group: a closure that it was given fills it."""
    while "p" in mark.data:
        inner, mark = mark, scene.marks[mark.data["p"] + mark.firsts[2]]
        if is_group(("m", mark.row), scene) and not goes_on(mark, inner):
            return "m", mark.row
    return None


def is_group(key: Key, scene: Objects) -> bool:
    return key in scene.routing.prefixes or key in scene.routing.filled


def goes_on(outer: Mark, inner: Mark) -> bool:
    """Whether a call is made on what another gives: it stands around it, but is no closure's."""
    receiver = outer.data.get("r")
    return isinstance(receiver, dict) and receiver.get("m") == inner.row - inner.firsts[2]

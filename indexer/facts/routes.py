"""Routes put together from what rules find: groups and mounts first, then the routes that stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indexer.extract.terms import Op
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene

ANY = "ANY"  # a route that does not say which methods it answers to


@composer("@group")
def group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Routes that share a prefix; with `nested` they stand inside the receiver, with `within` inside an argument."""
    key = scene.mark_key(hit.mark)
    scene.made[key] = hit.mark
    scene.routing.group(key, scene.text(hit.pick("prefix"), hit.mark) or "")
    parent = receiver_key(hit, scene) if hit.rule.parts.get("nested") else scene.key(hit.pick("within"), hit.mark)
    if parent is not None:
        scene.routing.mount(key, parent, "")
    yield from ()


@composer("@mount")
def mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`parent.mount(prefix, child)`; with `overrides` a prefix given here stands instead of the child's own."""
    given = hit.pick("prefix")
    overrides = bool(hit.rule.parts.get("overrides")) and given is not None
    children = hit.mark.args if hit.rule.part("child") == "*" else [hit.pick("child", "0")]
    for child in children:
        if (key := scene.key(child, hit.mark)) is not None:
            scene.routing.mount(key, receiver_key(hit, scene), scene.text(given, hit.mark) or "", overrides)
    yield from ()


@composer("listed_mount")
def listed_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Mount(prefix, child)`, `Mount(prefix, routes=[…])` in a list: the routes inside belong to the call."""
    prefix = scene.text(hit.pick("prefix"), hit.mark) or ""
    within = container_key(hit.mark, scene)
    scene.routing.mount(("m", hit.mark.row), within, prefix)
    for part in ("child", "routes"):
        if (key := scene.key(hit.pick(part), hit.mark)) is not None:
            scene.routing.mount(key, within, prefix)
    yield from ()


def receiver_key(hit: Hit, scene: Scene) -> Key | None:
    return object_key(hit.mark, scene)


def object_key(mark: Mark, scene: Scene) -> Key | None:
    """The object before the dot: by its name, as a parameter of the function, or of the closure around."""
    key = scene.key(mark.data.get("r"), mark)
    if key is not None or mark.term < 0:
        return key
    op, parts = scene.commit.term(scene.callee(mark.term))
    if op != Op.MEMBER:
        return None
    named = scene.term_key(parts[0])
    return named if named is not None or not is_local(mark.data.get("r")) else closure_key(mark, scene)


def is_local(value: Value) -> bool:
    """Whether a value is a bare name that no definition holds: what is left is the parameter of a closure."""
    return isinstance(value, dict) and "n" in value and not value.keys() & {"t", "s", "m"}


def closure_key(mark: Mark, scene: Scene) -> Key | None:
    """The nearest call around that made a group: a closure that it was given fills it."""
    while "p" in mark.data:
        inner, mark = mark, scene.marks[mark.data["p"] + mark.firsts[2]]
        if ("m", mark.row) in scene.routing.prefixes and not goes_on(mark, inner):
            return "m", mark.row
    return None


def goes_on(outer: Mark, inner: Mark) -> bool:
    """Whether a call is made on what another gives: it stands around it, but is no closure's."""
    receiver = outer.data.get("r")
    return isinstance(receiver, dict) and receiver.get("m") == inner.row - inner.firsts[2]


def pass_on(scene: Scene, of_tests: bool) -> None:
    """A function that is called with a group, by tests or by others: what it adds to its parameter is the group's."""
    passed = (one for one in scene.passed() if (one[3].file in scene.commit.test_files) == of_tests)
    for function, place, value, mark in passed:
        key = scene.key(value, mark)
        if key is None and is_local(value):
            key = closure_key(mark, scene)
        if key is not None:
            hand_over(scene, function, place, key)
        if key is not None and "s" in mark.data and scene.commit.gives_back(function) == place:
            scene.routing.mount(key, ("s", mark.data["s"] + mark.firsts[0]), "")


def hand_over(scene: Scene, function: int, place: int, key: Key) -> None:
    """What is handed to a method is handed to those that override it, too."""
    for one in (function, *scene.overriding(function)):
        scene.routing.mount(("p", one * PLACES + place), key, "")


def container_key(mark: Mark, scene: Scene) -> Key | None:
    """The list of routes that a call stands in: that of the call around it, else the variable that holds it."""
    if "p" in mark.data:
        return "m", int(mark.data["p"]) + mark.firsts[2]
    key = scene.mark_key(mark)
    return key if key != ("m", mark.row) else local_list(mark)


def local_list(mark: Mark) -> Key | None:
    """The list that a local holds, by the first of what stands in it."""
    return ("l", mark.data["h"] + mark.firsts[2]) if "h" in mark.data else None


@composer("route")
def route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`object.get(path, handler)`, or a decorator at the handler."""
    yield from routes(hit, scene, receiver_key(hit, scene))


@composer("listed_route")
def listed_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Route(path, handler)` in a list of routes."""
    yield from routes(hit, scene, container_key(hit.mark, scene))


def routes(hit: Hit, scene: Scene, key: Key | None) -> Iterator[Fact]:
    path = scene.text(hit.pick("path", "0"), hit.mark)
    if path is None:
        return
    sure = "" if scene.is_known(hit.pick("path", "0"), hit.mark) else "medium"
    for base in scene.routing.bases(key):
        for method in methods(hit, scene):
            yield route_fact(hit, scene, method, join(base, path), hit.pick("handler"), confidence=sure)


def methods(hit: Hit, scene: Scene) -> list[str]:
    """The verbs a rule tells: fixed, the name that is called or its last word, or an argument that lists them."""
    told = hit.rule.part("method", "$name")
    if told == "$name":
        return [hit.mark.name.upper()]
    if told == "$suffix":
        return [hit.mark.name.rpartition("_")[2].upper()]
    if told.isupper():
        return told.split(",")
    return listed_methods(hit.mark.pick(told), hit.mark, scene) or hit.rule.part("default", "GET").split(",")


def listed_methods(value: Value, mark: Mark, scene: Scene) -> list[str]:
    if isinstance(value, str):
        return [ANY if value == "*" else value.upper()]
    texts = (scene.text(item, home) for item, home in scene.listed(value, mark))
    return [text.upper() for text in texts if text]


def route_fact(
    hit: Hit, scene: Scene, method: str, path: str, handler: Value = None, symbol: int = -1, **more: Any
) -> Fact:
    """The handler is what the decorator stands at, the definition that is named, else the name as written."""
    if symbol < 0:
        symbol = hit.mark.decorated if hit.mark.decorated >= 0 else scene.symbol(handler, hit.mark)
    name = handler_name(symbol, scene) if symbol >= 0 else (spelled(handler) if handler is not None else None)
    path = path if path.startswith("/") else "/" + path
    return fact(hit, f"{method} {path}", symbol, method=method, path=path, handler=name, **more)


def handler_name(symbol: int, scene: Scene) -> str:
    """A method with its class, also where its receiver says which that is."""
    commit = scene.commit
    parent = commit.parent[symbol]
    name = commit.name[symbol]
    inside = parent >= 0 and commit.kind[parent] != "module" and commit.kind[symbol] == "method"
    owner = commit.name[parent] if inside else commit.container(symbol)
    return f"{owner}.{name}" if owner else name

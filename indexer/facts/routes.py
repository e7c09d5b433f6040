"""Routes put together from what rules find: groups and mounts first, then the routes that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Op
from indexer.facts.closures import closure_key, is_local
from indexer.facts.compose import composer, fact
from indexer.facts.given import Given, given
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routing import Key, join, without_base
from indexer.facts.scene import Scene

UNKNOWN = re.compile(r"/?\{[^{}/]*\}")  # a path of which nothing is known
ANY = "ANY"  # a route that does not say which methods it answers to


@composer("@group")
def group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Routes that share a prefix; with `nested` they stand inside the receiver, with `within` inside an argument."""
    key = scene.mark_key(hit.mark)
    scene.made[key] = hit.mark
    if hit.mark.name in hit.rule.parts.get("adrift", ()):
        scene.routing.adrift[key] = hit.rule.framework
    parent = receiver_key(hit, scene) if hit.rule.parts.get("nested") else scene.key(hit.pick("within"), hit.mark)
    stand_in(scene, hit, key, parent)
    yield from ()


def stand_in(scene: Scene, hit: Hit, key: Key, parent: Key | None) -> None:
    """A group stands inside another under its prefix; where callers give that, once for each of them."""
    nothing = True
    for place in given(scene, hit.mark, prefix_of(hit), parent):
        nothing = False
        if place.through is None:
            scene.routing.group(key, without_base(place.path))
            place = replace(place, parts=())
        else:  # what the function makes of it is what its call gives
            scene.routing.mount(("m", place.mark.row), place.key, without_base(place.path))
        if place.key is not None or place.parts:
            scene.routing.mount(key, place.key, without_base(place.path))
    scene.routing.group(key, "")
    if nothing and parent is not None:
        scene.routing.mount(key, parent, "")


def prefix_of(hit: Hit) -> Value:
    """The prefix that is given; without one, of groups that are `named`, a step of their name."""
    prefix, name = hit.pick("prefix"), hit.pick("named", "-")
    return {"join": ["/", name]} if prefix is None and name is not None else prefix


@composer("@mount")
def mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`parent.mount(prefix, child)`; with `overrides` a prefix given here stands instead of the child's own."""
    overrides = bool(hit.rule.parts.get("overrides")) and hit.pick("prefix") is not None
    children = hit.mark.args if hit.rule.part("child") == "*" else [hit.pick("child", "0")]
    for child in children:
        put_in(scene, hit, child, overrides)
    yield from ()


def put_in(scene: Scene, hit: Hit, child: Value, overrides: bool = False) -> None:
    """What is mounted stands under the prefix that is given here, or by each caller of the function around."""
    parent = receiver_key(hit, scene)
    places = list(given(scene, hit.mark, hit.pick("prefix"), parent, child))
    for place in places or [Given((), parent, child, hit.mark, hit.mark)]:
        for value, home in scene.elements(place.handler, place.home):
            if (key := scene.key(value, home)) is not None:
                scene.routing.mount(key, place.key, without_base(place.path), overrides)
            elif hit.mark.file not in scene.commit.test_files:
                where = place.key, without_base(place.path), overrides
                scene.routing.loose.setdefault(hit.rule.framework, set()).add(where)


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


def pass_on(scene: Scene, of_tests: bool) -> None:
    """A function that is called with a group, by tests or by others: what it adds to its parameter is the group's."""
    passed = (one for one in scene.passed() if (one[3].file in scene.commit.test_files) == of_tests)
    for function, place, value, mark in passed:
        scene.commit.asked.asker = mark.file
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
    for one in given(scene, hit.mark, hit.pick("path", "0"), key, hit.pick("handler")):
        if not one.sure and UNKNOWN.fullmatch(one.path):
            continue
        for base in scene.routing.bases(one.key):
            for method in methods(hit, scene):
                yield given_route(hit, scene, one, method, join(base, one.path))


def given_route(hit: Hit, scene: Scene, one: Given, method: str, path: str, **more: Any) -> Fact:
    """A route where its path is given; its handler is that of the place where the route is added, or handed over."""
    symbol = hit.mark.decorated if hit.mark.decorated >= 0 else scene.symbol(one.handler, one.home)
    if symbol < 0 and one.through is not None:
        symbol = _handed_handler(scene, one)
    handler = one.handler if symbol >= 0 or one.handler is None else {"n": spelled(one.handler)}
    more.setdefault("confidence", "" if one.sure else "medium")
    at = replace(hit, mark=one.mark)
    return route_fact(at, scene, method, path, handler, symbol, through=one.through, **more)


def _handed_handler(scene: Scene, one: Given) -> int:
    """The only function that is handed over with the path: what answers is made of it."""
    named = {scene.symbol(value, one.mark) for value in one.mark.args} - {-1}
    found = [symbol for symbol in named if scene.commit.kind[symbol] in CALLABLE]
    return found[0] if len(found) == 1 else -1


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

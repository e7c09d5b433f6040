"""Kotlin's frameworks are Java's, whose functions register themselves; and Ktor's routes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from weakref import WeakKeyDictionary

from indexer.extract.definitions import CALLABLE
from indexer.facts.closures import closure_key, is_group
from indexer.facts.compose import composer, middleware
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.java import facts
from indexer.languages.kotlin import facts_data, facts_services

__all__ = ["facts", "facts_data", "facts_services"]
ROUTES = frozenset({"Route", "Routing", "Application"})  # what functions extend that add routes
CONDITIONS = frozenset({"accept", "contentType", "method", "queryParam"})  # that a request has to meet
RESOURCES = frozenset({"Resource", "Location"})
CLIENTS = frozenset({"HttpClient", "createClient"})
CALLS = frozenset({"call", "pass"})
CLIENT_PACKAGE = "io.ktor.client."
VERBS = frozenset({"get", "post", "put", "delete", "patch", "head", "options", "webSocket", "handle"})
SESSION = "io.ktor.server.sessions.get"
METHOD = re.compile(r"(?:\w+\.)*HttpMethod\.(\w+)")
_calls: WeakKeyDictionary[Scene, dict[int, list[Mark]]] = WeakKeyDictionary()  # of functions that add routes


@composer("ktor_nest")
def ktor_nest(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`route("/x") { … }`: what stands inside stands below the path."""
    key: Key = ("m", hit.mark.row)
    path = _resource_path(hit, scene) if "y" in hit.mark.data else scene.text(hit.mark.pick("0|path"), hit.mark)
    scene.routing.group(key, path or "" if hit.mark.name != "method" else "")
    scene.routing.mount(key, _around(hit.mark, scene), "")
    yield from ()


@composer("ktor_route")
def ktor_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get("/x") { … }`, or `get { … }` for the path of the block itself."""
    _mount_calls(scene)
    if "y" in hit.mark.data or _is_no_route(hit, scene):
        return  # `get<Articles>`
    given = hit.mark.pick("0|path")
    path = scene.text(given, hit.mark)
    around = _around(hit.mark, scene)
    if path is None and isinstance(given, dict) and "n" in given:
        yield from _given_by_callers(hit, scene)
        return  # a name that is no text: what is asked for is described elsewhere
    if around is not None and around[0] == "x" and scene.commit.container(around[1]) not in (*ROUTES, None):
        return  # a member of what the function extends
    for base in scene.routing.bases(around):
        yield route_fact(hit, scene, hit.rule.part("method") or hit.mark.name.upper(), join(base, path or ""))


def _is_no_route(hit: Hit, scene: Scene) -> bool:
    """`sessions.get<Session>()`, and `head { … }` of a page that a route answers with."""
    if hit.origin == SESSION and ("r" in hit.mark.data or hit.mark.data.get("a") == []):
        return True
    mark = hit.mark
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        if is_group(("m", mark.row), scene):
            return False
        if mark.name in VERBS and "r" not in mark.data:
            return True
    return False


def _given_by_callers(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fun Route.proxy(path: String) { webSocket(path) { … } }`: a route for each call of `proxy`."""
    place = scene.parameter(hit.mark.pick("0|path"), hit.mark)
    if place is None or closure_key(hit.mark, scene) is not None:
        return
    method, name = hit.rule.part("method") or hit.mark.name.upper(), scene.commit.parameters(place[0])[place[1]]
    for call in _calls[scene].get(place[0], ()):
        path = scene.text(call.pick(f"{name}|{place[1]}"), call)
        for base in scene.routing.bases(_around(call, scene)) if path is not None else ():
            yield route_fact(replace(hit, mark=call), scene, method, join(base, path or ""), through=call.name)


@composer("ktor_handle")
def ktor_handle(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`route("/x") { method(HttpMethod.Put) { handle { … } } }`; without a method it answers all."""
    _mount_calls(scene)
    key, mark = closure_key(hit.mark, scene), hit.mark
    if key is None or "r" in mark.data or "a" in mark.data:
        return
    given: Value = None
    while given is None and "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        given = mark.pick("0" if mark.name == "method" else "1|method")
    method = METHOD.fullmatch(spelled(given)) if given is not None else None
    for base in scene.routing.bases(key) if given is None or method is not None else ():
        yield route_fact(hit, scene, method[1].upper() if method else ANY, base)


@composer("ktor_plugin")
def ktor_plugin(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`install(Sessions)`, but not inside `HttpClient { … }`: what a client installs answers no request."""
    mark = hit.mark
    given = scene.value_origins(mark.pick("0"), mark)
    if any(origin.startswith(CLIENT_PACKAGE) for origin in given):
        return
    if hit.origin == mark.name and "r" not in mark.data and closure_key(mark, scene) is None:
        return  # a function of something else
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        if mark.name in CLIENTS:
            return
    yield from middleware(hit, scene)


@composer("kotlin_router")
def kotlin_router(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router { … }`: a block of Spring's routes."""
    scene.routing.group(("m", hit.mark.row), "")
    yield from ()


@composer("kotlin_nest")
def kotlin_nest(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`"/api".nest { … }` in such a block; what else is nested (`accept(…)`) adds nothing to the path."""
    key: Key = ("m", hit.mark.row)
    scene.routing.group(key, _added(hit.mark.data.get("r"), hit.mark, scene) or "")
    scene.routing.mount(key, closure_key(hit.mark, scene), "")
    yield from ()


@composer("kotlin_routed")
def kotlin_routed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`GET("/orders", handler::all)` in such a block."""
    path, around = scene.text(hit.mark.pick("0"), hit.mark), closure_key(hit.mark, scene)
    if path is None or around is None or "r" in hit.mark.data or not _is_nested(hit.mark, scene):
        return
    for base in scene.routing.bases(around):
        yield route_fact(hit, scene, hit.mark.name, join(base, path), hit.mark.pick("1"))


def _is_nested(mark: Mark, scene: Scene) -> bool:
    """Whether the blocks around say what they add to a path: a text, or a condition by its name."""
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        if mark.name == "nest" and _added(mark.data.get("r"), mark, scene) is None:
            return False
    return True


def _added(given: Value, mark: Mark, scene: Scene) -> str | None:
    """What a block adds to the path: a text, also beside conditions (`accept(JSON) and "/api"`), which add nothing."""
    if isinstance(given, list):
        parts = [_added(part, mark, scene) for part in given if not (isinstance(part, dict) and part.get("n") == "and")]
        return "".join(part or "" for part in parts) if None not in parts else None
    if (path := scene.text(given, mark)) is not None:
        return path
    called = spelled(given["call"]) if isinstance(given, dict) and "call" in given else ""
    if called == "path" and isinstance(given, dict) and given.get("a"):
        return scene.text(given["a"][0], mark)
    return "" if called in CONDITIONS else None


@composer("ktor_resource")
def ktor_resource(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get<Articles.Id> { … }`: the path that is told at the type."""
    _mount_calls(scene)
    path = _resource_path(hit, scene) if not _is_no_route(hit, scene) else None
    for base in scene.routing.bases(_around(hit.mark, scene)) if path is not None else ():
        yield route_fact(hit, scene, hit.mark.name.upper(), join(base, path or ""))


def _resource_path(hit: Hit, scene: Scene) -> str | None:
    """What `@Resource` tells of a type argument, below what it tells of the types around it."""
    resource, paths = scene.symbol(hit.mark.pick("<0>"), hit.mark), list[str]()
    while resource >= 0:
        told = [scene.text(mark.pick("0|path"), mark) for mark in scene.at(resource) if mark.name in RESOURCES]
        if not told and not paths:
            return None
        paths += [told[0] or ""] if told else []
        resource = scene.commit.parent[resource]
    return reduce(join, reversed(paths), "") if paths else None


def _around(mark: Mark, scene: Scene) -> Key | None:
    """The block around, else what the function around is called on."""
    inner = closure_key(mark, scene)
    return inner if inner is not None else _called_on(mark.symbol, scene)


def _called_on(symbol: int, scene: Scene) -> Key | None:
    while symbol >= 0 and scene.commit.kind[symbol] not in CALLABLE:
        symbol = scene.commit.parent[symbol]
    return ("x", symbol) if symbol >= 0 else None


def _mount_calls(scene: Scene) -> None:
    """`route("/api") { orders() }`: what `fun Route.orders()` adds stands in the block that it is called in."""
    if scene in _calls:
        return
    calls = _calls.setdefault(scene, {})
    commit, functions = scene.commit, _top_level(scene)
    for mark in scene.marks:
        if mark.shape in CALLS and "r" not in mark.data and commit.language[mark.file] == "kotlin":
            function = _called(mark, scene, functions)
            if function >= 0 and commit.kind[function] in CALLABLE:
                scene.routing.mount(("x", function), _around(mark, scene), "")
                calls.setdefault(function, []).append(mark)


def _called(mark: Mark, scene: Scene, functions: dict[tuple[str | None, str], list[int]]) -> int:
    """What a bare call calls; where its receiver is Ktor's, linking leaves open whether it is one of its members."""
    commit = scene.commit
    target = commit.target(scene.callee(mark.term)) if mark.term >= 0 else -1
    if target >= 0:
        return target
    if (imported := commit.imported(mark.file, mark.name)) is not None:
        return imported.symbol
    packages = [commit.modules[mark.file], *commit.stars.get(mark.file, ())]
    found = [symbol for package in packages for symbol in functions.get((package, mark.name), ())]
    return found[0] if len(found) == 1 else -1


def _top_level(scene: Scene) -> dict[tuple[str | None, str], list[int]]:
    """Functions by their package and name, as far as routes stand in them."""
    commit = scene.commit
    found: dict[tuple[str | None, str], list[int]] = {}
    for symbol in dict.fromkeys(mark.symbol for mark in scene.marks if commit.language[mark.file] == "kotlin"):
        is_function = symbol >= 0 and commit.kind[symbol] in CALLABLE and commit.container(symbol) in ROUTES
        outer = commit.parent[symbol] if is_function else -1
        if is_function and (outer < 0 or commit.kind[outer] in ("module", "namespace")):
            found.setdefault((commit.modules[commit.file[symbol]], commit.name[symbol]), []).append(symbol)
    return found

"""Routes that hang on an object: Express, Koa, Hono, Fastify."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indexer.extract.terms import Op
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, closure_key, listed_methods, receiver_key, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_folders import load_folder

INLINE = "inline function"
ROUTERS = frozenset({"express.Router()", "@koa/router()", "koa()", "hono.Hono()"})
WORDS = {"ALL": ANY, "DEL": "DELETE"}
LOOP = "forEach"
AUTOLOAD = "@fastify/autoload"


def object_key(value: Value, mark: Mark, scene: Scene) -> Key | None:
    """Which object a value is; a chain of calls hands on what it began with: `router.get(…).routes()`."""
    while isinstance(value, dict) and "m" in value:
        made = scene.marks[value["m"] + mark.firsts[2]]
        if "r" not in made.data or is_group(made, scene):
            return scene.mark_key(made)
        value, mark = made.data["r"], made
    required = required_symbol(value, mark, scene)
    return scene.symbol_key(required) if required >= 0 else scene.key(value, mark)


def required_symbol(value: Value, mark: Mark, scene: Scene) -> int:
    """What `require("./routes")` gives, -1 where a value is no such call."""
    if not isinstance(value, dict) or "call" not in value or spelled(value["call"]) != "require":
        return -1
    module = value["a"][0] if value.get("a") else None
    return scene.commit.required(mark.file, module) if isinstance(module, str) else -1


def is_group(mark: Mark, scene: Scene) -> bool:
    """Whether a call makes an object that routes hang on."""
    rules = scene.finder(mark.file).rules
    return any(rule.kind == "@group" for origin in scene.origins(mark) for rule in rules.on("call", origin))


def owner_key(hit: Hit, scene: Scene) -> Key | None:
    """The object that a route is added to."""
    value = hit.mark.data.get("r")
    if isinstance(value, dict) and "t" in value and "m" not in value:
        if scene.commit.term(value["t"] + hit.mark.firsts[1])[0] == Op.LAMBDA_PARAMETER:
            return closure_key(hit.mark, scene)
    key = object_key(value, hit.mark, scene)
    return key if key is not None else receiver_key(hit, scene)


def is_router(value: Value, mark: Mark, scene: Scene) -> bool:
    required = required_symbol(value, mark, scene)
    origins = scene.finder(mark.file).of_symbol(required) if required >= 0 else scene.value_origins(value, mark)
    return not ROUTERS.isdisjoint(origins)


def split_path(hit: Hit, scene: Scene) -> tuple[list[str], list[Value]]:
    """The paths that a call begins with, if it does, and the rest of its arguments."""
    args = hit.mark.args
    paths = texts(args[0], hit.mark, scene) if args else []
    return (paths, args[1:]) if paths else ([], args)


def texts(value: Value, mark: Mark, scene: Scene) -> list[str]:
    """A text, several in a list, or a regular expression as written."""
    if isinstance(value, dict) and str(value.get("x", "")).startswith("/"):
        return [value["x"]]
    if (text := scene.text(value, mark)) is not None:
        return [text]
    found = [scene.text(item, home) for item, home in scene.listed(value, mark)]
    return [text for text in found if text is not None] if None not in found else []


@composer("used")
def used(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.use("/api", guard, router)`: routers among what is used stand under the path."""
    parent = owner_key(hit, scene)
    if (looped := _looped(hit.mark, scene)) is not None:
        for path, child, mark in looped:
            if (key := object_key(child, mark, scene)) is not None:
                scene.routing.mount(key, parent, scene.text(path, mark) or "")
        return
    paths, rest = split_path(hit, scene)
    for prefix in paths or [""]:
        for value in rest:
            inner, child = _mounted(value, hit.mark, scene)
            if (key := object_key(child, hit.mark, scene)) is not None:
                scene.routing.mount(key, parent, join(prefix, inner))
    yield from ()


def _looped(mark: Mark, scene: Scene) -> list[tuple[Value, Value, Mark]] | None:
    """`routes.forEach((each) => app.use(each.path, each.router))`: path and router of each; None where it is no loop."""
    around = scene.marks[mark.data["p"] + mark.firsts[2]] if "p" in mark.data else None
    fields = [spelled(value).rpartition(".") for value in mark.args]
    if around is None or around.name != LOOP or len(fields) != 2 or fields[0][0] != fields[1][0]:
        return None
    path, router = (field[2] for field in fields)
    listed = scene.listed(around.data.get("r"), around)
    return [(entry(item, path), entry(item, router), home) for item, home in listed]


def _mounted(value: Value, mark: Mark, scene: Scene) -> tuple[str, Value]:
    """`mount("/x", app)` stands for the application under a path."""
    if isinstance(value, dict) and "call" in value and "koa-mount()" in scene.value_origins(value, mark):
        given = value.get("a", [])
        return (scene.text(given[0], mark) or "", given[1]) if len(given) > 1 else ("", given[0] if given else None)
    return "", value


@composer("prefixed")
def prefixed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.prefix("/x")` says it afterwards."""
    key, prefix = owner_key(hit, scene), scene.text(hit.mark.pick("0"), hit.mark)
    if key is not None and prefix:
        scene.routing.prefixes[key] = prefix
    yield from ()


@composer("based")
def based(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.basePath("/x")`: in a chain still the same object, else one that stands inside it."""
    key, parent = scene.mark_key(hit.mark), owner_key(hit, scene)
    prefix = scene.text(hit.mark.pick("0"), hit.mark) or ""
    if key == parent:
        scene.routing.prefixes[key] = join(scene.routing.prefixes.get(key, ""), prefix)
    else:
        scene.routing.group(key, prefix)
        scene.routing.mount(key, parent, "")
    yield from ()


@composer("registered")
def registered(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fastify.register(plugin, { prefix })`: the plugin adds to the instance that it is called with."""
    parent, prefix = owner_key(hit, scene), scene.text(hit.mark.pick("1.prefix"), hit.mark) or ""
    plugin = scene.symbol(hit.mark.pick("0"), hit.mark)
    if AUTOLOAD in scene.value_origins(hit.mark.pick("0"), hit.mark):
        load_folder(hit, scene, parent)
    elif plugin >= 0:
        scene.routing.mount(("p", plugin * PLACES), parent, prefix)
    else:
        scene.routing.group(("m", hit.mark.row), prefix)
        scene.routing.mount(("m", hit.mark.row), parent, "")
    yield from ()


@composer("verb_route")
def verb_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.get(path, …, handler)`; with nothing behind the path it asks for a setting."""
    paths, rest = split_path(hit, scene)
    if not rest:
        return
    for path in paths:
        yield from _routes(hit, scene, [hit.mark.name], path, rest)


@composer("chained_route")
def chained_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.route(path).get(…, handler)`."""
    if hit.mark.args:
        yield from _routes(hit, scene, [hit.mark.name], "", hit.mark.args)


@composer("method_route")
def method_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.on("PURGE", path, handler)`."""
    verbs, *rest = [*hit.mark.args, None, None]
    for path in texts(rest[0], hit.mark, scene):
        yield from _routes(hit, scene, texts(verbs, hit.mark, scene), path, hit.mark.args[2:])


@composer("described_route")
def described_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.route({ method, url, handler })`, `app.openapi(route, handler)`."""
    described, mark = hit.mark.pick("0"), hit.mark
    if (key := scene.key(described, mark)) is not None:
        mark = next((m for m in scene.marks if m.name == "createRoute" and scene.mark_key(m) == key), mark)
        described = mark.pick("0")
    path = scene.text(entry(described, hit.rule.part("path")), mark)
    if path is None:
        return
    handler = entry(described, "handler") or hit.mark.pick("1")
    yield from _routes(hit, scene, listed_methods(entry(described, "method"), mark, scene), path, [handler])


def _routes(hit: Hit, scene: Scene, verbs: list[str], path: str, given: list[Value]) -> Iterator[Fact]:
    *before, last = [item for value in given for item in (value if isinstance(value, list) else [value])] or [None]
    handler, symbol = handler_of(last, hit.mark, scene)
    guards = [spelled(value) for value in before if not is_options(value)]
    for base in scene.routing.bases(owner_key(hit, scene)):
        for verb in verbs:
            method = WORDS.get(verb.upper(), verb.upper())
            whole = base if path == "/" and base else join(base, path)
            yield route_fact(hit, scene, method, whole, handler, symbol, middleware=guards or None)


def is_options(value: Value) -> bool:
    return not isinstance(value, dict) or "map" in value or "fn" in value


def handler_of(value: Value, mark: Mark, scene: Scene) -> tuple[Value, int]:
    """What is called, with its definition; a wrapper around a function hands it on."""
    for _ in range(4):
        if isinstance(value, dict) and "call" in value and value.get("a") and scene.symbol(value["call"], mark) != -2:
            inner = value["a"][-1]
            if not isinstance(inner, dict) or not ({"n", "fn", "call"} & inner.keys()):
                break
            value = inner
        else:
            break
    if isinstance(value, dict) and value.get("fn"):
        return None, -1
    symbol = scene.symbol(value, mark)
    return value, symbol


@composer("used_middleware")
def used_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """What is used and is no router, in order; behind a path it stands for that path."""
    if _looped(hit.mark, scene) is not None:
        return
    paths, rest = split_path(hit, scene)
    pipeline = owner_key(hit, scene) or ("file", hit.mark.file)
    for value in rest:
        for item, home in scene.listed(value, hit.mark) or [(value, hit.mark)]:
            if not is_options(item) or is_inline(item):
                _, child = _mounted(item, home, scene)
                own = hit.rule.parts.get("external") and (is_inline(child) or scene.symbol(child, home) >= 0)
                if not own and not is_router(child, home, scene):
                    yield _middleware(hit, scene, child, paths, scene.next_in(pipeline))


def is_inline(value: Value) -> bool:
    return isinstance(value, dict) and bool(value.get("fn"))


def _middleware(hit: Hit, scene: Scene, value: Value, paths: list[str], order: int) -> Fact:
    name = INLINE if is_inline(value) else spelled(value)
    called = value["call"] if isinstance(value, dict) and "call" in value else value
    detail: dict[str, Any] = {"path": paths[0] if paths else None, "via": hit.mark.name, "order": order}
    return fact(hit, name, scene.symbol(called, hit.mark), **detail)


@composer("hook")
def hook(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fastify.addHook("onRequest", handler)`."""
    given = hit.mark.pick("1")
    if given is not None:
        order = scene.next_in(owner_key(hit, scene) or ("file", hit.mark.file))
        fact_ = _middleware(hit, scene, given, [], order)
        fact_.detail["hook"] = scene.text(hit.mark.pick("0"), hit.mark)
        yield fact_

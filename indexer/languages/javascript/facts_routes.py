"""Routes that hang on an object: Express, Koa, Hono, Fastify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from indexer.facts.compose import composer
from indexer.facts.given import given
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, given_route, listed_methods, route_fact
from indexer.facts.routing import join, without_base
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_folders import load_folder
from indexer.languages.javascript.facts_values import (
    handed_out,
    is_inline,
    is_joined,
    is_named,
    object_key,
    owner_key,
    required_symbol,
    split_path,
    texts,
)

AUTOLOAD, MOUNT, LOOP, DESCRIBED = "@fastify/autoload", "koa-mount()", "forEach", "createRoute"
VERBS = {"ALL": ANY, "DEL": "DELETE", "LINGET": "GET", "LINPOST": "POST", "LINPUT": "PUT", "LINDELETE": "DELETE"}
DEEPEST = 4  # wrappers around a handler


@composer("used")
def used(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.use("/api", guard, router)`: routers among what is used stand under the path."""
    parent = owner_key(hit, scene)
    for prefix, value, mark in _uses(hit, scene):
        if (key := object_key(value, mark, scene)) is not None:
            scene.routing.mount(key, parent, prefix)
    yield from ()


def _uses(hit: Hit, scene: Scene) -> list[tuple[str, Value, Mark]]:
    """Each thing that is used, with the path that it stands under."""
    if (each := looped(hit.mark, scene)) is not None:
        return [(scene.text(path, mark) or "", value, mark) for path, value, mark in each]
    paths, rest = split_path(hit, scene)
    each_value = [pair for value in rest for pair in scene.elements(value, hit.mark)]
    inner = [(*mounted(value, home, scene), home) for value, home in each_value]
    begins = list(map(without_base, paths)) or [""]
    return [(join(prefix, path), value, home) for prefix in begins for path, value, home in inner]


def looped(mark: Mark, scene: Scene) -> list[tuple[Value, Value, Mark]] | None:
    """`routes.forEach((each) => app.use(each.path, each.router))`: both of each; None where it is no such loop."""
    around = scene.marks[mark.data["p"] + mark.firsts[2]] if "p" in mark.data else None
    fields = [spelled(value).rpartition(".") for value in mark.args]
    if around is None or around.name != LOOP or len(fields) != 2 or not fields[0][0] or fields[0][0] != fields[1][0]:
        return None
    path, router = (field[2] for field in fields)
    listed = scene.listed(around.data.get("r"), around)
    return [(entry(item, path), entry(item, router), home) for item, home in listed]


def mounted(value: Value, mark: Mark, scene: Scene) -> tuple[str, Value]:
    """`mount("/x", app)` stands for the application under a path."""
    if isinstance(value, dict) and "call" in value and MOUNT in scene.value_origins(value, mark):
        given = [*value.get("a", []), None]
        return (scene.text(given[0], mark) or "", given[1]) if len(given) > 2 else ("", given[0])
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
    plugin, parent = hit.mark.pick("0"), owner_key(hit, scene)
    prefix = without_base(scene.text(hit.mark.pick("1.prefix"), hit.mark) or "")
    if AUTOLOAD in scene.value_origins(plugin, hit.mark):
        load_folder(hit, scene, parent)
    elif (function := max(scene.symbol(plugin, hit.mark), required_symbol(plugin, hit.mark, scene))) >= 0:
        scene.routing.mount(("p", function * PLACES), parent, prefix)
    else:
        scene.routing.group(("m", hit.mark.row), prefix)
        scene.routing.mount(("m", hit.mark.row), parent, "")
    yield from ()


@composer("verb_route")
def verb_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.get(path, …, handler)`; with nothing behind the path it asks for a setting."""
    paths, rest = split_path(hit, scene)
    if hit.rule.parts.get("named") and len(rest) > 1 and (named := texts(rest[0], hit.mark, scene)):
        paths, rest = named, rest[1:]  # `router.get("orders", "/orders", handler)`: a name stands before the path
    if paths and (not rest or not is_joined(hit.mark.args[0])):
        for path in paths if rest else ():
            yield from _routes(hit, scene, [hit.mark.name], path, rest)
    elif len(hit.mark.args) > 1:
        yield from _given_routes(hit, scene)


def _given_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Where the path is put together, or one that callers give."""
    path, *rest = hit.mark.args
    verb, guards = hit.mark.name.upper(), guards_of(rest)
    for one in given(scene, hit.mark, path, owner_key(hit, scene), last_of(rest)):
        for base in scene.routing.bases(one.key):
            whole = under(base, one.path)
            yield given_route(hit, scene, one, VERBS.get(verb, verb), whole, middleware=guards)


@composer("chained_route")
def chained_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.route(path).get(…, handler)`."""
    if hit.mark.args:
        yield from _routes(hit, scene, [hit.mark.name], "", hit.mark.args)


@composer("method_route")
def method_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.on("PURGE", path, handler)`."""
    verbs, paths = (texts(hit.mark.pick(place), hit.mark, scene) for place in "01")
    for path in paths:
        yield from _routes(hit, scene, verbs, path, hit.mark.args[2:])


@composer("described_route")
def described_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.route({ method, url, handler })`, `app.openapi(route, handler)`."""
    described, mark = hit.mark.pick("0"), hit.mark
    if (key := scene.key(described, mark)) is not None:
        mark = next((m for m in scene.marks if m.name == DESCRIBED and scene.mark_key(m) == key), mark)
        described = mark.pick("0")
    told = (entry(described, name) for name in hit.rule.part("path").split("|"))
    path = next((text for value in told if (text := scene.text(value, mark)) is not None), None)
    if path is not None:
        handler = entry(described, "handler") or hit.mark.pick("1")
        yield from _routes(hit, scene, listed_methods(entry(described, "method"), mark, scene), path, [handler])


def _routes(hit: Hit, scene: Scene, verbs: list[str], path: str, values: list[Value]) -> Iterator[Fact]:
    """The last of what is given handles the request, names before it are asked first."""
    handler = last_of(values)
    symbol = scene.symbol(handler, hit.mark)
    behind = handed_out(handler, hit.mark, scene) if symbol < 0 else -1
    guards = guards_of(values)
    for base in scene.routing.bases(owner_key(hit, scene)):
        for verb in map(str.upper, verbs):
            verb = VERBS.get(verb, verb)
            made = route_fact(hit, scene, verb, under(base, path), handler, symbol, middleware=guards)
            yield made if behind < 0 else replace(made, symbol=behind)


def under(base: str, path: str) -> str:
    """The path of a route below that of its router: the router's own where it adds nothing."""
    return base.rstrip("/") or "/" if path in ("", "/") else join(base, path)


def spread(values: list[Value]) -> list[Value]:
    """Functions one by one, also those that stand in lists."""
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def guards_of(values: list[Value]) -> list[str] | None:
    """Names of what is asked before the last."""
    return [spelled(value) for value in spread(values)[:-1] if is_named(value)] or None


def last_of(values: list[Value]) -> Value:
    """The function that answers, without what wraps it."""
    return unwrapped((spread(values) or [None])[-1])


def unwrapped(value: Value) -> Value:
    """`wrap(handler)` stands for the handler; a function without a name is nobody's."""
    for _ in range(DEEPEST):
        given = value.get("a") if isinstance(value, dict) and "call" in value else None
        if not given or not (is_named(given[-1]) or is_inline(given[-1])):
            break
        value = given[-1]
    return None if is_inline(value) and "s" not in value else value

"""Routes that hang on an object: Express, Koa, Hono, Fastify."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, listed_methods, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_folders import load_folder
from indexer.languages.javascript.facts_values import is_inline, is_named, object_key, owner_key, split_path, texts

AUTOLOAD, MOUNT, LOOP, DESCRIBED = "@fastify/autoload", "koa-mount()", "forEach", "createRoute"
VERBS = {"ALL": ANY, "DEL": "DELETE"}
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
    inner = [mounted(value, hit.mark, scene) for value in rest]
    return [(join(prefix, path), value, hit.mark) for prefix in paths or [""] for path, value in inner]


def looped(mark: Mark, scene: Scene) -> list[tuple[Value, Value, Mark]] | None:
    """`routes.forEach((each) => app.use(each.path, each.router))`: both of each; None where it is no such loop."""
    around = scene.marks[mark.data["p"] + mark.firsts[2]] if "p" in mark.data else None
    fields = [spelled(value).rpartition(".") for value in mark.args]
    if around is None or around.name != LOOP or len(fields) != 2 or fields[0][0] != fields[1][0]:
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
    prefix = scene.text(hit.mark.pick("1.prefix"), hit.mark) or ""
    if AUTOLOAD in scene.value_origins(plugin, hit.mark):
        load_folder(hit, scene, parent)
    elif (function := scene.symbol(plugin, hit.mark)) >= 0:
        scene.routing.mount(("p", function * PLACES), parent, prefix)
    else:
        scene.routing.group(("m", hit.mark.row), prefix)
        scene.routing.mount(("m", hit.mark.row), parent, "")
    yield from ()


@composer("verb_route")
def verb_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.get(path, …, handler)`; with nothing behind the path it asks for a setting."""
    paths, rest = split_path(hit, scene)
    for path in paths if rest else ():
        yield from _routes(hit, scene, [hit.mark.name], path, rest)


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
    path = scene.text(entry(described, hit.rule.part("path")), mark)
    if path is not None:
        handler = entry(described, "handler") or hit.mark.pick("1")
        yield from _routes(hit, scene, listed_methods(entry(described, "method"), mark, scene), path, [handler])


def _routes(hit: Hit, scene: Scene, verbs: list[str], path: str, given: list[Value]) -> Iterator[Fact]:
    """The last of what is given handles the request, names before it are asked first."""
    *before, last = [item for value in given for item in (value if isinstance(value, list) else [value])] or [None]
    handler = unwrapped(last)
    symbol = scene.symbol(handler, hit.mark)
    guards = [spelled(value) for value in before if is_named(value)] or None
    for base in scene.routing.bases(owner_key(hit, scene)):
        whole = base.rstrip("/") or "/" if path in ("", "/") else join(base, path)
        for verb in map(str.upper, verbs):
            yield route_fact(hit, scene, VERBS.get(verb, verb), whole, handler, symbol, middleware=guards)


def unwrapped(value: Value) -> Value:
    """`wrap(handler)` stands for the handler; a function without a name is nobody's."""
    for _ in range(DEEPEST):
        given = value.get("a") if isinstance(value, dict) and "call" in value else None
        if not given or not (is_named(given[-1]) or is_inline(given[-1])):
            break
        value = given[-1]
    return None if is_inline(value) and "s" not in value else value

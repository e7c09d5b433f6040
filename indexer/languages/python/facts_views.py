"""Routes of Python's frameworks whose handlers are classes, or that are declared all at once."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, listed_methods, receiver_key, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
RESOLVE = "resolve_"
GRAPHQL = {"field": "QUERY", "mutation": "MUTATION", "subscription": "SUBSCRIPTION"}
NO_FIELDS = frozenset({"Meta", "Arguments", "Input"})


def answers(view: int, scene: Scene, prefix: str = "") -> list[tuple[str, int]]:
    """The verbs that a class has methods for, each with its method; any, where it has none."""
    found = [(verb.upper(), scene.member(view, prefix + verb)) for verb in VERBS] if view >= 0 else []
    return [(verb, method) for verb, method in found if method >= 0] or [(ANY, view)]


@composer("resource")
def resource(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`api.add_resource(Class, *paths)`, or `@api.route(*paths)` at the class."""
    decorated = hit.mark.decorated >= 0
    view = hit.mark.decorated if decorated else scene.symbol(hit.mark.pick("0|resource"), hit.mark)
    paths = [scene.text(given, hit.mark) for given in hit.mark.args[0 if decorated else 1 :]]
    for base in scene.routing.bases(receiver_key(hit, scene)):
        for path in (path for path in paths if path is not None):
            for verb, method in answers(view, scene):
                yield route_fact(hit, scene, verb, join(base, path), hit.mark.pick("0|resource"), method)


@composer("set_up_in")
def set_up_in(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`api.init_app(blueprint)`: what hangs on the receiver stands in what it is given."""
    key, parent = receiver_key(hit, scene), scene.key(hit.mark.pick("0|app"), hit.mark)
    if key is not None and parent is not None:
        scene.routing.mount(key, parent, "")
    yield from ()


@composer("falcon_route")
def falcon_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.add_route(path, Resource())`: methods `on_get`, `on_post` …"""
    path, given = scene.text(hit.pick("path"), hit.mark), hit.mark.pick("1|resource")
    if path is None:
        return
    called = given["call"] if isinstance(given, dict) and "call" in given else given
    for verb, method in answers(scene.symbol(called, hit.mark), scene, "on_"):
        yield route_fact(hit, scene, verb, path, called, method)


@composer("litestar_router")
def litestar_router(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Router(path="/api", route_handlers=[Orders, status])`: what is listed stands below its path."""
    key, path = scene.mark_key(hit.mark), scene.text(hit.mark.pick("path"), hit.mark)
    scene.routing.group(key, path or "")
    for item, mark in scene.listed(hit.mark.pick("route_handlers"), hit.mark):
        symbol, inner = scene.symbol(item, mark), scene.key(item, mark)
        for child in [("s", symbol)] if symbol >= 0 else [inner] if inner is not None else []:
            scene.routing.mount(child, key, "")
    yield from ()


@composer("litestar_route")
def litestar_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@get("/x")` at a function or at a method of a controller, whose `path` stands before it."""
    handler, given = hit.mark.decorated, hit.mark.pick("0|path")
    if handler < 0:
        return
    owner = scene.commit.parent[handler]
    is_method = owner >= 0 and scene.commit.kind[owner] == "class"
    own = scene.constant(scene.member(owner, "path")) if is_method else ""
    texts = [scene.text(value, mark) for value, mark in scene.listed(given, hit.mark)] or [scene.text(given, hit.mark)]
    named = hit.mark.name.upper()
    verbs = listed_methods(hit.mark.pick("http_method"), hit.mark, scene) if hit.mark.name == "route" else [named]
    for base in scene.routing.bases(("s", owner if is_method else handler)):
        for path in texts:
            for verb in verbs:
                whole = join(join(base, own or ""), path or "")
                yield route_fact(hit, scene, verb, whole.rstrip("/"), symbol=handler)


@composer("tornado_routes")
def tornado_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Application([(pattern, Handler), …])`."""
    for item, mark in scene.listed(hit.mark.pick("0|handlers"), hit.mark):
        parts: list[Value] = item if isinstance(item, list) else item.get("a", []) if isinstance(item, dict) else []
        path = scene.text(parts[0], mark) if len(parts) > 1 else None
        if path is not None:
            for verb, method in answers(scene.symbol(parts[1], mark), scene):
                yield route_fact(hit, scene, verb, path.removeprefix("^").removesuffix("$"), parts[1], method)


@composer("graphql_field")
def graphql_field(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A resolver is a route of its own name; what it is for follows from the type it stands in."""
    symbol = hit.mark.decorated
    owner = scene.commit.parent[symbol] if symbol >= 0 else -1
    if owner < 0:
        return
    kind, name = scene.commit.name[owner], scene.commit.name[symbol]
    root = kind.upper() if kind in ("Query", "Mutation", "Subscription") else GRAPHQL[hit.mark.name]
    path = name if root != "QUERY" or kind == "Query" else f"{kind}.{name}"
    yield fact(hit, f"{root} {path}", symbol, method=root, path=path, handler=f"{kind}.{name}")


@composer("graphene_type")
def graphene_type(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resolve_name` methods of the root types."""
    owner = hit.mark.symbol
    kind = scene.commit.name[owner]
    if "Query" not in kind and "Subscription" not in kind:
        return
    root = "QUERY" if "Query" in kind else "SUBSCRIPTION"
    for name, symbol in scene.commit.members.get(owner, {}).items():
        if name.startswith(RESOLVE):
            path = name.removeprefix(RESOLVE)
            detail = {"method": root, "path": path, "handler": f"{kind}.{name}"}
            yield fact(hit, f"{root} {path}", symbol, lines=scene.lines(symbol), **detail)


@composer("provider")
def provider(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`name = providers.Singleton(Class)` in a container."""
    given = hit.pick("service")
    made = None if given is None else spelled(given)
    symbol = int(hit.mark.data["s"]) + hit.mark.firsts[0] if "s" in hit.mark.data else -1
    service = scene.commit.name[symbol] if symbol >= 0 else made
    if service is not None:
        shown = f"{hit.mark.name} {service}" + (f" -> {made}" if made not in (None, service) else "")
        yield fact(hit, shown, symbol, service=service, implementation=made, lifetime=hit.mark.name)


@composer("scheduled_job")
def scheduled_job(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`scheduler.add_job(function, trigger, …)`, or a decorator at the function."""
    decorated = hit.mark.decorated
    symbol = decorated if decorated >= 0 else scene.symbol(hit.mark.pick("0|func"), hit.mark)
    trigger = scene.text(hit.mark.pick("0|trigger" if decorated >= 0 else "1|trigger"), hit.mark) or "job"
    when = {name: value for name, value in hit.mark.named.items() if isinstance(value, int | str)}
    shown = " ".join([trigger, *(f"{name}={value}" for name, value in when.items() if name not in ("id", "trigger"))])
    yield fact(hit, shown, symbol, trigger=trigger, when=when or None)

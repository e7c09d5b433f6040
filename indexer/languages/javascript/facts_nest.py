"""NestJS: routes from a class and its methods, providers of modules; GraphQL and gRPC beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, handler_name, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_routes import is_inline, texts

COMMON = "@nestjs/common."
APP, VERSIONS, MODULE, CONTROLLER = "nest-app", "nest-versions", "nest-module", "nest-controller"
VERBS = {"ALL": ANY, "SSE": "GET"}
OPERATIONS = ("Query", "Mutation", "Subscription")
FIELDS = ("ResolveField", "FieldResolver")
USES = {"useClass": "class", "useExisting": "other", "useFactory": "factory", "useValue": "value"}


@composer("nest_prefix")
def nest_prefix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.setGlobalPrefix("api")`."""
    scene.routing.group((APP, hit.mark.file), scene.text(hit.mark.pick("0"), hit.mark) or "")
    yield from ()


@composer("nest_versions")
def nest_versions(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.enableVersioning({ type: VersioningType.URI })`: versions are a part of the path."""
    kind = hit.mark.pick("0.type")
    if kind is None or spelled(kind).endswith("URI"):
        prefix = hit.mark.pick("0.prefix")
        scene.routing.group((VERSIONS, hit.mark.file), prefix if isinstance(prefix, str) else "v" * (prefix is not False))
    yield from ()


@composer("nest_module")
def nest_module(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Controllers stand under the path of their module, if it has one."""
    for value, home in scene.listed(hit.mark.pick("0.controllers"), hit.mark):
        if (controller := scene.symbol(value, home)) >= 0:
            scene.routing.mount((CONTROLLER, controller), (MODULE, hit.mark.decorated), "")
    yield from ()


@composer("nest_paths")
def nest_paths(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`RouterModule.register([{ path, module, children }])`."""
    _name_paths(hit.mark.pick("0"), "", hit.mark, scene)
    yield from ()


def _name_paths(value: Value, above: str, mark: Mark, scene: Scene) -> None:
    for item, home in scene.listed(value, mark):
        path = join(above, scene.text(entry(item, "path"), home) or "")
        if (module := scene.symbol(item if entry(item, "module") is None else entry(item, "module"), home)) >= 0:
            scene.routing.group((MODULE, module), path)
        _name_paths(entry(item, "children"), path, home, scene)


@composer("nest_route")
def nest_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Global prefix, version, path of the module, of the controller, of the method."""
    handler = hit.mark.decorated
    owner = scene.commit.parent[handler]
    controller = _decorator(owner, "Controller", scene)
    if controller is None:
        return
    verb = VERBS.get(hit.mark.name.upper(), hit.mark.name.upper())
    begins = [join(base, path) for base in _bases(owner, scene) for path in _paths(controller, "0.path|0", scene)]
    for front in _fronts(controller, handler, scene):
        for begin in begins:
            for path in _paths(hit.mark, "0", scene):
                yield route_fact(hit, scene, verb, join(join(front, begin), path))


def _decorator(symbol: int, name: str, scene: Scene) -> Mark | None:
    marks = scene.at(symbol) if symbol >= 0 else []
    return next((mark for mark in marks if COMMON + name in scene.origins(mark)), None)


def _bases(controller: int, scene: Scene) -> list[str]:
    return scene.routing.bases((CONTROLLER, controller))


def _paths(mark: Mark, selector: str, scene: Scene) -> list[str]:
    return texts(mark.pick(selector), mark, scene) or [""]


def _fronts(controller: Mark, handler: int, scene: Scene) -> list[str]:
    """What the application puts before all paths: its prefix, and the version where that is told in the path."""
    prefix = _nearest(APP, controller.file, scene) or ""
    versioned = _nearest(VERSIONS, controller.file, scene)
    told = _decorator(handler, "Version", scene)
    own = told or _decorator(controller.decorated, "Version", scene)
    versions = texts(own.pick("0"), own, scene) if own else texts(controller.pick("0.version"), controller, scene)
    if versioned is None or not versions:
        return [prefix]
    return [join(prefix, f"/{versioned}{version}") for version in versions]


def _nearest(letter: str, file: int, scene: Scene) -> str | None:
    """What the application says whose file is nearest to this one: a repository may hold several."""
    paths, prefixes = scene.commit.paths, scene.routing.prefixes
    homes = [key for key in prefixes if key[0] == letter]
    return prefixes[max(homes, key=lambda key: _shared(paths[key[1]], paths[file]))] if homes else None


def _shared(one: str, other: str) -> int:
    return len(os.path.commonpath(["/" + one, "/" + other]))


@composer("nest_providers")
def nest_providers(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Classes, and tokens with what stands for them."""
    for value, home in scene.listed(hit.mark.pick("0.providers"), hit.mark):
        token = entry(value, "provide")
        if token is not None:
            used = next((use for use in USES if entry(value, use) is not None), None)
            given = entry(value, used) if used else None
            yield _provided(hit, scene, token, used, given, home)
        elif isinstance(value, dict) and "n" in value:
            yield _provided(hit, scene, value, None, None, home)


def _provided(hit: Hit, scene: Scene, token: Value, used: str | None, given: Value, home: Mark) -> Fact:
    name = spelled(token)
    plain = is_inline(given) or not isinstance(given, dict) or "map" in given
    shown = None if used is None else (USES[used] if plain else spelled(given))
    symbol = scene.symbol(given if given is not None else token, home)
    value = f"provide {name} -> {shown}" if shown else f"provide {name}"
    return fact(hit, value, symbol, service=name, implementation=shown or name, via=used)


@composer("bound")
def bound(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`container.bind(TYPES.X).to(X)`: what follows in the chain says what it is bound to."""
    service = hit.mark.pick("0")
    target = next((m for m in scene.marks if _begins_with(m, hit.mark)), None)
    given = target.pick("0") if target is not None else None
    name = None if given is None else ("value" if is_inline(given) else spelled(given))
    if service is not None:
        value = f"{hit.mark.name} {spelled(service)}" + (f" -> {name}" if name else "")
        symbol = scene.symbol(given, hit.mark)
        yield fact(hit, value, symbol, service=spelled(service), implementation=name or spelled(service))


def _begins_with(mark: Mark, first: Mark) -> bool:
    """Whether a call is made on what another gave."""
    receiver = mark.data.get("r")
    made = receiver.get("m", -1) if isinstance(receiver, dict) else -1
    return mark.file == first.file and made >= 0 and made + mark.firsts[2] == first.row


@composer("awilix")
def awilix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`container.register({ name: asClass(Type) })`."""
    given = hit.mark.pick("0")
    for name, value in given.get("map", ()) if isinstance(given, dict) else ():
        inner = value["a"][0] if isinstance(value, dict) and value.get("a") else value
        shown = "inline function" if is_inline(inner) else spelled(inner)
        yield fact(hit, f"register {name} -> {shown}", scene.symbol(inner, hit.mark), service=name, implementation=shown)


@composer("each_middleware")
def each_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each argument, in order: `consumer.apply(A, B)`, `@UseGuards(A)`."""
    at = hit.mark.decorated
    pipeline: Key = ("at", at) if at >= 0 else ("file", hit.mark.file)
    for value in hit.mark.args:
        name = "inline function" if is_inline(value) else spelled(value)
        called = value["call"] if isinstance(value, dict) and "call" in value else value
        symbol = at if at >= 0 else scene.symbol(called, hit.mark)
        yield fact(hit, name, symbol, via=hit.mark.name, order=scene.next_in(pipeline))


@composer("resolver")
def resolver(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Query(() => [User])` at a method: the name given, else that of the method."""
    handler = hit.mark.decorated
    if handler < 0 or scene.commit.kind[handler] != "method":
        return
    given = [scene.text(hit.mark.pick(place), hit.mark) for place in ("0", "0.name", "1.name")]
    name = next(filter(None, given), scene.commit.name[handler])
    operation = hit.mark.name.upper() if hit.mark.name in OPERATIONS else "FIELD"
    yield fact(hit, f"{operation} {name}", handler, method=operation, path=name, handler=handler_name(handler, scene))


@composer("resolver_map")
def resolver_map(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resolvers: { Query: { users } }`."""
    given, mark = hit.mark.pick("0.resolvers|0.schema.resolvers"), hit.mark
    if (held := scene.values.get(scene.symbol(given, mark))) is not None:
        given, mark = held.args[0], held
    for operation in OPERATIONS:
        listed = entry(given, operation)
        for name, value in listed.get("map", ()) if isinstance(listed, dict) else ():
            verb, symbol = operation.upper(), scene.symbol(value, mark)
            handler = handler_name(symbol, scene) if symbol >= 0 else None
            yield fact(hit, f"{verb} {name}", symbol, method=verb, path=name, handler=handler)


@composer("grpc_method")
def grpc_method(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@GrpcMethod("Service", "Method")`; by default class and method."""
    handler = hit.mark.decorated
    owner = scene.commit.parent[handler]
    service = scene.text(hit.mark.pick("0"), hit.mark) or scene.commit.name[owner]
    name = scene.commit.name[handler]
    method = scene.text(hit.mark.pick("1"), hit.mark) or name[:1].upper() + name[1:]
    yield route_fact(hit, scene, "GRPC", f"/{service}/{method}")


@composer("grpc_service")
def grpc_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`server.addService(proto.Greeter.service, { sayHello })`."""
    words = spelled(hit.mark.pick("0")).split(".")
    service = next((word for word in reversed(words) if word != "service"), "")
    given = hit.mark.pick("1")
    for name, value in given.get("map", ()) if isinstance(given, dict) else ():
        yield route_fact(hit, scene, "GRPC", f"/{service}/{name}", value, scene.symbol(value, hit.mark))

"""What programs put together: providers of modules, bindings of containers, middleware in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.routing import Key
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_routes import looped, mounted
from indexer.languages.javascript.facts_values import (
    definition,
    is_inline,
    is_named,
    object_key,
    owner_key,
    pairs,
    required_symbol,
    shown,
    split_path,
)

# what is used for the routes that it brings
ROUTERS = frozenset({"express.Router()", "@koa/router()", "koa()", "hono.Hono()", "@fastify/autoload"})
REQUIRE = "require("
USES = {"useClass": "class", "useExisting": "other", "useFactory": "factory", "useValue": "value"}


def _registered(hit: Hit, scene: Scene, service: Value, given: Value, otherwise: str, home: Mark) -> Fact:
    """`verb service -> implementation`; what has no name is told as what it is."""
    name = spelled(service)
    made = spelled(given) if is_named(given) else otherwise
    value = f"{hit.rule.part('verb', hit.mark.name)} {name}" + (f" -> {made}" if made else "")
    symbol = scene.symbol(given if is_named(given) else service, home)
    return fact(hit, value, symbol, service=name, implementation=made or name)


@composer("nest_providers")
def nest_providers(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Classes, and tokens with what stands for them."""
    for value, home in scene.listed(hit.mark.pick("0.providers"), hit.mark):
        token = entry(value, "provide")
        if token is not None:
            way = next((way for way in USES if entry(value, way) is not None), "")
            yield _registered(hit, scene, token, entry(value, way), USES.get(way, ""), home)
        elif isinstance(value, dict) and "n" in value:
            yield _registered(hit, scene, value, None, "", home)


@composer("bound")
def bound(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`container.bind(TYPES.X).to(X)`: what follows in the chain says what it is bound to."""
    service = hit.mark.pick("0")
    target = next((mark for mark in scene.marks if _begins_with(mark, hit.mark)), None)
    given = target.pick("0") if target is not None else None
    if service is not None:
        yield _registered(hit, scene, service, given, "" if given is None else "value", hit.mark)


def _begins_with(mark: Mark, first: Mark) -> bool:
    """Whether a call is made on what another gave."""
    receiver = mark.data.get("r")
    made = receiver.get("m", -1) if isinstance(receiver, dict) else -1
    return mark.file == first.file and made >= 0 and made + mark.firsts[2] == first.row


@composer("js_registration")
def js_registration(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`container.register(token, { useClass })`."""
    service = hit.pick("service")
    if service is not None:
        yield _registered(hit, scene, service, hit.pick("implementation"), "value", hit.mark)


@composer("js_injectable")
def js_injectable(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Service()` at a class: the container makes it when it is asked for."""
    if hit.mark.decorated >= 0:
        name = scene.commit.name[hit.mark.decorated]
        yield fact(hit, f"{hit.mark.name} {name}", hit.mark.decorated, service=name, implementation=name)


@composer("js_provided")
def js_provided(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@provide(TYPES.Orders)` at the class that stands for it."""
    service = hit.mark.pick("0")
    if service is not None and hit.mark.decorated >= 0:
        name = scene.commit.name[hit.mark.decorated]
        value = f"{hit.mark.name} {spelled(service)} -> {name}"
        yield fact(hit, value, hit.mark.decorated, service=spelled(service), implementation=name)


@composer("awilix")
def awilix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`container.register({ name: asClass(Type) })`."""
    for name, value in pairs(hit.mark.pick("0")):
        given = value["a"][0] if isinstance(value, dict) and value.get("a") else value
        yield _registered(hit, scene, name, given, "value", hit.mark)


@composer("used_middleware")
def used_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """What is used and is no router, in order; behind a path it stands for that path."""
    if looped(hit.mark, scene) is not None:
        return
    paths, rest = split_path(hit, scene)
    for value in rest:
        for item, home in scene.listed(value, hit.mark) or scene.elements(value, hit.mark):
            _, inner = mounted(item, home, scene)
            if _is_middleware(hit, inner, home, scene):
                yield _middleware(hit, scene, inner, home, path=paths[0] if paths else None)


def _is_middleware(hit: Hit, value: Value, home: Mark, scene: Scene) -> bool:
    """No router, no options; where only others' plugins count, nothing of the repository's own."""
    if hit.rule.parts.get("external") and (is_inline(value) or scene.symbol(value, home) >= 0):
        return False
    required = required_symbol(value, home, scene)
    if hit.rule.parts.get("external") and required >= 0:
        return False
    if spelled(value).startswith(REQUIRE) and object_key(value, home, scene) in scene.made:
        return False  # `require("./orders").routes()`
    origins = scene.finder(home.file).of_symbol(required) if required >= 0 else scene.value_origins(value, home)
    return (is_named(value) or is_inline(value)) and ROUTERS.isdisjoint(origins)


@composer("hook")
def hook(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fastify.addHook("onRequest", handler)`."""
    if (given := hit.mark.pick("1")) is not None:
        yield _middleware(hit, scene, given, hit.mark, hook=scene.text(hit.mark.pick("0"), hit.mark))


@composer("each_middleware")
def each_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each argument: `consumer.apply(A, B)`, `@UseGuards(A)`."""
    for value in hit.mark.args:
        yield _middleware(hit, scene, value, hit.mark)


def _middleware(hit: Hit, scene: Scene, value: Value, home: Mark, **detail: Any) -> Fact:
    """It belongs to what it stands at as a decorator, else to its own definition."""
    at = hit.mark.decorated
    pipeline: Key | None = ("at", at) if at >= 0 else owner_key(hit, scene)
    order = scene.next_in(pipeline or ("file", hit.mark.file))
    symbol = at if at >= 0 else definition(value, home, scene)
    return fact(hit, shown(value), symbol, via=hit.mark.name, order=order, **detail)

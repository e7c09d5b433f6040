"""GraphQL resolvers and gRPC methods: routes by names of their own."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, entry, spelled
from indexer.facts.routes import handler_name, route_fact
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_values import pairs

OPERATIONS = ("Query", "Mutation", "Subscription")


def _operation(hit: Hit, scene: Scene, kind: str, name: str, symbol: int) -> Fact:
    method = kind.upper() if kind in OPERATIONS else "FIELD"
    handler = handler_name(symbol, scene) if symbol >= 0 else None
    return fact(hit, f"{method} {name}", symbol, method=method, path=name, handler=handler)


@composer("resolver")
def resolver(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Query(() => [User])` at a method: the name given, else that of the method."""
    handler = hit.mark.decorated
    if handler >= 0 and scene.commit.kind[handler] == "method":
        given = (scene.text(hit.mark.pick(place), hit.mark) for place in ("0", "0.name", "1.name"))
        yield _operation(hit, scene, hit.mark.name, next(filter(None, given), scene.commit.name[handler]), handler)


@composer("resolver_map")
def resolver_map(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resolvers: { Query: { users } }`."""
    given, mark = hit.mark.pick(hit.rule.part("resolvers", "0.resolvers")), hit.mark
    if (held := scene.values.get(scene.symbol(given, mark))) is not None:
        given, mark = held.args[0], held
    for kind in OPERATIONS:
        for name, value in pairs(entry(given, kind)):
            yield _operation(hit, scene, kind, name, scene.symbol(value, mark))


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
    for name, value in pairs(hit.mark.pick("1")):
        yield route_fact(hit, scene, "GRPC", f"/{service}/{name}", value, scene.symbol(value, hit.mark))

"""Routes of Vert.x: a path, and behind it what answers."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.closures import goes_on
from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import object_key, receiver_key, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

ANSWERS = frozenset({"handler", "blockingHandler", "respond"})
NEAR = 40  # marks between a call and the next of its chain


@composer("vertx_route")
def vertx_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.get("/x").handler(this::show)`, `router.route(HttpMethod.GET, "/x")`."""
    method, path = hit.mark.name.upper(), scene.text(hit.mark.pick("-1"), hit.mark)
    if method == "ROUTE":
        if not hit.mark.args[1:]:
            return  # without a method it is middleware, or leads to another router
        method = spelled(hit.mark.args[0]).rpartition(".")[2].upper()
    answers = [mark.pick("0") for mark in _behind(hit.mark, scene) if mark.name in ANSWERS]
    for base in scene.routing.bases(receiver_key(hit, scene)) if path is not None else ():
        yield route_fact(hit, scene, method, join(base, path or ""), _function(answers[-1]) if answers else None)


@composer("vertx_mount")
def vertx_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.route("/api/*").subRouter(orders)`."""
    receiver, child = hit.mark.data.get("r"), scene.key(hit.mark.pick("0"), hit.mark)
    if child is not None and isinstance(receiver, dict) and "m" in receiver:
        mounted = scene.marks[receiver["m"] + hit.mark.firsts[2]]
        path = scene.text(mounted.pick("0"), mounted) or ""
        scene.routing.mount(child, object_key(mounted, scene), path.removesuffix("*").removesuffix("/"))
    yield from ()


def _behind(mark: Mark, scene: Scene) -> Iterator[Mark]:
    """The calls that go on with what a call gives."""
    for outer in scene.marks[mark.row + 1 : mark.row + NEAR]:
        if outer.file == mark.file and goes_on(outer, mark):
            mark = outer
            yield outer


def _function(value: Value) -> Value:
    """A nameless function has no name to tell; one that a call makes is told by that call."""
    return None if isinstance(value, dict) and value.get("fn") else value

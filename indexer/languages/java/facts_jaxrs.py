"""Routes of JAX-RS: annotations at classes and methods, methods that hand over to another resource, clients."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.extract.terms import Flow
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.routes import route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.java.facts_spring import (
    TYPES,
    VERBS,
    annotated_types,
    from_origin,
    handled_by,
    marked,
    texts,
)

CLIENT = "RegisterRestClient"
JAXRS = ("javax.ws.rs.", "jakarta.ws.rs.")


@composer("jaxrs_path")
def jaxrs_path(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Path` at a class stands before its routes; at a method without a verb, before those of what it gives back."""
    symbol, commit = hit.mark.decorated, scene.commit
    paths = _paths([hit.mark], scene) if hit.mark.name == "Path" and symbol >= 0 else []
    if symbol >= 0 and commit.kind[symbol] in TYPES:
        for path in paths[:1]:
            scene.routing.group(("s", symbol), path)
    elif paths and not marked(symbol, scene, *VERBS):
        given = [scene.type_named(term) for term in commit.flows(Flow.RETURN_TYPE, symbol)]
        for resource in (one for one in given if one >= 0 and not annotated_types(one, scene, "Path")):
            for path in paths:
                scene.routing.mount(("s", resource), ("s", commit.parent[symbol]), path)
    yield from ()


@composer("jaxrs_route")
def jaxrs_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@GET @Path("{id}")` at a method, below the paths of its class and of the application."""
    handler = hit.mark.decorated
    owner = scene.commit.parent[handler] if handler >= 0 else -1
    if owner < 0 or marked(owner, scene, CLIENT):
        return
    own = _paths(marked(handler, scene, "Path"), scene) or [""]
    for resource in _resources(owner, scene):
        symbol = handled_by(resource, handler, scene)
        bases = _bases(resource, scene) if symbol >= 0 else []
        for path in (join(base, path) for base in bases for path in own):
            yield route_fact(hit, scene, hit.mark.name, join(_application(scene), path), symbol=symbol)


def _paths(marks: list[Mark], scene: Scene) -> list[str]:
    return [text for mark in marks for text in texts(mark.pick("0|value"), mark, scene)]


def _resources(owner: int, scene: Scene) -> list[int]:
    """Classes with a path that have the method: the one that declares it, else those that derive from it."""
    if _bases(owner, scene):
        return [owner]
    return [symbol for symbol in scene.heirs(owner) if marked(symbol, scene, "Path") or _place(symbol, scene)]


def _bases(resource: int, scene: Scene) -> list[str]:
    """The paths of a class; without one of its own, those of the methods that hand over to it."""
    own, place = annotated_types(resource, scene, "Path"), _place(resource, scene)
    return _paths(own, scene) if own or place is None else scene.routing.bases(place)


def _place(resource: int, scene: Scene) -> Key | None:
    keys: list[Key] = [("s", owner) for owner in scene.lineage(resource)]
    return next((key for key in keys if key in scene.routing.mounts), None)


def _application(scene: Scene) -> str:
    """The path of the application, where there is one application."""
    marks = [mark for mark in scene.by_name.get("ApplicationPath", ()) if from_origin(mark, scene, *JAXRS)]
    found = _paths(marks, scene)
    return found[0] if len(found) == 1 else ""


@composer("rest_client_call")
def rest_client_call(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The same annotations in an interface that is a client: a request that goes out."""
    handler = hit.mark.decorated
    owner = scene.commit.parent[handler] if handler >= 0 else -1
    for client in marked(owner, scene, CLIENT) if owner >= 0 else ():
        name, base = scene.text(client.pick("configKey"), client), scene.text(client.pick("baseUri"), client) or ""
        url = base
        for path in _paths([*marked(owner, scene, "Path"), *marked(handler, scene, "Path")], scene):
            url = join(url, path)
        yield fact(hit, f"{hit.mark.name} {url}", handler, method=hit.mark.name, url=url, client=name)

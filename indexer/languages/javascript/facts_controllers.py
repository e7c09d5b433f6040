"""Controllers that are classes with decorators: routing-controllers, Inversify, tsoa, Ts.ED, LoopBack and so on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_nest import nearest
from indexer.languages.javascript.facts_values import pairs, texts

APP, CONTROLLER = "app-", "controller"
VERB = re.compile(r"(?:http)?(\w+)")
VERBS = {"ALL": ANY, "DEL": "DELETE"}


@composer("controller_class")
def controller_class(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class whose methods may be routes."""
    scene.made[CONTROLLER, hit.mark.decorated] = hit.mark
    yield from ()


@composer("controllers_prefix")
def controllers_prefix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`createExpressServer({ routePrefix: "/api" })`."""
    if prefix := scene.text(hit.pick("prefix"), hit.mark):
        scene.routing.group((APP + hit.rule.framework, hit.mark.file), prefix)
    yield from ()


@composer("controllers_mounted")
def controllers_mounted(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Configuration({ mount: { "/rest": … } })`: of several nobody knows which path a controller stands under."""
    paths = [path for path, _ in pairs(hit.mark.pick("0.mount"))]
    if len(paths) == 1 and isinstance(paths[0], str):
        scene.routing.group((APP + hit.rule.framework, hit.mark.file), paths[0])
    yield from ()


@composer("controller_route")
def controller_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The prefix of the application, the path of the class, the path of the method."""
    controller = scene.made.get((CONTROLLER, scene.commit.parent[hit.mark.decorated]))
    if controller is None and not hit.rule.parts.get("classless"):
        return
    begins = texts(controller.pick("0.basePath|0.path|0"), controller, scene) if controller is not None else []
    named = VERB.fullmatch(hit.mark.name)
    verb = named[1].upper() if named else ANY
    front = nearest(APP + hit.rule.framework, hit.mark.file, scene) or ""
    for begin in begins or [""]:
        for path in texts(hit.mark.pick("0"), hit.mark, scene) or [""]:
            whole = join(join(front, begin), path)
            yield route_fact(hit, scene, VERBS.get(verb, verb), whole.rstrip("/"))

"""Python's jobs by the clock, and middleware that an application is made with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.routes import put_in
from indexer.facts.scene import Scene

EVERY = re.compile(r"\bevery\(([^()]*(?:\([^()]*\)[^()]*)*)\)(?:\.to\([^()]*\))?\.(\w+)")
AT = "at"


@composer("every")
def every(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`schedule.every(10).minutes.do(job)`, `schedule.every().day.at("10:30").do(job)`."""
    given, clock = hit.mark.data.get("r"), ""
    while isinstance(given, dict) and "call" in given:  # `.at("10:30")`
        if spelled(given["call"]).endswith("." + AT) and given.get("a"):
            clock = f" at {scene.text(given['a'][0], hit.mark) or '{' + spelled(given['a'][0]) + '}'}"
        given = given["call"]
    told = EVERY.search(spelled(given).replace("\n", ""))
    if told is not None:
        times = told[1] if told[1].isdigit() or not told[1] else f"{{{told[1]}}}"
        when = f"{times} {told[2]}".strip() + clock
        yield fact(hit, f"every {when}", scene.symbol(hit.mark.pick("0"), hit.mark), schedule=when)


@composer("beat")
def beat(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Celery's `beat_schedule = {"name": {"task": "shop.mail", "schedule": crontab(hour=7)}}`: each task."""
    pairs = hit.mark.args[0].get("map", ()) if hit.mark.args and isinstance(hit.mark.args[0], dict) else ()
    for _, entry in pairs:
        told = dict(entry.get("map", ())) if isinstance(entry, dict) else {}
        if "schedule" in told and (task := scene.text(told.get("task"), hit.mark)):
            yield fact(hit, task, task=task, schedule=spelled(told["schedule"]))


@composer("listed_middleware")
def listed_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Application(middlewares=[auth, errors()])`: each of the list, in its order."""
    for value, home in scene.listed(hit.pick("middleware"), hit.mark):
        order = scene.next_in(scene.mark_key(hit.mark))
        yield fact(hit, spelled(value), scene.symbol(value, home), via="middlewares", order=order)


@composer("sanic_group")
def sanic_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Blueprint.group(orders, users, url_prefix="/api")`: what it is given stands in a group that is mounted later."""
    key = scene.mark_key(hit.mark)
    scene.routing.group(key, scene.text(hit.pick("prefix"), hit.mark) or "")
    for child in hit.mark.args:
        if (inner := scene.key(child, hit.mark)) is not None:
            scene.routing.mount(inner, key, "")
    yield from ()


@composer("sanic_mount")
def sanic_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.blueprint(orders)`, `app.blueprint([orders, users])`."""
    given = hit.pick("child")
    for child in given if isinstance(given, list) else [given]:
        put_in(scene, hit, child, hit.pick("prefix") is not None)
    yield from ()

"""Symfony's attributes: routes of controllers, what they throw, console commands; Doctrine's entities."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.routes import ANY, listed_methods, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

BOUND = re.compile(r"\{!?(\w+)[^{}]*\}")  # `{slug:post}`, `{id<\d+>?1}`: what it is bound to, allows or defaults to
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
ROUTE, INVOKED = "Route", "__invoke"


@composer("symfony_route")
def symfony_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[Route('/x', methods: ['GET'])]` at a method; at the class the prefix of all, or what `__invoke` answers."""
    at, commit = hit.mark.decorated, scene.commit
    path = _path(hit.mark, scene)
    if at < 0:
        return
    if commit.kind[at] == "method":
        yield from _answered(hit, scene, at, _prefix(commit.parent[at], scene), path or "")
    elif (invoked := commit.members.get(at, {}).get(INVOKED, -1)) >= 0 and not _at(invoked, scene):
        yield from _answered(hit, scene, invoked, "", path or "")


def _answered(hit: Hit, scene: Scene, method: int, base: str, path: str) -> Iterator[Fact]:
    told = (
        listed_methods(hit.mark.pick("methods"), hit.mark, scene) if hit.mark.name == ROUTE else [hit.mark.name.upper()]
    )
    for outer in scene.routing.bases(("file", hit.mark.file)):  # a file of routes takes folders in
        for name in told or [ANY]:
            yield route_fact(hit, scene, name, BOUND.sub(r"{\1}", join(outer, join(base, path))), symbol=method)


def _at(symbol: int, scene: Scene) -> list[Mark]:
    return [mark for mark in scene.at(symbol) if mark.name == ROUTE]


def _prefix(owner: int, scene: Scene) -> str:
    return next((_path(mark, scene) or "" for mark in _at(owner, scene)), "")


def _path(mark: Mark, scene: Scene) -> str | None:
    return scene.text(mark.pick("0|path"), mark)


@composer("symfony_refusal")
def symfony_refusal(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`throw $this->createNotFoundException('no such order')`."""
    name = hit.rule.part("type")
    yield fact(hit, name, type=name, message=scene.text(hit.mark.pick("0|message"), hit.mark))


@composer("symfony_command")
def symfony_command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[AsCommand('mail:send')]`, `$this->setName('mail:send')`; a name may list others behind a bar."""
    if name := scene.text(hit.mark.pick("0|name"), hit.mark):
        yield fact(hit, name.split("|")[0], hit.mark.decorated, via=hit.mark.name)


@composer("symfony_named_command")
def symfony_named_command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`protected static $defaultName = 'mail:send'`."""
    if name := scene.constant(scene.member(hit.mark.symbol, "defaultName")):
        yield fact(hit, name.split("|")[0], via="defaultName")


@composer("doctrine_entity")
def doctrine_entity(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The name that `#[Table]` beside it says, else that of the class in lower case with underscores."""
    entity = hit.mark.decorated
    if entity < 0:
        return
    named = (mark for mark in scene.at(entity) if mark.name == "Table")
    yield table_of(
        hit, scene, entity, next((told for mark in named if (told := scene.text(mark.pick("0|name"), mark))), None)
    )


def table_of(hit: Hit, scene: Scene, entity: int, told: str | None) -> Fact:
    name = scene.commit.name[entity]
    table = (told or WORD_START.sub("_", name).lower()).strip("`")
    return fact(hit, table, entity, table=table, entity=name, by=None if told else "default")


@composer("doctrine_join_table")
def doctrine_join_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    if table := scene.text(hit.mark.pick("0|name"), hit.mark):
        yield fact(hit, table, table=table)


@composer("symfony_autowired")
def symfony_autowired(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[Autowire(env: 'KEY')]`, `#[Autowire('%env(int:KEY)%')]`, `#[Autowire(param: 'app.size')]`."""
    key = scene.text(hit.mark.pick("env|param"), hit.mark) or _placed(hit.mark, scene)
    if key:
        key = key.rpartition(":")[2]
        yield fact(hit, key, key=key, pattern=spelled({"n": hit.mark.name}))


def _placed(mark: Mark, scene: Scene) -> str | None:
    text = scene.text(mark.pick("0|value"), mark)
    found = re.fullmatch(r"%(?:env\(([^()]+)\)|([^%]+))%", text or "")
    return (found[1] or found[2]) if found else None

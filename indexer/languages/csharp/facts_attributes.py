"""What constructors hand on: attributes that are routes (`class ApiV1Attribute : RouteAttribute`), and modules."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.model import Mark, spelled
from indexer.facts.scene import Scene
from indexer.schema import TYPE_KINDS

ENDING = "Attribute"
ROUTE = "RouteAttribute"
MODULE = "CarterModule"


def own_templates(controller: int, scene: Scene) -> list[str]:
    """What the attributes at a class hand to the constructor of the route that they are."""
    return [text for name in _attributes(controller, scene) for text in _templates(name, scene)]


def _attributes(controller: int, scene: Scene) -> Iterator[str]:
    for mark in _told(scene.commit.name[controller], scene):
        if mark.file == scene.commit.file[controller]:
            yield spelled(mark.args[0]).removesuffix(ENDING) + ENDING


def _templates(attribute: str, scene: Scene) -> Iterator[str]:
    for mark in _told(attribute, scene):
        owner = scene.commit.parent[mark.symbol] if mark.symbol >= 0 else -1
        text = scene.text(mark.args[0], mark) if owner >= 0 and _is_a(ROUTE, owner, mark, scene) else None
        if text is not None:
            yield text


def _told(name: str, scene: Scene) -> list[Mark]:
    return [mark for mark in scene.by_name.get(name, ()) if mark.shape == "extend" and mark.args]


def _is_a(base: str, owner: int, mark: Mark, scene: Scene) -> bool:
    return any(base in origin for origin in scene.finder(mark.file).of_symbol(owner))


def module_prefix(mark: Mark, scene: Scene) -> str:
    """Where the routes of a module stand: what its constructor hands to Carter's."""
    owner = scene.commit.enclosing(mark.symbol, TYPE_KINDS)
    for told in _told(scene.commit.name[owner], scene) if owner >= 0 else ():
        inside = told.symbol >= 0 and scene.commit.parent[told.symbol] == owner
        if inside and _is_a(MODULE, owner, told, scene):
            return scene.text(told.args[0], told) or ""
    return ""

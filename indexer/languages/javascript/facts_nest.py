"""NestJS: routes from the application, a module, a class and its methods."""

from __future__ import annotations

import os
from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_nest_own import own_controller
from indexer.languages.javascript.facts_values import is_named, texts

COMMON = "@nestjs/common."
APP, EXCLUDED, VERSIONS, DEFAULTS = "nest-app", "nest-excluded", "nest-versions", "nest-default-versions"
MODULE, CONTROLLER = "nest-module", "nest-controller"
VERBS = {"ALL": ANY, "SSE": "GET"}


@composer("nest_prefix")
def nest_prefix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.setGlobalPrefix("api", { exclude: ["health"] })`."""
    scene.routing.group((APP, hit.mark.file), scene.text(hit.mark.pick("0"), hit.mark) or "")
    listed = scene.listed(hit.mark.pick("1.exclude"), hit.mark)
    excluded = [scene.text(entry(item, "path") or item, home) for item, home in listed]
    scene.routing.group((EXCLUDED, hit.mark.file), "\n".join(path.strip("/") for path in excluded if path))
    yield from ()


@composer("nest_versions")
def nest_versions(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.enableVersioning({ type: VersioningType.URI })`: versions are a part of the path."""
    kind = hit.mark.pick("0.type")
    if kind is None or spelled(kind).endswith("URI"):
        given = hit.mark.pick("0.prefix")
        scene.routing.group((VERSIONS, hit.mark.file), "" if given is False else scene.text(given, hit.mark) or "v")
        defaults = texts(hit.mark.pick("0.defaultVersion"), hit.mark, scene)
        scene.routing.group((DEFAULTS, hit.mark.file), "\n".join(defaults))
    yield from ()


@composer("nest_module")
def nest_module(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Controllers stand under the path of their module, if it has one."""
    given = hit.mark.pick("0.controllers")
    listed = [scene.symbol(value, home) for value, home in scene.listed(given, hit.mark)]
    for controller in listed or _in_folder(given, hit.mark, scene):
        if controller >= 0:
            scene.routing.mount((CONTROLLER, controller), (MODULE, hit.mark.decorated), "")
    yield from ()


def _in_folder(value: Value, mark: Mark, scene: Scene) -> list[int]:
    """`Object.values(controllers)` after `import * as controllers from "./controllers"`: the classes of that folder."""
    if not isinstance(value, dict) or "call" not in value or spelled(value["call"]) != "Object.values":
        return []
    commit, module = scene.commit, scene.symbol(value["a"][0], mark) if value.get("a") else -1
    if module < 0 or commit.kind[module] != "module":
        return []
    folder = commit.paths[commit.file[module]].rpartition("/")[0] + "/"
    classes = (symbol for symbol, kind in enumerate(commit.kind) if kind == "class")
    return [symbol for symbol in classes if commit.paths[commit.file[symbol]].startswith(folder)]


@composer("nest_paths")
def nest_paths(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`RouterModule.register([{ path, module, children }])`."""
    _name_paths(hit.mark.pick("0"), "", hit.mark, scene)
    yield from ()


def _name_paths(value: Value, above: str, mark: Mark, scene: Scene) -> None:
    for item, home in scene.listed(value, mark):
        path = join(above, scene.text(entry(item, "path"), home) or "")
        module = scene.symbol(entry(item, "module") or item, home)
        if module >= 0:
            scene.routing.group((MODULE, module), path)
        _name_paths(entry(item, "children"), path, home, scene)


@composer("nest_route")
def nest_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Global prefix, version, path of the module, of the controller, of the method."""
    for owner in _owners(hit.mark.decorated, scene):
        controller = _decorator(owner, "Controller", scene) or own_controller(owner, scene)
        if controller is not None:
            yield from _routes_of(hit, scene, owner, controller)


def _owners(handler: int, scene: Scene) -> list[int]:
    """The class that a method stands in, and those that inherit it as it is."""
    owner, name = scene.commit.parent[handler], scene.commit.name[handler]
    heirs = [heir for heir in scene.heirs(owner) if scene.member(heir, name) == handler] if owner >= 0 else []
    return [owner, *heirs]


def _routes_of(hit: Hit, scene: Scene, owner: int, controller: Mark) -> Iterator[Fact]:
    handler, verb = hit.mark.decorated, VERBS.get(hit.mark.name.upper(), hit.mark.name.upper())
    bases = scene.routing.bases((CONTROLLER, owner))
    begins = [join(base, path) for base in bases for path in _paths(controller, "0.path|0", scene)]
    paths = [join(begin, path) for begin in begins for path in _paths(hit.mark, "0", scene)]
    for path in paths:
        for front in _fronts(controller, handler, path, scene):
            sure = "medium" if "{" in path else ""
            yield route_fact(hit, scene, verb, join(front, path).rstrip("/"), confidence=sure)


def _decorator(symbol: int, name: str, scene: Scene) -> Mark | None:
    marks = scene.at(symbol) if symbol >= 0 else []
    return next((mark for mark in marks if COMMON + name in scene.origins(mark)), None)


def _paths(mark: Mark, selector: str, scene: Scene) -> list[str]:
    """Its paths; one whose name nobody can look up is no empty one."""
    given = mark.pick(selector)
    unknown = is_named(given) and "fn" not in given
    return texts(given, mark, scene) or [f"{{{spelled(given)}}}" if unknown else ""]


def _fronts(controller: Mark, handler: int, path: str, scene: Scene) -> list[str]:
    """What the application puts before a path: its prefix, and the version where that is told in the path."""
    excluded = (nearest(EXCLUDED, controller.file, scene) or "").split("\n")
    prefix = "" if path.strip("/") in filter(None, excluded) else nearest(APP, controller.file, scene) or ""
    versioned, versions = nearest(VERSIONS, controller.file, scene), _versions(controller, handler, scene)
    if versioned is None or not versions:
        return [prefix]
    return [join(prefix, f"/{versioned}{version}") for version in versions]


def _versions(controller: Mark, handler: int, scene: Scene) -> list[str]:
    """What the method or its class says, else what the application says for all; none where it is neutral."""
    own = _decorator(handler, "Version", scene) or _decorator(controller.decorated, "Version", scene)
    home, told = (own, own.pick("0")) if own else (controller, controller.pick("0.version"))
    if spelled(told).endswith("VERSION_NEUTRAL"):
        return []
    defaults = (nearest(DEFAULTS, controller.file, scene) or "").split("\n")
    return texts(told, home, scene) or [version for version in defaults if version]


def nearest(letter: str, file: int, scene: Scene) -> str | None:
    """What the application says whose file is nearest to this one, of several as near the outermost."""
    paths, prefixes = scene.commit.paths, scene.routing.prefixes
    homes = [key for key in prefixes if key[0] == letter]
    near = max(homes, key=lambda key: (*_nearness(paths[key[1]], paths[file]), paths[key[1]]), default=None)
    return prefixes[near] if near is not None else None


def _nearness(home: str, path: str) -> tuple[int, int]:
    return len(os.path.commonpath(["/" + home, "/" + path])), -home.count("/")

"""Annotations of the program's own that carry those of Spring: what wears them has what they carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import fact
from indexer.facts.model import Fact, Hit
from indexer.facts.routes import route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

KIND = "annotation"
NAME = re.compile(r"@(?:[\w.]+\.)?(\w+)\s*(?:\((.*)\))?$", re.DOTALL)
PATH = re.compile(r'(?:^|\b(?:value|path)\s*=)\s*(\{[^}]*\}|"[^"]*")')
TEXT = re.compile(r'"([^"]*)"')
STEREOTYPES = frozenset({"Component", "Service", "Repository", "Controller", "RestController", "Configuration"})
Worn = dict[str, list[tuple[int, str]]]
ALIAS = re.compile(r"@AliasFor\b.*\bRequestMapping\.class", re.DOTALL)
_worn: WeakKeyDictionary[Scene, Worn] = WeakKeyDictionary()
_carried: WeakKeyDictionary[Scene, dict[int, list[tuple[int, str]]]] = WeakKeyDictionary()


def is_annotation(symbol: int, scene: Scene) -> bool:
    return symbol >= 0 and scene.commit.kind[symbol] == KIND


def worn(annotation: int, scene: Scene) -> list[tuple[int, str]]:
    """Definitions that an annotation of the program stands at, each with what it is given there."""
    if scene not in _worn:
        _worn[scene] = _all_worn(scene)
    return _worn[scene].get(scene.commit.name[annotation], [])


def _all_worn(scene: Scene) -> Worn:
    """By the names of annotations that only one definition of the program has."""
    kinds, names = scene.commit.kind, scene.commit.name
    own = [name for kind, name in zip(kinds, names, strict=True) if kind == KIND]
    found: Worn = {name: [] for name in own if own.count(name) == 1}
    for symbol, decorators in enumerate(scene.commit.raw.symbols["decorators"].to_pylist()):
        for written in decorators or ():
            named = NAME.match(written)
            if named and named[1] in found:
                found[named[1]].append((symbol, (named[2] or "").strip()))
    return found


def carried(symbol: int, scene: Scene) -> list[tuple[int, str]]:
    """Annotations of the program at a definition, each with what it is given there."""
    if scene not in _carried:
        found = _carried.setdefault(scene, {})
        for annotation in (one for one, kind in enumerate(scene.commit.kind) if kind == KIND):
            for wearer, given in worn(annotation, scene):
                found.setdefault(wearer, []).append((annotation, given))
    return _carried[scene].get(symbol, [])


def given_paths(annotation: int, given: str, scene: Scene) -> list[str]:
    """What `@Api("/orders")` hands on as a path: where its member says that it is that of a mapping."""
    decorators = scene.commit.raw.symbols["decorators"]
    members = scene.commit.children.get(annotation, ())
    written = (text for member in members for text in decorators[member].as_py() or ())
    if not any(ALIAS.search(text) for text in written):
        return []
    return [text for match in PATH.finditer(given) for text in TEXT.findall(match[1])]


def composed_beans(hit: Hit, scene: Scene, types: frozenset[str]) -> Iterator[Fact]:
    """`@UseCase class Orders`, where `@UseCase` is a `@Component`; beside `@Service` it makes no second bean."""
    verb = scene.commit.name[hit.mark.decorated]
    for owner, _ in worn(hit.mark.decorated, scene):
        makes_one = any(mark.name in STEREOTYPES for mark in scene.at(owner))
        if scene.commit.kind[owner] in types and not makes_one:
            name = scene.commit.name[owner]
            made = fact(hit, f"{verb} {name}", owner, service=name, implementation=name, lifetime=hit.mark.name)
            yield _at(made, owner, scene)


def composed_routes(hit: Hit, scene: Scene, handler: int, given: str, bases: list[str], verb: str) -> Iterator[Fact]:
    """`@OpenGet("/status")`, where `@OpenGet` is a `@RequestMapping(method = GET)`."""
    paths = [text for match in PATH.finditer(given) for text in TEXT.findall(match[1])] or [""]
    for base in bases:
        for path in paths:
            yield _at(route_fact(hit, scene, verb, join(base, path) or "/", symbol=handler), handler, scene)


def _at(made: Fact, symbol: int, scene: Scene) -> Fact:
    """A fact at the definition that it is about, which is in another file than the annotation."""
    begin = scene.lines(symbol)[0]
    return replace(made, mark=replace(made.mark, file=scene.commit.file[symbol]), lines=(begin, begin))

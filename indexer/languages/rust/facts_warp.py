"""Routes of warp: filters that are put together, each saying a part of the path, the method, or who answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.extract.definitions import CALLABLE
from indexer.facts.closures import goes_on
from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.rust.facts_routes import CLOSURE, chain

METHOD = re.compile(r"(?:warp::)?(?:method::)?(get|post|put|delete|patch|head|options)")
PATH = re.compile(r"(?:warp::)?(?:filters::)?(?:path::)?path")
PARAMETER = re.compile(r"(?:warp::)?(?:filters::)?path::(?:param|tail|full)(?:::<([\w:]+)>)?")
END = re.compile(r"(?:warp::)?(?:filters::)?path::end")
ANSWERS = frozenset({"and_then", "then", "map"})
OF_PATH = frozenset({"param", "end", "tail", "full"})
GOING_ON = frozenset({"and", *ANSWERS})
DEEPEST = 8  # filters made of filters
NEAR = 60  # marks between a call and the next of its chain


@dataclass
class Filtered:
    """What a chain of filters lets through, as far as it says so."""

    path: str = ""
    methods: list[str] = field(default_factory=list)
    told: bool = False  # whether some filter is about the path or the method

    def add(self, other: Filtered) -> None:
        self.path = join(self.path, other.path) if other.path else self.path
        self.methods += other.methods
        self.told |= other.told


@composer("warp_route")
def warp_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`warp::path!("todos" / u64).and(warp::get()).and_then(show)`: told where the chain ends."""
    if _goes_further(hit.mark, scene):
        return
    calls = chain(hit.mark, scene)
    filtered = _chained(calls, scene, DEEPEST)
    if filtered is None or not filtered.told:
        return
    given = [call.pick("0") for call in calls if call.name in ANSWERS]
    named = next((value for value in given if scene.symbol(value, hit.mark) >= 0), CLOSURE)
    for base in scene.routing.bases(_around(hit.mark, scene)):
        for method in filtered.methods or [ANY]:
            yield route_fact(hit, scene, method, join(base, filtered.path), named)


@composer("warp_mount")
def warp_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`list(db).or(create(db))`, `warp::path("api").and(todos(db))`: what functions give stands there."""
    calls, around = chain(hit.mark, scene), _around(hit.mark, scene)
    before = _chained(calls[1:], scene, DEEPEST) if hit.mark.name == "and" else Filtered()
    _mount(scene, hit.mark.pick("0"), hit.mark, around, before.path if before is not None else "")
    _mount(scene, calls[-1].data.get("r"), hit.mark, around, "")
    yield from ()


def _mount(scene: Scene, value: Value, mark: Mark, around: Key | None, prefix: str) -> None:
    function = scene.symbol(value["call"], mark) if isinstance(value, dict) and "call" in value else -1
    key = ("f", function)
    if function >= 0 and scene.commit.kind[function] in CALLABLE and around not in (None, key):
        scene.routing.mount(key, around, prefix)


def _around(mark: Mark, scene: Scene) -> Key | None:
    is_function = mark.symbol >= 0 and scene.commit.kind[mark.symbol] in CALLABLE
    return ("f", mark.symbol) if is_function else None


def _goes_further(mark: Mark, scene: Scene) -> bool:
    """Whether more filters, or another answer, follow."""
    behind = scene.marks[mark.row + 1 : mark.row + NEAR]
    return any(one.file == mark.file and one.name in GOING_ON and goes_on(one, mark) for one in behind)


def _chained(calls: list[Mark], scene: Scene, deeper: int) -> Filtered | None:
    """What a chain says from its beginning; None where it is one of several (`or`)."""
    whole = Filtered()
    begins = _filter(calls[-1].data.get("r"), calls[-1], scene, deeper) if calls else None
    whole.add(begins if begins is not None else Filtered())
    for call in reversed(calls):
        if call.name == "or":
            return None
        if call.name == "and" and "r" in call.data:
            told = _filter(call.pick("0"), call, scene, deeper)
        elif "r" not in call.data:
            told = _said(f"path::{call.name}" if call.name in OF_PATH else call.name, call.args, call, scene)
        else:
            continue
        whole.add(told if told is not None else Filtered())
    return whole


def _filter(value: Value, mark: Mark, scene: Scene, deeper: int) -> Filtered | None:
    """What a filter says that is called, held by a local, or given by a function of the program."""
    if not isinstance(value, dict) or not deeper:
        return None
    if "call" in value and (told := _said(spelled(value["call"]), value.get("a", []), mark, scene)) is not None:
        return told
    if "m" in value:
        return _chained(chain(scene.marks[value["m"] + mark.firsts[2]], scene), scene, deeper - 1)
    function = scene.symbol(value["call"], mark) if "call" in value else -1
    inside = scene.marks_in.get(function, ()) if function >= 0 else ()
    given = next((one for one in inside if one.data.get("f") == function - one.firsts[0]), None)
    if given is None or given.name in ANSWERS:
        return None
    return _chained(chain(given, scene), scene, deeper - 1)


def _said(name: str, given: list[Value], mark: Mark, scene: Scene) -> Filtered | None:
    """What one of warp's own filters says."""
    if method := METHOD.fullmatch(name):
        return Filtered(methods=[method[1].upper()], told=True)
    if parameter := PARAMETER.fullmatch(name):
        return Filtered(path=f"/{{{(parameter[1] or 'param').rpartition('::')[2]}}}", told=True)
    if END.fullmatch(name):
        return Filtered(told=True)
    if PATH.fullmatch(name):
        return Filtered(path="".join(f"/{_segment(one, mark, scene)}" for one in given), told=True)
    return None


def _segment(value: Value, mark: Mark, scene: Scene) -> str:
    """A text as it is; a type stands for whatever is of it."""
    text = scene.text(value, mark)
    return text.strip("/") if text is not None else f"{{{spelled(value)}}}"

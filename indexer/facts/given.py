"""Paths that callers give to the function that adds a route: `def page(app, path): app.get("/" + path)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from indexer.facts.closures import closure_key, is_local
from indexer.facts.model import Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routing import Key
from indexer.facts.scene import Scene
from indexer.schema import TYPE_KINDS

DEEPEST = 4  # functions between the route and the text
OWN = re.compile(r"(?:self|this)\b")  # how a method names the object it is called on
BASED = re.compile(r"(?i)(?:base|with|full)\w*(?:uri|url|path|prefix)$")
HOLE = re.compile(r"%[-+#0]?\d*[sdvqx]|\{\d*\}")  # what a text that is filled in leaves open
MOST = 300  # callers of one function
Parameter = tuple[int, int]  # function, place
Part = str | Parameter


@dataclass(slots=True, frozen=True)
class Given:
    """A path, the object that it is added to, and who answers, as one caller gives them."""

    parts: tuple[Part, ...]
    key: Key | None
    handler: Value
    home: Mark  # that the handler is read at
    mark: Mark  # where the path is given
    sure: bool = True  # whether nothing is left to what happens when it runs

    @property
    def path(self) -> str:
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def through(self) -> str | None:
        """The function that adds what its callers name."""
        return self.mark.name if self.mark is not self.home else None


def given(scene: Scene, mark: Mark, path: Value, key: Key | None = None, handler: Value = None) -> Iterator[Given]:
    """The path once where it is known here, else once for each caller that gives its parts."""
    if (listed := _listed_by_callers(scene, path, mark)) is not None:
        for (function, _), text, call, values in listed:
            one = Given((text,), key, handler, mark, mark)
            yield from _expanded(scene, _at_call(scene, one, function, call, values), DEEPEST)
        return
    for value in _each(scene, path, mark):
        if (found := _parts(scene, value, mark)) is not None:
            yield from _expanded(scene, Given(found[0], key, handler, mark, mark, found[1]), DEEPEST)


def _listed_by_callers(
    scene: Scene, value: Value, mark: Mark
) -> list[tuple[Parameter, str, Mark, dict[int, Value]]] | None:
    """`def pages(app, paths): for path in paths: app.get(path)`: each text of each caller; None where none loops so."""
    over = value.get("e") if isinstance(value, dict) else None
    place = _parameter(scene, over, mark) if over is not None else None
    if place is None:
        return None
    calls = [(call, values) for call, values in scene.calls_of(place[0]) if place[1] in values][:MOST]
    each = ((call, values, scene.listed(values[place[1]], call)) for call, values in calls)
    texts = ((call, values, scene.text(item, home)) for call, values, items in each for item, home in items)
    return [(place, text, call, values) for call, values, text in texts if text is not None]


def _each(scene: Scene, value: Value, mark: Mark) -> list[Value]:
    """The same for each text that a loop around goes over."""
    parts = value["join"] if isinstance(value, dict) and "join" in value else [value]
    at = next((n for n, part in enumerate(parts) if isinstance(part, dict) and "e" in part), -1)
    texts = [scene.text(item, home) for item, home in scene.elements(parts[at], mark)] if at >= 0 else []
    if not texts or None in texts:
        return [value]
    return [{"join": [*parts[:at], text, *parts[at + 1 :]]} for text in texts]


def _expanded(scene: Scene, one: Given, deeper: int) -> Iterator[Given]:
    function = next((part[0] for part in one.parts if not isinstance(part, str)), -1)
    if function < 0:
        yield one
        return
    calls = [call for call in scene.calls_of(function) if call[0].row not in scene.routing.told] if deeper else []
    if not calls and len(one.parts) > 1:
        yield _settled(scene, one)
    for call, values in calls[:MOST]:
        yield from _expanded(scene, _at_call(scene, one, function, call, values), deeper - 1)


def _settled(scene: Scene, one: Given) -> Given:
    """What no caller gives is told by its name."""
    named = tuple(part if isinstance(part, str) else f"{{{_name(scene, part)}}}" for part in one.parts)
    return replace(one, parts=named, sure=one.sure and named == one.parts)


def _name(scene: Scene, parameter: Parameter) -> str:
    return scene.commit.parameters(parameter[0])[parameter[1]]


def _at_call(scene: Scene, one: Given, function: int, call: Mark, values: dict[int, Value]) -> Given:
    """The same with what a call hands to the function in place of its parameters."""
    parts: list[Part] = []
    sure = one.sure
    for part in one.parts:
        if isinstance(part, str) or part[0] != function:
            parts.append(part)
            continue
        found = _parts(scene, values.get(part[1]), call)
        parts += found[0] if found is not None else (f"{{{_name(scene, part)}}}",)
        sure = sure and found is not None and found[1]
    handler, home = one.handler, one.home
    place = scene.parameter(handler, home)
    if place is not None and place[0] == function and place[1] in values:
        handler, home = values[place[1]], call
    return Given(tuple(parts), _key_at(scene, one.key, function, call, values), handler, home, call, sure)


def _key_at(scene: Scene, key: Key | None, function: int, call: Mark, values: dict[int, Value]) -> Key | None:
    """The object that the caller hands over, or calls the function on, where that is what the function adds to."""
    if key is not None and _is_own(scene, key, function) and not OWN.match(spelled(call.data.get("r"))):
        on = scene.key(call.data.get("r"), call)
        return on if on is not None else key
    if key is None or key[0] != "p" or key[1] // PLACES != function or key[1] % PLACES not in values:
        return key
    value = values[key[1] % PLACES]
    handed = scene.key(value, call)
    return handed if handed is not None else closure_key(call, scene) if is_local(value) else key


def _is_own(scene: Scene, key: Key, function: int) -> bool:
    """Whether an object is a field of the type that a method belongs to."""
    commit = scene.commit
    owner = commit.parent[key[1]] if key[0] == "s" else -1
    if owner < 0 or commit.kind[owner] not in TYPE_KINDS:
        return False
    return commit.parent[function] == owner or commit.container(function) == commit.name[owner]


def _parts(scene: Scene, value: Value, mark: Mark, at_start: bool = False) -> tuple[tuple[Part, ...], bool] | None:
    """The pieces of a text, and whether all are known; None where it is nothing that can be told.

    What a path begins with that is named for the place of the program (`options.BaseURL`) is no piece of it.
    """
    if isinstance(value, dict) and "join" in value:
        return _joined(scene, value["join"], mark)
    if (filled := _filled(scene, value, mark)) is not None:
        return _joined(scene, filled, mark)
    if (text := scene.text(value, mark)) is not None:
        return (text,), True
    if (place := _parameter(scene, value, mark)) is not None:
        return (place,), True
    if (based := _based(scene, value, mark)) is not None:
        return (based,), False
    if isinstance(value, dict) and "n" in value and "." in spelled(value) and "call" not in value:
        return () if at_start and BASED.search(spelled(value)) else (f"{{{spelled(value)}}}",), False
    return None


def _based(scene: Scene, value: Value, mark: Mark) -> str | None:
    """The path in `conf.BaseUri("/api")`: a function that is called so puts the place of the program before it."""
    if not isinstance(value, dict) or "call" not in value or len(value.get("a", ())) != 1:
        return None
    text = scene.text(value["a"][0], mark) if BASED.search(spelled(value["call"])) else None
    return text if text is not None and text.startswith("/") else None


def _filled(scene: Scene, value: Value, mark: Mark) -> list[Value] | None:
    """The pieces of `fmt.Sprintf("/%s/edit", name)`, `"/%s/edit" % name`: texts, and what is put between them."""
    if isinstance(value, dict) and "w" in value:
        form, put = value["f"], value["w"] if isinstance(value["w"], list) else [value["w"]]
    else:
        called = spelled(value["call"]) if isinstance(value, dict) and "call" in value else None
        if called is None or called not in scene.finder(mark.file).rules.formats or not value.get("a"):
            return None
        form, *put = value["a"]
    texts = HOLE.split(form) if isinstance(form, str) else []
    if len(texts) != len(put) + 1:
        return None
    return [piece for pair in zip(texts, [*put, ""], strict=True) for piece in pair if piece != ""]


def _joined(scene: Scene, values: list[Value], mark: Mark) -> tuple[tuple[Part, ...], bool]:
    parts: list[Part] = []
    sure = True
    for place, value in enumerate(values):
        number = str(value) if type(value) is int else scene.number(value, mark)
        found = ((number,), True) if number is not None else _parts(scene, value, mark, not place)
        parts += found[0] if found is not None else (f"{{{spelled(value)}}}",)
        sure = sure and found is not None and found[1]
    return tuple(parts), sure


def _parameter(scene: Scene, value: Value, mark: Mark) -> Parameter | None:
    key = scene.key(value, mark) if isinstance(value, dict) and value.get("n", "").isidentifier() else None
    return divmod(key[1], PLACES) if key is not None and key[0] == "p" else None

"""ASP.NET Core: groups of endpoints that a program finds by reflection, and its own functions that map them.

Templates of whole applications do it so: types of a base are found, each is handed a group whose prefix is made of its
name, and extension methods take the handler before the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import hand_over, receiver_key, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.schema import TYPE_KINDS

ROUTES = "Microsoft.AspNetCore.Routing.IEndpointRouteBuilder()"
MAP = re.compile(r"Map(Get|Post|Put|Delete|Patch)")
GROUP = "MapGroup"
TYPE_NAME = re.compile(r".*\bGetType\(\)\.Name|(?:\w*[tT]ype)\.Name")
MEMBER = re.compile(r"nameof\((?:\w+\.)*(\w+)\)|^\w+\.(\w+)$")
TYPE = "[type]"  # stands in a prefix for the name of the type that is handed the group
OWN = re.compile(r"\[(\w+)\|((?:[^\[\]]|\[type\])*)\]")  # what a member of that type says, else something else
QUOTED = re.compile(r'"([^"]*)"|string\.Empty()')


def builder_key(hit: Hit, scene: Scene) -> Key | None:
    """The group before the dot, also where a chain says more of it (`.WithTags()`); parameters are known by name."""
    key, receiver, mark = receiver_key(hit, scene), hit.mark.data.get("r"), hit.mark
    while key is None and isinstance(receiver, dict) and "call" in receiver and "m" in receiver:
        mark = scene.marks[receiver["m"] + mark.firsts[2]]
        if mark.shape != "pass" or scene.commit.target(mark.term) >= 0:
            break
        receiver = mark.data.get("r")
        key = scene.key(receiver, mark)
    if key is None and isinstance(receiver, dict) and "n" in receiver:
        place = scene.parameter({"n": receiver["n"]}, hit.mark)
        key = ("p", place[0] * PLACES + place[1]) if place else None
    return key


def prefix_text(value: Value, mark: Mark, scene: Scene) -> str | None:
    """The prefix of a group; what depends on the type that is handed the group is left to be put in."""
    if not isinstance(value, dict):
        return scene.text(value, mark)
    if "join" in value:
        parts = ((prefix_text(part, mark, scene), part) for part in value["join"])
        return "".join(text if text is not None else "{" + spelled(part) + "}" for text, part in parts)
    if "any" in value:
        first, last = value["any"][0], prefix_text(value["any"][-1], mark, scene)
        named = MEMBER.search(spelled(first))
        return f"[{named[1] or named[2]}|{last}]" if named and last is not None else last
    if TYPE_NAME.fullmatch(spelled(value)):
        return TYPE
    return prefix_text(value["l"], mark, scene) if "l" in value else scene.text(value, mark)


def group_prefix(hit: Hit, scene: Scene) -> str:
    """What a call says itself, else what the program's own `MapGroup` that it calls puts there."""
    if (told := prefix_text(hit.pick("prefix"), hit.mark, scene)) is not None:
        return told
    for function in own_extensions(hit, scene):
        for inner in scene.marks_in.get(function, ()):
            if inner.name == GROUP and (told := prefix_text(inner.pick("0|prefix"), inner, scene)) is not None:
                return told
    return ""


def own_prefix(call: Mark, function: int, scene: Scene) -> str:
    """What the program's own method puts before the routes of the group that it gives: `app.MapApiGroup("orders")`."""
    inner = scene.marks_in.get(function, ()) if call.name != GROUP else ()  # one of that name is a group by itself
    for mark in (mark for mark in inner if mark.name == GROUP and "f" in mark.data):
        value = mark.pick("0|prefix")
        parts = value["join"] if isinstance(value, dict) and "join" in value else [value]
        return "".join(_handed(part, mark, call, scene) for part in parts)
    return ""


def _handed(part: Value, mark: Mark, call: Mark, scene: Scene) -> str:
    """A part of a prefix; a parameter is what the call gives for it."""
    place = scene.parameter({"n": part["n"]}, mark) if isinstance(part, dict) and "n" in part else None
    given = call.args[place[1] - 1] if place is not None and 0 < place[1] <= len(call.args) else None
    text = scene.text(given, call) if given is not None else scene.text(part, mark)
    return text if text is not None else "{" + spelled(part) + "}"


def of_type(path: str, mark: Mark, scene: Scene) -> str:
    """A path in which what depends on the type around a mark is put in."""
    if TYPE not in path and not OWN.search(path):
        return path
    owner = scene.commit.enclosing(mark.symbol, TYPE_KINDS)
    found = owner >= 0 and len(scene.lineage(owner)) > 1
    name = scene.commit.name[owner] if found else "{type}"

    def said(told: re.Match[str]) -> str:
        return (scene.constant(scene.member(owner, told[1])) if found else None) or told[2]

    return OWN.sub(said, path).replace(TYPE, name)


def own_extensions(hit: Hit, scene: Scene) -> list[int]:
    """The repository's extension methods of builders that a call may be of."""
    finder = scene.finder(hit.mark.file)
    return [one for one in scene.commit.extensions.get(hit.mark.name, ()) if ROUTES in finder.parameter(one, 0)]


@composer("aspnet_own_map")
def own_map(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`group.MapGet(List, "{id}")`: the program's own method hands pattern and handler on to the framework's."""
    if MAP.fullmatch(hit.mark.name) and scene.text(hit.mark.pick("0|pattern"), hit.mark) is not None:
        return  # the framework's own order
    for function in own_extensions(hit, scene):
        for method, path, handler in _handed_on(function, scene):
            pattern = _pattern(hit.mark, function, path, scene)
            given = _given(hit.mark, function, handler, scene)
            for base in scene.routing.bases(builder_key(hit, scene)) if None not in (pattern, given) else ():
                full = of_type(join(base, pattern or ""), hit.mark, scene)
                yield route_fact(hit, scene, method, full, given)


def _handed_on(function: int, scene: Scene) -> Iterator[tuple[str, int, int]]:
    """Method, place of the pattern and of the handler, of routes that a function maps for its callers."""
    for inner in scene.marks_in.get(function, ()):
        verb = MAP.fullmatch(inner.name) if inner.shape == "call" and len(inner.args) > 1 else None
        places = [scene.parameter({"n": spelled(value)}, inner) for value in inner.args[:2]] if verb else []
        known = [place[1] for place in places if place is not None and place[0] == function]
        if verb and len(known) == 2:
            yield verb[1].upper(), known[0], known[1]


def _given(mark: Mark, function: int, place: int, scene: Scene) -> Value:
    """What a call as an extension gives for a parameter."""
    return mark.pick(f"{place - 1}|{scene.commit.parameters(function)[place]}")


def _pattern(mark: Mark, function: int, place: int, scene: Scene) -> str | None:
    given = _given(mark, function, place, scene)
    if given is not None:
        return scene.text(given, mark)
    default = scene.commit.raw.symbols["parameters"][function].as_py()[place].get("default")
    quoted = QUOTED.fullmatch(default or "")
    return (quoted[1] or "") if quoted else None


@composer("aspnet_invoked")
def invoked(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`type.GetMethod(nameof(IGroup.Map)).Invoke(null, [group])`: all methods that implement it are given the group."""
    asked = hit.mark.data["r"].get("a") or [None]
    named = asked[0].get("a") if isinstance(asked[0], dict) else None
    function = scene.symbol(named[0], hit.mark) if named else -1
    for place, (value, home) in enumerate(scene.listed(hit.mark.pick("1|parameters"), hit.mark)):
        if function >= 0 and (key := scene.key(value, home)) is not None:
            hand_over(scene, function, place, key)
    yield from ()

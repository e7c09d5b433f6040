"""AdonisJS: groups say their prefix behind the block that holds their routes, resources what they leave out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, listed_methods, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

GROUP = "group"
LOADED = re.compile(r"""import\(\s*["']([^"']+)["']\s*\)""")
ACTIONS = (
    ("index", "GET", ""), ("create", "GET", "/create"), ("store", "POST", ""), ("show", "GET", "/:id"),
    ("edit", "GET", "/:id/edit"), ("update", "PUT", "/:id"), ("update", "PATCH", "/:id"), ("destroy", "DELETE", "/:id"),
)  # fmt: skip
PAGES = frozenset({"create", "edit"})
Said = dict[int, list[Mark]]  # by the row of a group or a resource, the calls that are chained behind it
_said: WeakKeyDictionary[Scene, Said] = WeakKeyDictionary()


@composer("adonis_said")
def adonis_said(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`.prefix("api")`, `.apiOnly()`: noted for the call that the chain begins with."""
    receiver = hit.mark.data.get("r")
    while isinstance(receiver, dict) and "m" in receiver:
        made = scene.marks[receiver["m"] + hit.mark.firsts[2]]
        _said.setdefault(scene, defaultdict(list))[made.row].append(hit.mark)
        receiver = made.data.get("r")
    yield from ()


@composer("adonis_route")
def adonis_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.get("orders/:id", handler)`, `router.route("orders", ["GET"], handler)`."""
    path, *rest = [*hit.mark.args, None]
    text = scene.text(path, hit.mark)
    if text is None or len(rest) < 2:
        return
    verbs = [ANY if hit.mark.name == "any" else hit.mark.name.upper()]
    if hit.mark.name == "route":
        verbs, rest = listed_methods(rest[0], hit.mark, scene), rest[1:]
    for verb in verbs:
        yield _route(hit, scene, verb, text, rest[0])


@composer("loaded_middleware")
def loaded_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`server.use([() => import("#middleware/auth")])`: each module of the list, in its order."""
    for value, home in scene.listed(hit.mark.pick("0"), hit.mark):
        loaded = LOADED.search(str(value.get("x", ""))) if isinstance(value, dict) else None
        name = loaded[1] if loaded else spelled(value)
        order = scene.next_in(("file", hit.mark.file))
        yield fact(hit, name, scene.symbol(value, home), via=hit.mark.name, order=order)


@composer("adonis_resource")
def adonis_resource(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.resource("orders.lines", Controller)`: seven actions, or those that the chain leaves."""
    name = scene.text(hit.mark.pick("0"), hit.mark)
    if not name:
        return
    *outer, last = name.split(".")
    said = {mark.name: mark for mark in _said.get(scene, {}).get(hit.mark.row, ())}
    named = said["params"].pick("0") if "params" in said else None
    path = "".join(f"/{part}/:{_parameter(named, part, f'{_singular(part)}_id')}" for part in outer) + f"/{last}"
    one = "/:" + _parameter(named, last, "id")
    for action, verb, behind in ACTIONS:
        if _is_left(action, said, scene):
            yield _route(hit, scene, verb, path + behind.replace("/:id", one), hit.mark.pick("1"), action)


def _parameter(named: Value, resource: str, otherwise: str) -> str:
    told = entry(named, resource)
    return told if isinstance(told, str) else otherwise


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _is_left(action: str, said: dict[str, Mark], scene: Scene) -> bool:
    """Whether a resource answers to an action."""
    listed = {
        word: [scene.text(item, home) for item, home in scene.listed(said[word].pick("0"), said[word])]
        for word in ("only", "except")
        if word in said
    }
    if "apiOnly" in said and action in PAGES:
        return False
    return action in listed.get("only", [action]) and action not in listed.get("except", ())


def _route(hit: Hit, scene: Scene, verb: str, path: str, handler: Value, action: str = "") -> Fact:
    name = _handler(handler, hit.mark, scene, action)
    whole = join(_prefix(hit.mark, scene), "/" + path.strip("/")).rstrip("/") or "/"
    return route_fact(hit, scene, verb, whole, {"n": name} if name else None, _method(name, scene))


def _prefix(mark: Mark, scene: Scene) -> str:
    """What the groups around a route put before its path."""
    found, said = "", _said.get(scene, {})
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        told = [scene.text(one.pick("0"), one) for one in said.get(mark.row, ()) if one.name == "prefix"]
        for prefix in told if mark.name == GROUP else ():
            found = join("/" + (prefix or "").strip("/"), found)
    return found


def _handler(value: Value, mark: Mark, scene: Scene, action: str) -> str:
    """`"Orders.store"`, `[Orders, "store"]`, a class: controller and method."""
    if isinstance(value, list) and value:
        action = scene.text(value[1], mark) or "handle" if len(value) > 1 else action or "handle"
        return f"{spelled(value[0])}.{action}"
    if isinstance(value, str):
        owner, dot, method = value.rpartition(".")
        return f"{(owner if dot else value).rpartition('/')[2]}.{method if dot else action}"
    return f"{spelled(value)}.{action}" if action and isinstance(value, dict) and "n" in value else ""


def _method(name: str, scene: Scene) -> int:
    """The only method of that name in a class of that name."""
    owner, _, method = name.partition(".")
    commit = scene.commit
    types = [symbol for symbol in _classes(scene).get(owner, ()) if method in commit.members.get(symbol, {})]
    return commit.members.get(types[0], {}).get(method, -1) if len(types) == 1 else -1


_named: WeakKeyDictionary[Scene, dict[str, list[int]]] = WeakKeyDictionary()


def _classes(scene: Scene) -> dict[str, list[int]]:
    if scene not in _named:
        found: dict[str, list[int]] = defaultdict(list)
        for symbol, kind in enumerate(scene.commit.kind):
            if kind == "class":
                found[scene.commit.name[symbol]].append(symbol)
        _named[scene] = found
    return _named[scene]

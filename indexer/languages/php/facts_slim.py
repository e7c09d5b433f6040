"""Slim: what answers a route is a class, `Class:method`, a pair of both, or a nameless function."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.closures import closure_key
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import listed_methods, receiver_key, route_fact, stand_in
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.php.facts_included import is_held, receiver_name

NAMED = re.compile(r"\\?([\w\\]+?)(?:::?(\w+))?")  # `App\Orders:add`
BARE = re.compile(r"(?:static )?function\s*\(\s*\)")  # a function that is given no group fills the application's own
APP, THIS, ORIGIN = "$app", "$this", r"\Slim\App()"


@composer("slim_group")
def slim_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$app->group("/v1", function () use ($app) { … })`, or with a group as what the function is given."""
    if hit.sure or _is_app(hit.mark, scene):
        stand_in(scene, hit, scene.mark_key(hit.mark), _home(hit, scene))
    yield from ()


def _home(hit: Hit, scene: Scene) -> Key | None:
    """What a route is added to: the group whose function stands around, where that names none of its own."""
    around = closure_key(hit.mark, scene)
    given = scene.marks[around[1]].pick("-1") if around is not None and around[0] == "m" else None
    fills = isinstance(given, dict) and BARE.match(str(given.get("x", "")))
    return around if fills else receiver_key(hit, scene)


def _is_app(mark: Mark, scene: Scene) -> bool:
    """Whether `$app` of a file without types is Slim's; `$this` is where it stands in the function of a group."""
    if receiver_name(mark, scene) == THIS:
        return scene.commit.enclosing(mark.symbol, frozenset({"class"})) < 0 and closure_key(mark, scene) is not None
    return receiver_name(mark, scene) == APP and is_held(APP, ORIGIN, mark.file, scene)


@composer("slim_route")
def slim_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    path, given = scene.text(hit.pick("path"), hit.mark), hit.pick("handler")
    if path is None or given is None or not (hit.sure or _is_app(hit.mark, scene)):
        return
    symbol, shown = _handler(given, hit.mark, scene)
    listed = listed_methods(hit.pick("methods", "-"), hit.mark, scene)
    for base in scene.routing.bases(_home(hit, scene)):
        for method in listed or [hit.mark.name.upper()]:
            yield route_fact(hit, scene, method, join(base, path), shown, symbol)


def _handler(given: Value, mark: Mark, scene: Scene) -> tuple[int, Value]:
    if isinstance(given, dict) and given.get("fn"):
        return -1, {"n": "function"}
    if isinstance(given, list) and len(given) > 1 and isinstance(given[-1], str):  # [Orders::class, 'add'], with a dot
        return _method(given[0], given[-1].strip(":"), mark, scene)
    if isinstance(given, list) and given:  # Orders::class
        return _method(given, "__invoke", mark, scene)
    if isinstance(given, str) and (found := NAMED.fullmatch(given)):
        owner, name = scene.commit.dotted(found[1].replace("\\", ".")), found[2] or "__invoke"
        return scene.member(owner, name), {"n": f"{found[1].rpartition(chr(92))[2]}.{name}"}
    return -1, given


def _method(owner: Value, name: str, mark: Mark, scene: Scene) -> tuple[int, Value]:
    """A method of the class in `Name::class`."""
    named = owner[0] if isinstance(owner, list) and owner else owner
    shown = spelled(named).rpartition("\\")[2]
    return scene.member(scene.symbol(named, mark), name), {"n": shown if name == "__invoke" else f"{shown}.{name}"}


@composer("slim_middleware")
def slim_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`->add(Session::class)`, `->add(new Session())`; `->addRoutingMiddleware()` is told by its name."""
    if not (hit.sure or _is_app(hit.mark, scene)):
        return
    given = hit.mark.pick("0") if hit.mark.name == "add" else {"n": hit.mark.name}
    named = given[0] if isinstance(given, list) and given else given
    order = scene.next_in(receiver_key(hit, scene) or ("file", hit.mark.file))
    shown = "function" if isinstance(named, dict) and named.get("fn") else spelled(named).rpartition("\\")[2]
    yield fact(hit, shown, scene.symbol(named, hit.mark), via=hit.mark.name, order=order)

"""Slim: what answers a route is a class, `Class:method`, a pair of both, or a nameless function."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import listed_methods, receiver_key, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

NAMED = re.compile(r"\\?([\w\\]+?)(?:::?(\w+))?")  # `App\Orders:add`


@composer("slim_route")
def slim_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    path, given = scene.text(hit.pick("path"), hit.mark), hit.pick("handler")
    if path is None or given is None or not (hit.sure or path.startswith("/")):
        return
    symbol, shown = _handler(given, hit.mark, scene)
    listed = listed_methods(hit.pick("methods", "-"), hit.mark, scene)
    for base in scene.routing.bases(receiver_key(hit, scene)):
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
    given = hit.mark.pick("0") if hit.mark.name == "add" else {"n": hit.mark.name}
    named = given[0] if isinstance(given, list) and given else given
    order = scene.next_in(receiver_key(hit, scene) or ("file", hit.mark.file))
    shown = "function" if isinstance(named, dict) and named.get("fn") else spelled(named).rpartition("\\")[2]
    yield fact(hit, shown, scene.symbol(named, hit.mark), via=hit.mark.name, order=order)

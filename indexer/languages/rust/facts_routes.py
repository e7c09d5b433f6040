"""Rust's routes: routers that are built in one chain of calls, handlers that carry their path as an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, object_key, route_fact
from indexer.facts.routing import Key, join, without_base
from indexer.facts.scene import Scene

CLOSURE = {"n": "closure"}
MAKER = re.compile(r"(?:::[a-z_]\w*)+$")
HEAD = re.compile(r"[\w:]*(?=\W.*\()|.*", re.DOTALL)  # `Cors::default` of a chain of calls
OF_FUNCTION = re.compile(r"\b(?:from_fn|map_request|map_response)(?:_with_state)?$")
HOLE = re.compile(r"\{(?::[^{}]*)?\}")
CONCAT = re.compile(r"\[([^\[\]]*)\]\.concat")
VERBS = frozenset({"get", "post", "put", "delete", "patch", "head", "options", "trace", "connect"})
METHODS = "axum.routing"
ROOTS = re.compile(r"Query|Mutation|Subscription")  # types of other names have fields, not operations


def chain(mark: Mark, scene: Scene) -> list[Mark]:
    """A call and those that it goes on from, also through locals; the last is where the object is made."""
    found = [mark]
    while (receiver := found[-1].data.get("r")) is not None and "m" in receiver and len(found) < 400:
        found.append(scene.marks[receiver["m"] + mark.firsts[2]])
    return found


def built_key(mark: Mark, scene: Scene) -> Key | None:
    """The object that a chain of calls is about; one that a function of the program gives is that function's."""
    first = chain(mark, scene)[-1]
    if "r" in first.data:
        return object_key(first, scene)
    function = scene.commit.target(first.term) if first.term >= 0 and first is not mark else -1
    return ("f", function) if function >= 0 and scene.commit.kind[function] in CALLABLE else scene.mark_key(first)


def value_key(value: Value, mark: Mark, scene: Scene) -> Key | None:
    """The object that a value is: given by a function, built on the spot, held by a local."""
    if isinstance(value, dict) and "call" in value and (function := scene.symbol(value["call"], mark)) >= 0:
        return "f", function
    if isinstance(value, dict) and "m" in value:
        made = scene.marks[value["m"] + mark.firsts[2]]
        given = scene.commit.target(made.term) if made.term >= 0 and "r" not in made.data else -1
        if given >= 0 and scene.commit.kind[given] in CALLABLE and "call" not in value:
            return "f", given
        return built_key(made, scene)
    return scene.key(value, mark)


def text(value: Value, mark: Mark, scene: Scene) -> str | None:
    """A text, also of `format!("{}/api", base)` and `[base, "/api"].concat()`."""
    name = spelled(value["call"]) if isinstance(value, dict) and "call" in value else ""
    given = value.get("a", []) if name else []
    if name == "format" and given and isinstance(given[0], str):
        names = iter(spelled(part) for part in given[1:])
        return HOLE.sub(lambda _: f"{{{next(names, '')}}}", given[0])
    if pieces := CONCAT.fullmatch(name):
        parts = (part.strip() for part in pieces[1].split(","))
        return "".join(part[1:-1] if part.startswith('"') else f"{{{part}}}" for part in parts)
    return scene.text(value, mark)


@composer("rust_group")
def rust_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    scene.routing.group(scene.mark_key(hit.mark), without_base(text(hit.pick("prefix", "-"), hit.mark, scene) or ""))
    yield from ()


@composer("rust_returned")
def rust_returned(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`let r = Router::new(); r.route(…)` at the end of a function: what it gives is what the local held."""
    key = built_key(hit.mark, scene)
    if "f" in hit.mark.data and key is not None and key != scene.mark_key(hit.mark):
        scene.routing.mount(key, scene.mark_key(hit.mark), "")
    yield from ()


@composer("rust_mount")
def rust_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.nest(prefix, child)`, `router.merge(child)`."""
    key = value_key(hit.pick("child"), hit.mark, scene)
    if key is not None:
        prefix = without_base(text(hit.pick("prefix", "-"), hit.mark, scene) or "")
        scene.routing.mount(key, built_key(hit.mark, scene), prefix)
    yield from ()


def answers(value: Value, mark: Mark, scene: Scene) -> list[tuple[str, Value]]:
    """Method and handler of `get(show).post(make)`, of `web::get().to(show)`, and of a function that makes such."""
    value = _original(value)
    if not isinstance(value, dict) or "m" not in value:
        function = scene.symbol(value["call"], mark) if isinstance(value, dict) and value.get("a") else -1
        return _made_by(function, value["a"][0], scene) if function >= 0 else []
    calls = chain(scene.marks[value["m"] + mark.firsts[2]], scene)[::-1]
    handlers = [call.pick("0") for call in calls if call.name == "to"]
    found = [(call.name.removesuffix("_service").removesuffix("_with"), call.pick("0")) for call in calls]
    verbs = [(name.upper(), handlers[0] if handlers else given) for name, given in found if name in VERBS]
    own = _made_by(scene.commit.target(calls[0].term), calls[0].pick("0"), scene) if not handlers else []
    return verbs or own or [(ANY, handlers[0] if handlers else calls[0].pick("0"))]


def _original(value: Value) -> Value:
    """What `show.clone()` copies, where a local holds it."""
    called = value.get("call") if isinstance(value, dict) and "m" not in value else None
    if isinstance(called, dict) and "o" in called and spelled(called).endswith(".clone"):
        return {**value, "m": called["o"]}
    return value


def _made_by(function: int, handler: Value, scene: Scene) -> list[tuple[str, Value]]:
    """`get_page(show)`, where the program's own `get_page` calls `get` with what it is given."""
    inside = scene.marks_in.get(function, ()) if function >= 0 else ()
    verbs = [one.name for one in inside if one.name in VERBS and f"{METHODS}.{one.name}" in scene.origins(one)]
    return [(verb.upper(), handler) for verb in verbs]


@composer("axum_route")
def axum_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    path, given = text(hit.mark.pick("0"), hit.mark, scene), hit.mark.pick("1")
    if path is not None:
        told = answers(given, hit.mark, scene) or [(ANY, given)]
        yield from _routes(hit, scene, built_key(hit.mark, scene), path, told)


def _routes(
    hit: Hit, scene: Scene, key: Key | None, path: str, told: list[tuple[str, Value]], symbol: int = -1
) -> Iterator[Fact]:
    for base in scene.routing.bases(key):
        for method, handler in told:
            yield route_fact(hit, scene, method, _joined(hit, base, path), _named(handler), symbol)


def _joined(hit: Hit, base: str, path: str) -> str:
    """The root of what is nested is the prefix itself; only actix takes paths as they are written."""
    return base if base and path == "/" and hit.rule.framework != "actix" else join(base, path)


def _named(handler: Value) -> Value:
    """A handler that a function makes is told as that function."""
    if isinstance(handler, dict) and handler.get("fn"):
        return CLOSURE
    return handler["call"] if isinstance(handler, dict) and "call" in handler else handler


@composer("utoipa_routes")
def utoipa_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.routes(routes!(show, make))`: method and path stand at the handlers."""
    outer = scene.marks[hit.mark.data["p"] + hit.mark.firsts[2]] if "p" in hit.mark.data else None
    key = built_key(outer, scene) if outer is not None else None
    for symbol in _listed(hit.mark, scene):
        for mark in scene.at(symbol):
            words = [spelled(token) for token in mark.args]
            path = next((mark.args[n + 1] for n, word in enumerate(words[:-1]) if word == "path"), None)
            if mark.name == "path" and isinstance(path, str):
                told = [(word.upper(), None) for word in words if word in VERBS]
                yield from _routes(hit, scene, key, path, told, symbol)


def _listed(mark: Mark, scene: Scene) -> list[int]:
    """The functions that the tokens of a macro name: of `module::function` the last name is one."""
    found = (scene.symbol(token, mark) for token in mark.args)
    return [symbol for symbol in found if symbol >= 0 and scene.commit.kind[symbol] in CALLABLE]


@composer("rust_attribute_route")
def attribute_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[get("/orders/{id}")]` at a handler: it stands under all that the handler is given to."""
    path, handler = hit.mark.pick("0"), hit.mark.decorated
    listed = [spelled(token) for token in _said("method", hit.mark)]
    if hit.mark.name == "route" and isinstance(path, dict):  # Rocket's `#[route(GET, uri = "/orders")]`
        listed, path = [spelled(path)], next(iter(_said("uri", hit.mark)), None)
    if not isinstance(path, str) or handler < 0:
        return
    methods = listed or [ANY] if hit.mark.name == "route" else [hit.mark.name.upper()]
    yield from _routes(hit, scene, ("f", handler), path, [(method, None) for method in methods], handler)


def _said(name: str, mark: Mark) -> list[Value]:
    """What the tokens of an attribute say by that name."""
    return [mark.args[n + 1] for n, token in enumerate(mark.args[:-1]) if n and spelled(token) == name]


@composer("actix_service")
def actix_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.service(scope)`, `app.service(handler)`, `app.configure(function)`."""
    parent, given = built_key(hit.mark, scene), hit.mark.pick("0")
    for value in given if isinstance(given, list) else [given]:
        symbol = scene.symbol(value, hit.mark)
        if symbol >= 0 and scene.commit.kind[symbol] in CALLABLE and "call" not in value:
            child: Key | None = ("p", symbol * PLACES) if hit.mark.name == "configure" else ("f", symbol)
        elif isinstance(value, dict) and value.get("fn"):  # `|cfg| …`: what it does to its parameter
            child = "m", hit.mark.row
            scene.routing.group(child, "")
        else:
            child = value_key(value, hit.mark, scene)
        if child is not None and parent is not None:
            scene.routing.mount(child, parent, "")
    yield from ()


@composer("actix_route")
def actix_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`scope.route("/x", web::get().to(show))`; a resource's route has no path of its own."""
    first, key = hit.mark.pick("0"), built_key(hit.mark, scene)
    path = text(first, hit.mark, scene) if len(hit.mark.args) > 1 else ""
    if path is not None:
        yield from _routes(hit, scene, key, path, answers(hit.mark.pick("-1"), hit.mark, scene))


@composer("actix_to")
def actix_to(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`web::resource("/x").get(show)`, `web::resource("/x").to(show)`."""
    method = ANY if hit.mark.name == "to" else hit.mark.name.upper()
    yield from _routes(hit, scene, built_key(hit.mark, scene), "", [(method, hit.mark.pick("0"))])


@composer("rocket_routes")
def rocket_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`routes![show, make]`: the handlers stand under whatever the list is mounted at."""
    for symbol in _listed(hit.mark, scene):
        scene.routing.mount(("f", symbol), scene.mark_key(hit.mark), "")
    yield from ()


@composer("rocket_append")
def rocket_append(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`routes.append(&mut accounts::routes())`; a list without a key is what the function around gives."""
    child, parent = value_key(hit.mark.pick("0"), hit.mark, scene), built_key(hit.mark, scene)
    around = hit.mark.symbol
    if parent is None and around >= 0 and scene.commit.kind[around] in CALLABLE:
        parent = "f", around
    if child is not None and parent is not None:
        scene.routing.mount(child, parent, "")
    yield from ()


@composer("rust_middleware")
def rust_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A layer by its type; one that is made of a function by that function."""
    given = hit.mark.pick("0")
    called = given["call"] if isinstance(given, dict) and "call" in given else given
    name = spelled(called)
    if OF_FUNCTION.search(name) and isinstance(given, dict):
        called = given["a"][-1] if given.get("a") else called
        name = spelled(called)
    elif called is not given:
        name = MAKER.sub("", HEAD.match(name)[0])  # type: ignore[index]
    shown = "closure" if isinstance(given, dict) and given.get("fn") else name
    order = scene.next_in(built_key(hit.mark, scene) or ("file", hit.mark.file))
    yield fact(hit, shown, scene.symbol(called, hit.mark), via=hit.mark.name, order=order)


@composer("rust_graphql")
def graphql_object(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each method of a root of the schema is an operation."""
    commit, owner = scene.commit, hit.mark.decorated
    root = ROOTS.search(commit.name[owner]) if owner >= 0 else None
    operation = root[0].upper() if root else ""
    for name, member in commit.members.get(owner, {}).items() if root else ():
        if commit.kind[member] in CALLABLE:
            words = name.split("_")
            shown = words[0] + "".join(word.capitalize() for word in words[1:])
            detail: dict[str, Any] = {"method": operation, "path": shown, "handler": name}
            yield fact(hit, f"{detail['method']} {shown}", member, lines=scene.lines(member), **detail)


@composer("tonic_service")
def tonic_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`impl Greeter for …`, where the trait is what tonic makes of a service: each method is a call of it."""
    commit, owner = scene.commit, hit.mark.decorated
    bases = commit.flows(Flow.BASE, owner) if owner >= 0 else []
    origins = [origin.split(".") for base in bases for origin in sorted(scene.finder(hit.mark.file).of_term(base))]
    service = next((words[-1] for words in origins if len(words) > 1 and words[-2].endswith("_server")), None)
    for name, member in commit.members.get(owner, {}).items() if service else ():
        if commit.kind[member] in CALLABLE:
            path = f"/{service}/" + "".join(word.capitalize() for word in name.split("_"))
            yield replace(route_fact(hit, scene, "GRPC", path, symbol=member), lines=scene.lines(member))

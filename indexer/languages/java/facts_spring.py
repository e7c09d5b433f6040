"""Routes of the JVM's frameworks: annotations at classes and methods, functional routers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from indexer.facts.closures import closure_key
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, handler_name, receiver_key, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.java.facts_composed import carried, composed_routes, given_paths, is_annotation, worn

ACCESSOR = re.compile(r"(?:get|set|is)([A-Z])(\w*)")
PATHS = "0|value|path"
QUERY = re.compile(r"\{[?&][^}]*\}")  # of a URI template: no part of the path
DEEPEST = 4  # nests in nests
CONTROLLERS = ("Controller", "RestController")
SPRING = "org.springframework.web.bind.annotation."
VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
MAPPINGS = (*VERBS, *(f"{verb.title()}Mapping" for verb in VERBS), "RequestMapping", "Path")
TYPES = frozenset({"class", "interface", "record", "enum", "object"})
_run_time: WeakKeyDictionary[Scene, list[str]] = WeakKeyDictionary()  # prefixes of nests that only a run knows
_nests: WeakKeyDictionary[Scene, dict[int, Mark]] = WeakKeyDictionary()  # function -> the nest that what it gives is in


def marked(symbol: int, scene: Scene, *names: str) -> list[Mark]:
    """Annotations of the names that stand at a definition."""
    return [mark for mark in scene.at(symbol) if mark.name in names]


def texts(value: Value, mark: Mark, scene: Scene) -> list[str]:
    """One text, or the texts of a list."""
    if isinstance(value, list):
        return [text for item in value for text in texts(item, mark, scene)]
    text = scene.text(value, mark)
    return [text] if text is not None else []


def from_origin(mark: Mark, scene: Scene, *beginnings: str) -> bool:
    return any(origin.startswith(beginnings) for origin in scene.origins(mark))


def annotated_types(symbol: int, scene: Scene, *names: str) -> list[Mark]:
    """Annotations of a type, else of the nearest base that has some."""
    return next((found for owner in scene.lineage(symbol) if (found := marked(owner, scene, *names))), [])


def is_controller(symbol: int, scene: Scene) -> bool:
    """Also by an annotation of the program's own that carries one of Spring's."""
    if marked(symbol, scene, *CONTROLLERS):
        return True
    return any(marked(annotation, scene, *CONTROLLERS) for annotation, _ in carried(symbol, scene))


def answering(owner: int, scene: Scene) -> list[int]:
    """The controllers that answer for what a type declares: itself, or those that have it from there."""
    if is_controller(owner, scene):
        return [owner]
    return [symbol for symbol in scene.heirs(owner) if is_controller(symbol, scene)]


def handled_by(heir: int, handler: int, scene: Scene) -> int:
    """The method that answers in a type for one that is declared in a base; -1 where it says something of its own."""
    commit, home = scene.commit, scene.commit.parent[handler]
    nearer = [owner for owner in scene.lineage(heir) if owner != home and home in scene.lineage(owner)]
    beside = (s for owner in nearer for s in commit.children.get(owner, ()) if commit.name[s] == commit.name[handler])
    count = len(commit.parameters(handler))
    own = next((symbol for symbol in beside if len(commit.parameters(symbol)) == count), handler)
    return own if own == handler or not marked(own, scene, *MAPPINGS) else -1


@composer("spring_route")
def spring_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@GetMapping("/{id}")` at a method, below `@RequestMapping` of its controller."""
    handler = hit.mark.decorated
    if is_annotation(handler, scene):
        yield from _composed(hit, scene)
        return
    if handler < 0 or scene.commit.kind[handler] in TYPES:
        return
    owner = scene.commit.parent[handler]
    for controller in answering(owner, scene):
        if (symbol := handled_by(controller, handler, scene)) < 0:
            continue
        for path in _below(controller, hit.mark, scene):
            for method in _methods(hit.mark, controller, scene):
                yield route_fact(hit, scene, method, path or "/", symbol=symbol)


def _composed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Methods with an annotation of the program's own that carries the mapping."""
    for handler, given in worn(hit.mark.decorated, scene):
        owner = scene.commit.parent[handler]
        for controller in answering(owner, scene) if owner >= 0 else ():
            for method in _methods(hit.mark, controller, scene):
                yield from composed_routes(hit, scene, handler, given, _bases(controller, scene), method)


def _bases(controller: int, scene: Scene) -> list[str]:
    classes = [m for m in annotated_types(controller, scene, "RequestMapping") if from_origin(m, scene, SPRING)]
    return [text for m in classes for text in texts(m.pick(PATHS), m, scene)] or _carried_bases(controller, scene)


def _carried_bases(controller: int, scene: Scene) -> list[str]:
    """`@Api("/orders") class Orders`, where `@Api` is a `@RequestMapping`."""
    for annotation, given in carried(controller, scene):
        if mappings := marked(annotation, scene, "RequestMapping"):
            own = [text for m in mappings for text in texts(m.pick(PATHS), m, scene)]
            return given_paths(annotation, given, scene) or own or [""]
    return [""]


def _below(controller: int, mark: Mark, scene: Scene) -> list[str]:
    paths = texts(mark.pick(PATHS), mark, scene) or [""]
    return [join(base, path) for base in _bases(controller, scene) for path in paths]


def _methods(mark: Mark, controller: int, scene: Scene) -> list[str]:
    if mark.name != "RequestMapping":
        return [mark.name.removesuffix("Mapping").upper()]
    classes = annotated_types(controller, scene, "RequestMapping")
    given = mark.pick("method") or next((m.pick("method") for m in classes if m.pick("method")), None)
    values = given if isinstance(given, list) else [given] if given is not None else []
    return [spelled(value).rpartition(".")[2] for value in values] or [ANY]


@composer("feign_call")
def feign_call(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A mapping in an interface that is a client: a request that goes out."""
    handler = hit.mark.decorated
    owner = scene.commit.parent[handler] if handler >= 0 and scene.commit.kind[handler] not in TYPES else -1
    for client in marked(owner, scene, "FeignClient") if owner >= 0 else ():
        name = scene.text(client.pick("name|value|0"), client)
        base = scene.text(client.pick("url"), client) or (f"http://{name}" if name else "")
        prefix = scene.text(client.pick("path"), client) or ""
        for path in _below(owner, hit.mark, scene):
            for method in _methods(hit.mark, owner, scene):
                url = join(base, join(prefix, path))
                yield fact(hit, f"{method} {url}", handler, method=method, url=url, client=name)


@composer("spring_message_route")
def spring_message_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@MessageMapping("/chat")`: a destination of the web socket."""
    if hit.mark.decorated >= 0 and scene.commit.kind[hit.mark.decorated] not in TYPES:
        for path in texts(hit.mark.pick(PATHS), hit.mark, scene):
            yield route_fact(hit, scene, "MESSAGE", path)


@composer("graphql_route")
def graphql_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@QueryMapping` at a method: the field that it resolves."""
    symbol = hit.mark.decorated
    if symbol >= 0:
        kind = hit.mark.name.removesuffix("Mapping").removeprefix("Dgs").upper()
        field = scene.text(hit.mark.pick("0|name|value|field"), hit.mark) or _field(hit, scene.commit.name[symbol])
        owner = scene.text(hit.mark.pick("typeName"), hit.mark)
        path = f"{owner}.{field}" if owner else field
        yield fact(hit, f"{kind} {path}", symbol, method=kind, path=path, handler=handler_name(symbol, scene))


def _field(hit: Hit, method: str) -> str:
    """The field of a method's name; some frameworks leave out what makes it an accessor."""
    accessor = ACCESSOR.fullmatch(method) if hit.rule.parts.get("accessors") else None
    return accessor[1].lower() + accessor[2] if accessor else method


@composer("quarkus_route")
def quarkus_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Route(methods = GET, path = "/:id")` below `@RouteBase(path = "fruits")` of the class."""
    handler, path = hit.mark.decorated, scene.text(hit.mark.pick("path|0|value"), hit.mark)
    if handler < 0 or path is None:
        return
    bases = [scene.text(m.pick("path"), m) or "" for m in marked(scene.commit.parent[handler], scene, "RouteBase")]
    given = hit.mark.pick("methods")
    values = given if isinstance(given, list) else [given] if given is not None else []
    for method in [spelled(value).rpartition(".")[2] for value in values] or [ANY]:
        yield route_fact(hit, scene, method, join(bases[0] if bases else "", path), symbol=handler)


@composer("spring_nest")
def spring_nest(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`.path("/x", b -> …)`, `nest(path("/x"), …)`: what stands inside stands below the path."""
    given = hit.mark.pick("0")
    prefix = scene.text(given, hit.mark)
    if prefix is None and isinstance(given, dict) and given.get("a"):
        prefix = scene.text(given["a"][0], hit.mark)
    key: Key = ("m", hit.mark.row)
    scene.routing.group(key, prefix or "")
    outer = closure_key(hit.mark, scene)
    if outer is not None:
        scene.routing.mount(key, outer, "")
    if prefix is not None and _depends(given):
        _run_time.setdefault(scene, []).append(prefix)
    for child in _chained(hit.mark.pick("1"), hit.mark, scene):
        scene.routing.mount(child, key, "")
        if child[0] == "f":
            _nests.setdefault(scene, {})[child[1]] = hit.mark
    yield from ()


def _depends(given: Value) -> bool:
    """Whether a prefix is made of something that only a run knows: `path("/apis/" + version)`."""
    if isinstance(given, dict) and "call" in given and given.get("a"):
        given = given["a"][0]
    return isinstance(given, dict) and any(not isinstance(part, str) for part in given.get("join", ()))


def _chained(value: Value, mark: Mark, scene: Scene) -> Iterator[Key]:
    """`nest(path("/x"), routes)`: the calls that made what a local holds, or what a function returns."""
    if isinstance(value, dict) and "call" in value and (function := scene.symbol(value["call"], mark)) >= 0:
        yield "f", function
    while isinstance(value, dict) and "m" in value:
        made = scene.marks[value["m"] + mark.firsts[2]]
        yield "m", made.row
        value = made.data.get("r")


@composer("spring_functional")
def spring_functional(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`route().GET("/x", handler::list)`, or the predicate `GET("/x")` inside `route(…, handler)`."""
    path, home = scene.text(hit.mark.pick("0"), hit.mark), hit.mark
    handler = [hit.pick("handler")] if "handler" in hit.rule.parts else hit.mark.args[-1:]
    around = closure_key(hit.mark, scene)
    if len(hit.mark.args) == 1 and "p" in hit.mark.data and path is not None:
        home = scene.marks[hit.mark.data["p"] + hit.mark.firsts[2]]
        handler = home.args[1:2]
    if path is None:
        first = hit.mark.pick("0")
        if around is None or "::" not in spelled(first):
            return
        path, handler = "", [first]  # `nest(path("/x"), b -> b.GET(handler::all))`
    inside = around or _nested(home, scene)
    outer, confidence = _handed_out(home, scene)
    for base in scene.routing.bases(inside):
        value, full = handler[0] if handler else None, join(outer, join(base, path))
        symbol = scene.symbol(value, home)
        yield route_fact(hit, scene, hit.mark.name, full, value, symbol, confidence=confidence)


def _method(mark: Mark, scene: Scene) -> int:
    """The method around a mark, -1 where there is none."""
    symbol = mark.symbol
    while symbol >= 0 and scene.commit.kind[symbol] != "method":
        symbol = scene.commit.parent[symbol]
    return symbol


def _handed_out(home: Mark, scene: Scene, depth: int = 0) -> tuple[str, str]:
    """What stands before routes of a method that whoever knows its interface puts below a prefix of a run."""
    prefixes, commit = _run_time.get(scene, []), scene.commit
    method = _method(home, scene)
    nest = _nests.get(scene, {}).get(method)
    if nest is not None and _method(nest, scene) != method:
        return _handed_out(nest, scene, depth + 1) if depth < DEEPEST else ("", "")
    if len(set(prefixes)) != 1 or method < 0 or marked(method, scene, "Bean"):
        return "", ""
    bases = scene.lineage(commit.parent[method])[1:]
    declared = any(scene.member(base, commit.name[method]) >= 0 for base in bases)
    return (prefixes[0], "low") if declared else ("", "")


def _nested(home: Mark, scene: Scene) -> Key | None:
    """What the chain of calls that adds a route is nested in, by what holds it or the function that returns it."""
    function = home.data["f"] + home.firsts[0] if "f" in home.data else _method(home, scene)
    keys: list[Key] = [("m", home.row), ("f", function)]
    return next((key for key in keys if key in scene.routing.mounts), None)


@composer("micronaut_route")
def micronaut_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Get("/{id}")` below `@Controller("/orders")`."""
    handler = hit.mark.decorated
    if handler < 0:
        return
    for controller in annotated_types(scene.commit.parent[handler], scene, "Controller"):
        base = scene.text(controller.pick("0|value"), controller) or ""
        for path in texts(hit.mark.pick("0|value|uri|uris"), hit.mark, scene) or [""]:
            yield route_fact(hit, scene, hit.mark.name.upper(), join(base, QUERY.sub("", path)), symbol=handler)


@composer("javalin_route")
def javalin_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get("/x", handler)` of the route builder, inside `path(…)`."""
    path = scene.text(hit.mark.pick("0"), hit.mark)
    handler = hit.mark.pick("1") if path is not None else hit.mark.pick("0")
    for base in scene.routing.bases(closure_key(hit.mark, scene) or receiver_key(hit, scene)):
        yield route_fact(hit, scene, hit.mark.name.upper(), join(base, path or ""), handler)


@composer("java_grpc")
def java_grpc(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A service whose methods override those of the generated base."""
    owner = hit.mark.decorated
    for symbol in scene.commit.children.get(owner, ()) if owner >= 0 else ():
        decorators = scene.commit.raw.symbols["decorators"][symbol].as_py() or ()
        if scene.commit.kind[symbol] == "method" and "@Override" in decorators:
            path = f"/{scene.commit.name[owner].removesuffix('Service')}/{scene.commit.name[symbol]}"
            yield fact(hit, f"GRPC {path}", symbol, method="GRPC", path=path, handler=handler_name(symbol, scene))

"""Go's routes: handlers inside wrappers, methods as constants, patterns with a method, chains of calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Op
from indexer.facts.closures import goes_on
from indexer.facts.compose import composer, fact
from indexer.facts.given import Given, given
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, UNKNOWN, given_route, group, methods, object_key, put_in, receiver_key
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene

NAMELESS = {"n": "func"}
PATHS = frozenset({"Path", "PathPrefix", "HandleFunc", "Handle"})
ROUTERS = frozenset({
    "net/http.ServeMux()", "github.com/gorilla/mux.Router()", "github.com/go-chi/chi.Router()",
    "github.com/go-pkgz/routegroup.Bundle()",
})  # fmt: skip
MUX = "NewServeMux"
BEGINS = re.compile(r"[\w.]+")
FIBER = "github.com/gofiber/fiber.Router()"
GROUPS = frozenset({"RouterGroup", "Group"})  # types of gin and echo that only parts of an application are of
ELEMENTS = frozenset({Op.THROUGH, Op.ITEM, Op.INDEX})  # what a loop or a list gives
NEAR = 40  # marks between a call and the next of its chain
PROCEDURE = "_FullMethodName"  # how generated code names the path of a remote procedure


def verb(value: Value, mark: Mark, scene: Scene) -> str:
    """`"GET"`, `http.MethodGet`; what only runs know is any."""
    text = scene.text(value, mark) or spelled(value).rpartition(".")[2].removeprefix("Method")
    return text.upper() if text.isalpha() else ANY


def verbs(value: Value, mark: Mark, scene: Scene) -> list[str]:
    """One method, or those of a literal of a slice."""
    given = value.get("a", []) if isinstance(value, dict) and "call" in value else [value]
    return [verb(item, mark, scene) for item in given]


def handler(value: Value, mark: Mark, scene: Scene) -> Value:
    """The function that answers, also inside wrappers: `http.HandlerFunc(show)`, `auth(show)`."""
    if not isinstance(value, dict) or "call" not in value:
        return value
    made = scene.symbol(value["call"], mark)
    given = value.get("a", [])
    for argument in given[:1] if made >= 0 else given:  # a wrapper of the repository takes the handler first
        inner = handler(argument, mark, scene)
        symbol = scene.symbol(inner, mark)
        if symbol >= 0 and scene.commit.kind[symbol] in CALLABLE:
            return inner
    return value["call"] if made >= 0 else value


def _routes(hit: Hit, scene: Scene, names: list[str], one: Given, path: str) -> Iterator[Fact]:
    if not one.sure and UNKNOWN.fullmatch(one.path) and _is_of_element(hit.mark, scene):
        return
    answers = handler(one.handler, one.home, scene)
    if isinstance(answers, dict) and answers.get("fn"):
        answers = NAMELESS
    for base in scene.routing.bases(one.key) if not _is_adrift(scene, one.key) else ():
        for method in names:
            yield given_route(hit, scene, replace(one, handler=answers), method, join(base, path))


def _is_of_element(mark: Mark, scene: Scene) -> bool:
    """`for _, route := range routes { r.GET(route.Path, …) }`: one call for many paths, of which none is known."""
    named = mark.args[0] if mark.args and isinstance(mark.args[0], dict) else {}
    op, parts = scene.commit.term(named["t"] + mark.firsts[1]) if "t" in named else (Op.UNKNOWN, [])
    return op == Op.MEMBER and scene.commit.term(parts[0])[0] in ELEMENTS


def _is_adrift(scene: Scene, key: Key | None) -> bool:
    """Whether nobody can tell what a group stands in: a function is called with one, but not where that can be seen."""
    ends = scene.routing.ends(key) if key is not None else set()
    return bool(ends) and all(how == "p" and _takes_group(scene, *divmod(number, PLACES)) for how, number in ends)


def _takes_group(scene: Scene, function: int, place: int) -> bool:
    """Whether what somebody hands to a parameter is a part of other routes by its type."""
    given = scene.commit.raw.symbols["parameters"][function].as_py() or ()
    declared = str(given[place].get("type") or "") if place < len(given) else ""
    return declared.rpartition(".")[2] in GROUPS and function in scene.commit.targeted


@composer("go_group")
def go_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A group that hands itself to what fills it: a closure, or a function by its name."""
    yield from group(hit, scene)
    for value in hit.mark.args:
        function = scene.symbol(value, hit.mark)
        if function >= 0 and scene.commit.kind[function] in CALLABLE:
            scene.routing.mount(("p", function * PLACES), scene.mark_key(hit.mark), "")


@composer("go_route")
def go_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.GET(path, …, handler)`, `router.Handle(method, path, handler)`."""
    told = hit.rule.part("method")
    names = verbs(hit.pick("method"), hit.mark, scene) if told.isdigit() else methods(hit, scene)
    answers = hit.pick("handler") if len(hit.mark.args) > 1 else None
    for one in given(scene, hit.mark, hit.pick("path"), receiver_key(hit, scene), answers):
        yield from _routes(hit, scene, names, one, one.path)


@composer("go_pattern")
def go_pattern(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`mux.HandleFunc("GET /orders/{id}", handler)`; a pattern that leads to another router is no route."""
    answers = hit.mark.pick("1")
    inner = _stripped(answers)
    if scene.value_origins(inner, hit.mark) & ROUTERS or _wrapped(inner, hit.mark, scene) is not None:
        return
    for one in given(scene, hit.mark, hit.mark.pick("0"), receiver_key(hit, scene), answers):
        method, space, path = one.path.strip().partition(" ")
        if not space:
            method, path = ANY, one.path
        path = path[path.find("/") :] if "/" in path else path  # a host may stand before it
        yield from _routes(hit, scene, [method], one, path)


def _stripped(value: Value) -> Value:
    """What `http.StripPrefix(prefix, inner)` hands requests to."""
    is_strip = isinstance(value, dict) and "call" in value and spelled(value["call"]).endswith(".StripPrefix")
    return value["a"][1] if is_strip and len(value.get("a", ())) > 1 else value


@composer("go_stripped_mount")
def stripped_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`mux.Handle("/api/", http.StripPrefix("/api", inner))`; without the wrapper the inner patterns are whole."""
    given = hit.mark.pick("1")
    inner = _stripped(given)
    key, wrapped = scene.key(inner, hit.mark), _wrapped(inner, hit.mark, scene)
    if wrapped is not None:
        key = scene.mark_key(wrapped)
    if key is not None and (wrapped is not None or scene.value_origins(inner, hit.mark) & ROUTERS):
        prefix = scene.text(given["a"][0], hit.mark) or "" if inner is not given else ""
        scene.routing.mount(key, receiver_key(hit, scene), prefix)
    yield from ()


def _wrapped(value: Value, mark: Mark, scene: Scene) -> Mark | None:
    """The router that a function makes and gives back inside what checks requests: `return logged(mux)`."""
    is_call = isinstance(value, dict) and "call" in value
    function = scene.symbol(value["call"], mark) if is_call else _giver(value, mark, scene)
    made = [one for one in scene.marks_in.get(function, ()) if one.name == MUX] if function >= 0 else []
    return made[0] if len(made) == 1 and f"net/http.{MUX}" in scene.origins(made[0]) else None


@composer("go_mount")
def go_mount(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.Mount(prefix, child)`: the child is a router, a function that gives one, or wrapped."""
    child = _stripped(hit.pick("child"))
    function = _giver(child, hit.mark, scene)
    if function >= 0:
        prefix = scene.text(hit.pick("prefix"), hit.mark)
        scene.routing.mount(("f", function), receiver_key(hit, scene), prefix or "")
    else:
        put_in(scene, hit, child)
    yield from ()


def _giver(value: Value, mark: Mark, scene: Scene) -> int:
    """The function of the program that makes what a local holds, -1 where it is something else."""
    if not isinstance(value, dict) or "m" not in value or "call" in value:
        return -1
    made = scene.marks[value["m"] + mark.firsts[2]]
    function = scene.commit.target(scene.callee(made.term)) if made.term >= 0 else -1
    called = function >= 0 and scene.commit.kind[function] in CALLABLE
    return function if called and scene.commit.gives_back(function) < 0 else -1


@composer("fiber_use")
def fiber_use(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.Use("/api", inner)`, where what is used is an application of its own."""
    prefix = scene.text(hit.mark.pick("0"), hit.mark)
    for value in hit.mark.args[prefix is not None :]:
        key = scene.key(value, hit.mark)
        if key is not None and FIBER in scene.value_origins(value, hit.mark):
            scene.routing.mount(key, receiver_key(hit, scene), prefix or "")
    yield from ()


@composer("go_middleware")
def go_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """All that a call of `Use` is given, in order; a path before it says where it holds."""
    pipeline = receiver_key(hit, scene) or ("file", hit.mark.file)
    yield from _pipeline(hit, scene, hit.mark.args, pipeline)


@composer("go_group_middleware")
def go_group_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`r.Group("/admin", auth)`: what a group is given behind its prefix, all its routes pass."""
    yield from _pipeline(hit, scene, hit.mark.args[1:], scene.mark_key(hit.mark))


def _pipeline(hit: Hit, scene: Scene, given: list[Value], pipeline: Key) -> Iterator[Fact]:
    for value in given:
        if not isinstance(value, str) and FIBER not in scene.value_origins(value, hit.mark):
            called = value["call"] if isinstance(value, dict) and "call" in value else value
            symbol, order = scene.symbol(called, hit.mark), scene.next_in(pipeline)
            yield fact(hit, _short(spelled(called)), symbol, via=hit.mark.name, order=order)


def _short(name: str) -> str:
    """A function without a name is told as such; of what is too long to be told, what it begins with."""
    if name.startswith("func("):
        return "func"
    begins = BEGINS.match(name) if name.endswith("…") else None
    return f"{begins[0]}(…)" if begins else name


def _inward(mark: Mark, scene: Scene) -> Iterator[Mark]:
    """The calls that a chain began with, nearest first."""
    while isinstance(receiver := mark.data.get("r"), dict) and "call" in receiver and "m" in receiver:
        mark = scene.marks[receiver["m"] + mark.firsts[2]]
        yield mark


def _outward(mark: Mark, scene: Scene) -> Iterator[Mark]:
    """The calls that go on with what a call gives: they stand behind it and its arguments."""
    for outer in scene.marks[mark.row + 1 : mark.row + NEAR]:
        if outer.file == mark.file and goes_on(outer, mark):
            mark = outer
            yield outer


def _path(marks: list[Mark], scene: Scene) -> str:
    texts = (scene.text(mark.pick("0"), mark) or "" for mark in marks if mark.name in PATHS)
    return reduce(join, texts, "")


@composer("gorilla_group")
def gorilla_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.PathPrefix("/x").Subrouter()`."""
    chain = [hit.mark, *_inward(hit.mark, scene)]
    key = scene.mark_key(hit.mark)
    scene.routing.group(key, _path(chain[::-1], scene))
    if (parent := object_key(chain[-1], scene)) is not None:
        scene.routing.mount(key, parent, "")
    yield from ()


@composer("gorilla_route")
def gorilla_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.HandleFunc(path, handler).Methods("GET")`, and the same the other way round."""
    chain = [hit.mark, *_inward(hit.mark, scene)]
    around = list(_outward(hit.mark, scene))
    named = [value for mark in (*chain, *around) if mark.name == "Methods" for value in mark.args]
    before, behind = _path(chain[:0:-1], scene), _path(around, scene)
    answers = hit.mark.pick("-1")
    if scene.value_origins(_stripped(answers), hit.mark) & ROUTERS:
        return
    names = [verb(value, hit.mark, scene) for value in named] or [ANY]
    own = hit.mark.pick("0") if hit.mark.name in PATHS else ""
    for one in given(scene, hit.mark, own, object_key(chain[-1], scene), answers):
        path = join(join(before, one.path), behind)
        if path or hit.mark.name in PATHS:
            yield from _routes(hit, scene, names, one, path)


@composer("go_grpc_service")
def grpc_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The procedures whose paths the generated file holds, with the methods of the interface beside them."""
    commit, register = scene.commit, hit.mark.symbol
    service = commit.name[register].removeprefix("Register").removesuffix("Server") if register >= 0 else ""
    places = (symbol for symbol, name in enumerate(commit.name) if name == f"{service}Server")
    interface = next((symbol for symbol in places if commit.file[symbol] == hit.mark.file), -1)
    for held in scene.values.values():
        if held.file == hit.mark.file and held.name.startswith(f"{service}_") and held.name.endswith(PROCEDURE):
            path, symbol = scene.text(held.args[0], held), scene.member(interface, _procedure(held.name, service))
            if path:
                lines = held.line_start, held.line_end
                yield fact(hit, f"GRPC {path}", symbol, lines=lines, method="GRPC", path=path, service=service)


def _procedure(name: str, service: str) -> str:
    return name.removeprefix(f"{service}_").removesuffix(PROCEDURE)


@composer("gqlgen_resolver")
def gqlgen_resolver(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`func (r *queryResolver) Orders(…)`: a field of the schema, where gqlgen is in use."""
    commit, method = scene.commit, hit.mark.symbol
    in_use = any(module.startswith("github.com/99designs/gqlgen") for module in commit.imported_modules)
    if in_use and method >= 0 and commit.kind[method] == "method":
        name, kind = commit.name[method], hit.mark.name.removesuffix("Resolver").upper()
        field = name[:1].lower() + name[1:]
        yield fact(hit, f"{kind} {field}", method, method=kind, path=field, handler=f"{hit.mark.name}.{name}")

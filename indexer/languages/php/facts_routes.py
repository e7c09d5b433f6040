"""Laravel's routes: groups and the files that they mount, resources; middleware of routes, controllers, the kernel."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from indexer.facts.closures import closure_key, goes_on
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, listed_methods, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene

API_FILE = "routes/api.php"  # the framework mounts it at /api
RESOURCE = (
    ("index", "GET", ""), ("create", "GET", "/create"), ("store", "POST", ""), ("show", "GET", "/{id}"),
    ("edit", "GET", "/{id}/edit"), ("update", "PUT", "/{id}"), ("update", "PATCH", "/{id}"),
    ("destroy", "DELETE", "/{id}"),
)  # fmt: skip
# What `Auth::routes()` adds: option, controller, and its routes.
AUTH = (
    ("login", "LoginController", (("GET", "/login", "showLoginForm"), ("POST", "/login", "login"))),
    ("logout", "LoginController", (("POST", "/logout", "logout"),)),
    ("register", "RegisterController", (
        ("GET", "/register", "showRegistrationForm"), ("POST", "/register", "register"),
    )),
    ("reset", "ForgotPasswordController", (
        ("GET", "/password/reset", "showLinkRequestForm"), ("POST", "/password/email", "sendResetLinkEmail"),
    )),
    ("reset", "ResetPasswordController", (
        ("GET", "/password/reset/{token}", "showResetForm"), ("POST", "/password/reset", "reset"),
    )),
    ("confirm", "ConfirmPasswordController", (
        ("GET", "/password/confirm", "showConfirmForm"), ("POST", "/password/confirm", "confirm"),
    )),
    ("verify", "VerificationController", (
        ("GET", "/email/verify", "show"), ("GET", "/email/verify/{id}/{hash}", "verify"),
        ("POST", "/email/resend", "resend"),
    )),
)  # fmt: skip
SINGULAR = {"media": "medium", "people": "person", "children": "child", "men": "man", "women": "woman", "data": "datum"}
REDIRECTS = ("redirect", "permanentRedirect")
NEAR = 12  # marks between a call and the next of its chain
HERE = "{__DIR__}"
KERNEL = r"\Illuminate\Foundation\Http\Kernel"


def _inward(mark: Mark, scene: Scene) -> list[Mark]:
    """The calls that a chain began with, the first of them first."""
    found: list[Mark] = []
    while isinstance(receiver := mark.data.get("r"), dict) and "m" in receiver:
        mark = scene.marks[receiver["m"] + mark.firsts[2]]
        found.append(mark)
    return found[::-1]


def _outward(mark: Mark, scene: Scene) -> Iterator[Mark]:
    """The calls that go on with what a call gives."""
    for outer in scene.marks[mark.row + 1 : mark.row + NEAR]:
        if outer.file == mark.file and goes_on(outer, mark):
            mark = outer
            yield outer


def _home(mark: Mark, scene: Scene) -> Key:
    """The group around a route, else its file."""
    return closure_key(mark, scene) or ("file", mark.file)


def _bases(mark: Mark, scene: Scene) -> list[str]:
    """The paths that a route stands under; the file of the API has one even where nobody mounts it."""
    bases = scene.routing.bases(_home(mark, scene))
    if scene.commit.paths[mark.file].endswith(API_FILE) and ("file", mark.file) not in scene.routing.mounts:
        return [join("/api", base) for base in bases]
    return bases


def _files(value: Value, mark: Mark, scene: Scene) -> Iterator[int]:
    """The files of routes that `base_path('routes/admin.php')`, `__DIR__.'/admin.php'` name."""
    given = value["a"][0] if isinstance(value, dict) and value.get("a") else value
    name = scene.text(given, mark)
    if name is None or not name.endswith(".php"):
        return
    folder = posixpath.dirname(scene.commit.paths[mark.file]) if name.startswith(HERE) else ""
    path = posixpath.normpath(f"{folder}/{name.removeprefix(HERE)}").lstrip("/")
    for file, known in enumerate(scene.commit.paths):
        if known == path or (not folder and known.endswith("/" + path)):
            yield file


@composer("laravel_group")
def laravel_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Route::prefix('admin')->group(…)`, `Route::group(['prefix' => 'admin'], …)`, also with a file."""
    key: Key = "m", hit.mark.row
    prefix = scene.text(entry(hit.mark.pick("0"), "prefix"), hit.mark) or ""
    for mark in _inward(hit.mark, scene):
        if mark.name == "prefix":
            prefix = join(prefix, scene.text(mark.pick("0"), mark) or "")
    scene.routing.group(key, prefix)
    scene.routing.mount(key, _home(hit.mark, scene), "")
    for file in _files(hit.mark.pick("-1"), hit.mark, scene):
        scene.routing.mount(("file", file), key, "")
    yield from ()


@composer("laravel_routing")
def laravel_routing(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`->withRouting(api: …, apiPrefix: 'v1')`."""
    prefix = scene.text(hit.mark.pick("apiPrefix"), hit.mark)
    for file in _files(hit.mark.pick("api"), hit.mark, scene):
        scene.routing.mount(("file", file), None, prefix if prefix is not None else "api")
    yield from ()


@composer("laravel_auth")
def laravel_auth(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Auth::routes(['verify' => true])`: each of its parts may be asked for, or left out."""
    for part, controller, routes in AUTH:
        told = spelled(entry(hit.mark.pick("0"), part)).lower()
        usual = part != "verify" and (part != "confirm" or controller in scene.commit.name)
        for method, path, name in routes if told == "true" or (usual and told != "false") else ():
            for base in _bases(hit.mark, scene):
                yield route_fact(hit, scene, method, join(base, path), {"n": f"{controller}.{name}"})


@composer("laravel_health")
def laravel_health(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`->withRouting(health: '/up')`."""
    if path := scene.text(hit.mark.pick("health"), hit.mark):
        yield route_fact(hit, scene, "GET", path)


def _class(value: Value, mark: Mark, scene: Scene) -> int:
    """The class in `Name::class`."""
    return scene.symbol(value[0], mark) if isinstance(value, list) and value else -1


def _handler(value: Value, mark: Mark, scene: Scene) -> tuple[int, Value]:
    """The method that answers, and its name: `[C::class, 'm']`, `C::class`, `'C@m'`, `'m'` in a controller's group."""
    if (uses := entry(value, "uses")) is not None:
        value = uses
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
        owner, name = _class(value[0], mark, scene), value[1]
        shown = f"{spelled(value[0][0])}.{name}" if isinstance(value[0], list) else name
        return scene.member(owner, name), {"n": shown}
    if isinstance(value, list) and value:
        return scene.member(_class(value, mark, scene), "__invoke"), value[0]
    if isinstance(value, str):
        owner = _controller(mark, scene)
        return scene.member(owner, value), {"n": value.replace("@", ".")}
    return -1, {"n": "function"} if isinstance(value, dict) and value.get("fn") else value


def _controller(mark: Mark, scene: Scene) -> int:
    """The class that a group around names for all its routes."""
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        for call in _inward(mark, scene):
            if call.name == "controller":
                return _class(call.pick("0"), call, scene)
    return -1


@composer("laravel_route")
def laravel_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    path = scene.text(hit.pick("path"), hit.mark)
    if path is None:
        return
    listed = hit.pick("methods") if "methods" in hit.rule.parts else None
    name = ANY if hit.mark.name in ("any", *REDIRECTS) else "GET" if hit.mark.name == "view" else hit.mark.name.upper()
    symbol, shown = _handler(None if hit.mark.name in ("view", *REDIRECTS) else hit.pick("handler"), hit.mark, scene)
    for base in _bases(hit.mark, scene):
        for method in listed_methods(listed, hit.mark, scene) or [name]:
            yield route_fact(hit, scene, method, join(base, path).rstrip("/"), shown, symbol)


@composer("laravel_resource")
def laravel_resource(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Route::resource('songs', C::class)`, `Route::resources(['songs' => C::class])`."""
    if hit.mark.name.endswith("s"):
        pairs = hit.mark.pick("0")
        for name, given in pairs.get("map", ()) if isinstance(pairs, dict) else ():
            yield from _resource(hit, scene, name if isinstance(name, str) else None, given)
    else:
        yield from _resource(hit, scene, scene.text(hit.mark.pick("0"), hit.mark), hit.mark.pick("1"))


def _resource(hit: Hit, scene: Scene, path: str | None, controller: Value) -> Iterator[Fact]:
    """The seven routes of a resource, or those that are left of them; `albums.songs` are the songs of one album."""
    if path is None:
        return
    owner = _class(controller, hit.mark, scene)
    limits = {mark.name: _texts(mark.args) for mark in _outward(hit.mark, scene)}
    for name in ("only", "except"):  # older code gives them as options
        if (told := hit.mark.pick(f"2.{name}")) is not None:
            limits.setdefault(name, _texts([told]))
    *outer, word = path.split(".")
    path = "/".join([f"{name}/{_item(name)}" for name in outer] + [word])
    item = _item(word)
    for base in _bases(hit.mark, scene):
        for name, method, rest in RESOURCE:
            skipped = hit.mark.name.startswith("api") and name in ("create", "edit")
            if skipped or name not in limits.get("only", [name]) or name in limits.get("except", []):
                continue
            whole = join(base, path) + rest.replace("{id}", item)
            yield route_fact(hit, scene, method, whole, {"n": name}, scene.member(owner, name))


def _item(word: str) -> str:
    """The placeholder of one element: `{song}` of `songs`."""
    name = word.rpartition("/")[2].replace("-", "_")
    head, _, last = name.rpartition("_")
    if last in SINGULAR:
        last = SINGULAR[last]
    elif last.endswith("ies"):
        last = last[:-3] + "y"
    elif re.search(r"(?:ss|us|x|ch|sh)es$", last):
        last = last[:-2]
    else:
        last = last if last.endswith(("ss", "us")) else last.removesuffix("s")
    return "{" + (f"{head}_{last}" if head else last) + "}"


def _texts(given: list[Value]) -> list[str]:
    """Texts that are given one by one, or in lists."""
    items = (item for value in given for item in (value if isinstance(value, list) else [value]))
    return [item for item in items if isinstance(item, str)]


@composer("laravel_middleware")
def laravel_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`->middleware(['auth', Timing::class])` at a route, a group or a controller."""
    yield from passed_through(hit, hit.mark.pick("0"), scene)


def passed_through(hit: Hit, given: Value, scene: Scene) -> Iterator[Fact]:
    for name, symbol in _passed_through(given, hit.mark, scene):
        order = scene.next_in(closure_key(hit.mark, scene) or ("file", hit.mark.file))
        yield fact(hit, name, symbol, via="middleware", order=order)


@composer("laravel_pipeline")
def laravel_pipeline(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$middleware->append(Timing::class)`, `->web(append: […])`, `->appendToGroup('web', […])` where it is set up."""
    named = [hit.mark.named[key] for key in ("append", "prepend", "replace", "middleware") if key in hit.mark.named]
    place = 1 if hit.mark.name.lower().endswith("group") else 0
    last = place + 2 if hit.mark.name in ("web", "api") else place + 1  # what is put behind, and what before
    for given in [*hit.mark.args[place:last], *named]:
        for name, symbol in _passed_through(given, hit.mark, scene):
            yield fact(hit, name, symbol, via=hit.mark.name, order=scene.next_in(("file", hit.mark.file)))


@composer("laravel_kernel")
def laravel_kernel(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$middleware` and `$middlewareGroups` of the kernel."""
    owner = scene.commit.parent[hit.mark.symbol]
    if owner < 0 or not hit.mark.args or KERNEL not in scene.finder(hit.mark.file).of_symbol(owner):
        return
    given = hit.mark.args[0]
    lists = [(key, held) for key, held in given["map"]] if isinstance(given, dict) and "map" in given else [("", given)]
    for group, listed in lists:
        for name, symbol in _passed_through(listed, hit.mark, scene):
            order = scene.next_in(("s", hit.mark.symbol))
            yield fact(hit, name, symbol, via=hit.mark.name, group=group or None, order=order)


def _passed_through(given: Value, mark: Mark, scene: Scene) -> Iterator[tuple[str, int]]:
    """Names of middleware, each with its class: `'auth'`, `Timing::class`, `Limit::class.':api'`, lists of them."""
    is_list = isinstance(given, list) and not (given and isinstance(given[0], dict) and "n" in given[0])
    for item in given if is_list else [given]:
        if isinstance(item, dict) and "join" in item:
            item = item["join"][0]
        name = item if isinstance(item, str) else spelled(item[0]) if isinstance(item, list) and item else None
        if name:
            yield name, _class(item, mark, scene)

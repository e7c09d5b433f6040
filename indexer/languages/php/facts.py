"""PHP's frameworks where a rule alone cannot say it: Laravel's groups, resources and models, Symfony's attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, closure_key, goes_on, listed_methods, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene

WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
API_FILE = "routes/api.php"  # the framework mounts it at /api
RESOURCE = (
    ("index", "GET", ""), ("create", "GET", "/create"), ("store", "POST", ""), ("show", "GET", "/{id}"),
    ("edit", "GET", "/{id}/edit"), ("update", "PUT", "/{id}"), ("destroy", "DELETE", "/{id}"),
)  # fmt: skip
NEAR = 12  # marks between a call and the next of its chain


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


def _entry(value: Value, key: str) -> Value:
    pairs = value.get("map", ()) if isinstance(value, dict) else ()
    return next((given for name, given in pairs if name == key), None)


def _home(mark: Mark, scene: Scene) -> Key | None:
    """The group around a route; one in the file of the API stands in that."""
    key = closure_key(mark, scene)
    if key is None and scene.commit.paths[mark.file].endswith(API_FILE):
        key = "file", mark.file
        scene.routing.group(key, "/api")
    return key


@composer("laravel_group")
def laravel_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Route::prefix('admin')->group(…)`, `Route::group(['prefix' => 'admin'], …)`."""
    key: Key = "m", hit.mark.row
    prefix = scene.text(_entry(hit.mark.pick("0"), "prefix"), hit.mark) or ""
    for mark in _inward(hit.mark, scene):
        if mark.name == "prefix":
            prefix = join(prefix, scene.text(mark.pick("0"), mark) or "")
    scene.routing.group(key, prefix)
    scene.routing.mount(key, _home(hit.mark, scene), "")
    yield from ()


def _class(value: Value, mark: Mark, scene: Scene) -> int:
    """The class in `Name::class`."""
    return scene.symbol(value[0], mark) if isinstance(value, list) and value else -1


def _handler(value: Value, mark: Mark, scene: Scene) -> tuple[int, Value]:
    """The method that answers, and its name: `[C::class, 'm']`, `C::class`, `'C@m'`, `'m'` in a controller's group."""
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
    name = ANY if hit.mark.name in ("any", "redirect") else "GET" if hit.mark.name == "view" else hit.mark.name.upper()
    symbol, shown = _handler(None if hit.mark.name in ("view", "redirect") else hit.pick("handler"), hit.mark, scene)
    for base in scene.routing.bases(_home(hit.mark, scene)):
        for method in listed_methods(listed, hit.mark, scene) or [name]:
            yield route_fact(hit, scene, method, join(base, path).rstrip("/"), shown, symbol)


@composer("laravel_resource")
def laravel_resource(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The seven routes of a resource, or those that are left of them; `albums.songs` are the songs of one album."""
    path, owner = scene.text(hit.mark.pick("0"), hit.mark), _class(hit.mark.pick("1"), hit.mark, scene)
    if path is None:
        return
    limits = {mark.name: _texts(mark.args) for mark in _outward(hit.mark, scene)}
    *outer, word = path.split(".")
    path = "/".join([f"{name}/{_item(name)}" for name in outer] + [word])
    item = _item(word)
    for base in scene.routing.bases(_home(hit.mark, scene)):
        for name, method, rest in RESOURCE:
            skipped = hit.mark.name == "apiResource" and name in ("create", "edit")
            if skipped or name not in limits.get("only", [name]) or name in limits.get("except", []):
                continue
            whole = join(base, path) + rest.replace("{id}", item)
            yield route_fact(hit, scene, method, whole, {"n": name}, scene.member(owner, name))


def _item(word: str) -> str:
    """The placeholder of one element: `{song}` of `songs`."""
    name = word.rpartition("/")[2].replace("-", "_")
    return "{" + (name[:-3] + "y" if name.endswith("ies") else name.removesuffix("s")) + "}"


def _texts(given: list[Value]) -> list[str]:
    """Texts that are given one by one, or in lists."""
    items = (item for value in given for item in (value if isinstance(value, list) else [value]))
    return [item for item in items if isinstance(item, str)]


@composer("laravel_middleware")
def laravel_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.mark.pick("0")
    is_list = isinstance(given, list) and not (given and isinstance(given[0], dict))
    for item in given if is_list else [given]:
        name = item if isinstance(item, str) else spelled(item[0]) if isinstance(item, list) and item else None
        if name:
            order = scene.next_in(_home(hit.mark, scene) or ("file", hit.mark.file))
            yield fact(hit, name, _class(item, hit.mark, scene), via="middleware", order=order)


@composer("eloquent_model")
def eloquent_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$table` or `#[Table]`, else the class's name in the plural; abstract classes have none."""
    commit, model = scene.commit, hit.mark.symbol
    abstract = "abstract" in (commit.raw.symbols["modifiers"][model].as_py() or ())
    if abstract or commit.name[model] in ("Model", "BaseModel"):
        return
    told = scene.constant(scene.member(model, "table")) or _attribute(model, scene)
    name = WORD_START.sub("_", commit.name[model]).lower()
    plural = (
        name[:-1] + "ies"
        if re.search(r"[^aeiou]y$", name)
        else name + ("es" if re.search(r"(s|x|ch|sh)$", name) else "s")
    )
    yield fact(hit, told or plural, table=told or plural, entity=commit.name[model], by=None if told else "default")


def _attribute(model: int, scene: Scene) -> str | None:
    named = (mark for mark in scene.at(model) if mark.name == "Table")
    return next((text for mark in named if (text := scene.text(mark.pick("0|name"), mark))), None)


@composer("laravel_table")
def laravel_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    name = scene.text(hit.mark.pick("0"), hit.mark)
    if name and (words := name.split()):
        operation = None if hit.mark.name == "table" and "DB" in hit.origin else hit.mark.name
        yield fact(hit, words[0], table=words[0], operation=operation)


@composer("laravel_binding")
def laravel_binding(hit: Hit, scene: Scene) -> Iterator[Fact]:
    service, given = hit.mark.pick("0"), hit.mark.pick("1")
    name = (
        service if isinstance(service, str) else spelled(service[0]) if isinstance(service, list) and service else None
    )
    if name:
        made = spelled(given[0]) if isinstance(given, list) and given else None
        value = f"{hit.mark.name} {name} -> {made}" if made else f"{hit.mark.name} {name}"
        yield fact(hit, value, service=name, implementation=made)


@composer("laravel_abort")
def laravel_abort(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.pick("code")
    code = spelled(given[-1] if isinstance(given, list) and given else given)  # `Response::HTTP_NOT_FOUND`
    yield fact(hit, f"HttpException {code}", type="HttpException", code=code)


@composer("artisan_command")
def artisan_command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$signature = 'mail:send {user}'`."""
    signature = scene.constant(scene.member(hit.mark.symbol, "signature"))
    if signature and signature.split():
        yield fact(hit, signature.split()[0], via="signature", usage=" ".join(signature.split()))


@composer("symfony_route")
def symfony_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[Route('/x', methods: ['GET'])]` at a method; at the class it is the prefix of all of them."""
    path, method = scene.text(hit.mark.pick("0|path"), hit.mark), hit.mark.decorated
    if path is None or method < 0 or scene.commit.kind[method] != "method":
        return
    owners = [mark for mark in scene.at(scene.commit.parent[method]) if mark.name == "Route"]
    base = (scene.text(owners[0].pick("0|path"), owners[0]) or "") if owners else ""
    for name in listed_methods(hit.mark.pick("methods"), hit.mark, scene) or [ANY]:
        yield route_fact(hit, scene, name, join(base, path), symbol=method)

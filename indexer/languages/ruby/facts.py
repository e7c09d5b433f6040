"""Ruby's frameworks where a rule alone cannot say it: Rails' routes are what the blocks around them make of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

ROUTES = "config/routes/"  # the folder of files that `draw` names
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
ACTIONS = (
    ("index", "GET", ""), ("create", "POST", ""), ("new", "GET", "/new"), ("edit", "GET", "/:id/edit"),
    ("show", "GET", "/:id"), ("update", "PATCH", "/:id"), ("update", "PUT", "/:id"), ("destroy", "DELETE", "/:id"),
)  # fmt: skip
NAME = re.compile(r"[\w:.]+[?!]?")
_settings: WeakKeyDictionary[Scene, dict[tuple[int, str], Value]] = WeakKeyDictionary()
_controllers: WeakKeyDictionary[Scene, dict[str, int]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Place:
    """What the blocks around a route say: the path so far, the module, and the resource it stands in."""

    path: str = ""
    module: str = ""
    controller: str = ""
    collection: str = ""  # the path of the resource's collection, where the route stands in one
    member: str = ""


def word(value: Value) -> str | None:
    """A text or a symbol."""
    if isinstance(value, str):
        return value
    source = value.get("x", "") if isinstance(value, dict) else ""
    return source.lstrip(":").strip('"') or None


def words(value: Value) -> list[str]:
    given = value if isinstance(value, list) else [value]
    return [name for name in map(word, given) if name]


def singular(name: str) -> str:
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-2] if re.search(r"(?:ss|x|ch|sh)es$", name) else name.removesuffix("s")


def plural(name: str) -> str:
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    if re.search(r"(?:ss|us|x|ch|sh)$", name):
        return name + "es"
    return name.removesuffix("s") + "s"


def around(mark: Mark, scene: Scene) -> list[Mark]:
    """The calls whose blocks a call stands in, the outermost first."""
    found: list[Mark] = []
    while "p" in mark.data:
        mark = scene.marks[mark.data["p"] + mark.firsts[2]]
        found.append(mark)
    return found[::-1]


def place(mark: Mark, scene: Scene) -> Place | None:
    """Where a route stands; None where no `routes.draw` is around it, nor draws its file."""
    blocks = around(mark, scene)
    begin = next((n + 1 for n, block in enumerate(blocks) if block.name == "draw"), 0)
    here = Place() if begin else _drawn(mark, scene)
    if here is None:
        return None
    for block in blocks[begin:]:
        here = _inside(here, block)
    return here


def _drawn(mark: Mark, scene: Scene) -> Place | None:
    """`draw(:admin)`: what `config/routes/admin.rb` says stands where it is drawn."""
    path = scene.commit.paths[mark.file]
    for draw in scene.by_name.get("draw", ()) if ROUTES in path else ():
        name = word(draw.pick("0"))
        if draw.file != mark.file and name and path.endswith(f"{ROUTES}{name}.rb"):
            return place(draw, scene)
    return None


def _inside(here: Place, block: Mark) -> Place:
    name, told = word(block.pick("0")), block.named
    if block.name == "namespace" and name:
        path = word(told.get("path")) if "path" in told else name
        return Place(
            join(here.path, "/" + (path or "").strip("/")), f"{here.module}{word(told.get('module')) or name}/"
        )
    if block.name == "scope":
        path = word(told.get("path")) or (name if name else "")
        module = f"{here.module}{word(told['module'])}/" if "module" in told else here.module
        controller = word(told.get("controller")) or here.controller
        return Place(join(here.path, "/" + path.strip("/")) if path else here.path, module, controller)
    if block.name in ("resources", "resource") and name:
        base = join(here.path, "/" + (word(told.get("path")) or name).strip("/"))
        key = word(told.get("param")) or "id"
        one = block.name == "resource"
        nested = base if one else f"{base}/:{singular(name)}_{key}"
        controller = word(told.get("controller")) or (plural(name) if one else name)
        return Place(nested, here.module, controller, base, base if one else f"{base}/:{key}")
    if block.name == "controller" and name:
        return Place(here.path, here.module, name)
    if block.name in ("member", "collection"):
        return Place(here.member if block.name == "member" else here.collection, here.module, here.controller)
    return here


def action(scene: Scene, target: str) -> int:
    """The method of `admin/users#show`, -1 where there is none."""
    if scene not in _controllers:
        _controllers[scene] = dict(_controller_names(scene))
    path, _, name = target.partition("#")
    return scene.member(_controllers[scene].get(path.strip("/"), -1), name)


def _controller_names(scene: Scene) -> Iterator[tuple[str, int]]:
    commit = scene.commit
    for symbol, name in enumerate(commit.name):
        if name.endswith("Controller") and commit.kind[symbol] == "class":
            names, parent = [name.removesuffix("Controller")], commit.parent[symbol]
            names += (commit.container(symbol) or "").split("::")[::-1]
            while parent >= 0:
                names.append(commit.name[parent] if commit.kind[parent] in ("class", "module") else "")
                parent = commit.parent[parent]
            yield "/".join(WORD_START.sub("_", part).lower() for part in names[::-1] if part), symbol


def _fact(hit: Hit, scene: Scene, method: str, path: str, target: str) -> Fact:
    return route_fact(hit, scene, method, path or "/", {"n": target} if target else None, action(scene, target))


@composer("rails_resources")
def rails_resources(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resources :users`: seven routes, or those that `only` and `except` leave."""
    here, told = place(hit.mark, scene), hit.mark.named
    if here is None:
        return
    for name in words(hit.mark.args):
        inner = _inside(here, replace(hit.mark, data={**hit.mark.data, "a": [name]}))
        one, module = hit.mark.name == "resource", inner.module
        if "module" in told:
            module = f"{module}{word(told['module'])}/"
        for verb, method, rest in ACTIONS:
            chosen = verb in words(told.get("only")) if "only" in told else verb not in words(told.get("except"))
            if chosen and not (one and verb == "index"):
                path = inner.collection + rest.replace("/:id", "" if one else inner.member[len(inner.collection) :])
                yield _fact(hit, scene, method, path, f"{module}{inner.controller}#{verb}")


@composer("rails_route")
def rails_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get "x", to: "things#show"`, `get "x" => "things#show"`, `post :ban` in a resource, `root "home#index"`."""
    here, told = place(hit.mark, scene), hit.mark.named
    if here is None:
        return
    arrow = next(((key[1:-1], value) for key, value in told.items() if key[:1] in "\"'"), None)
    given = word(hit.mark.pick("0")) if hit.mark.args else (arrow[0] if arrow else None)
    target = word(told.get("to")) or (word(arrow[1]) if arrow else None)
    if hit.mark.name == "root":
        target, given = target or given, ""
    if given is None:
        return
    base = {"collection": here.collection, "member": here.member}.get(word(told.get("on")) or "", here.path)
    methods = [ANY] if hit.mark.name == "match" else ["GET" if hit.mark.name == "root" else hit.mark.name.upper()]
    if "via" in told:
        methods = [ANY if name == "all" else name.upper() for name in words(told["via"])]
    for path in [given, *words(hit.mark.args[1:])]:
        whole = join(base, "/" + path.strip("/")) if path.strip("/") else base
        for method in methods:
            yield _fact(hit, scene, method, whole, _target(here, path, target, told))


def _target(here: Place, path: str, target: str | None, told: dict[str, Value]) -> str:
    """Controller and action, in the module around; without a target the path says them, and a redirect has none."""
    if target is None and "to" in told:
        return ""
    controller = word(told.get("controller")) or here.controller
    name = target or word(told.get("action")) or path.strip("/").rpartition("/")[2].replace("-", "_")
    if "#" in name:
        return here.module + name.lstrip("/")
    if controller:
        return f"{here.module}{controller}#{name}"
    owner, _, last = path.strip("/").rpartition("/")
    return f"{here.module}{owner}#{last}" if owner else ""


@composer("sinatra_route")
def sinatra_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get "/x" do … end` in a class that derives from Sinatra's, or in a file that requires it."""
    path, commit = hit.mark.pick("0"), scene.commit
    owner = commit.enclosing(hit.mark.symbol, frozenset({"class"}))
    origins = scene.finder(hit.mark.file).of_symbol(owner) if owner >= 0 else frozenset()
    required = any(module.startswith("sinatra") for module in commit.stars.get(hit.mark.file, ()))
    if isinstance(path, str) and (required if owner < 0 else any("Sinatra" in origin for origin in origins)):
        yield route_fact(hit, scene, hit.mark.name.upper(), path)


@composer("rails_filter")
def rails_filter(hit: Hit, scene: Scene) -> Iterator[Fact]:
    owner = hit.mark.symbol
    for name in filter(NAME.fullmatch, words(hit.mark.args)):  # `**options` are none
        order = scene.next_in(("s", owner))
        yield fact(hit, name, scene.member(owner, name), via=hit.mark.name, order=order)


@composer("ruby_raise")
def ruby_raise(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`raise Kind, "…"`, `raise Kind.new("…")`, `raise "…"`; a local is an error that is handed on."""
    given = hit.mark.pick("0")
    message = scene.text(hit.mark.pick("1"), hit.mark)
    if given is None:
        yield fact(hit, "re-raise", rethrow=True)
    elif (text := scene.text(given, hit.mark)) is not None:
        yield fact(hit, "RuntimeError", type="RuntimeError", message=text)
    else:
        made = given["call"] if isinstance(given, dict) and "call" in given else given
        if made is not given and given.get("a"):
            message = scene.text(given["a"][0], hit.mark)
        name = spelled(made)
        is_type = name[:1].isupper()
        yield fact(hit, name if is_type else "re-raise", type=name if is_type else None, message=message)


@composer("active_record")
def active_record(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`self.table_name = …`, else the class's name in the plural; heirs of a model share its table."""
    model, commit = hit.mark.symbol, scene.commit
    said = _class_settings(scene)
    bases = [base for base in scene.lineage(model)[1:] if commit.kind[base] == "class"]
    if _is_abstract(model, scene) or not all(_is_abstract(base, scene) for base in bases):
        return
    told = scene.text(said.get((model, "table_name")), hit.mark)
    table = told or plural(WORD_START.sub("_", commit.name[model]).lower())
    yield fact(hit, table, table=table, entity=commit.name[model], by=None if told else "default")


def _is_abstract(model: int, scene: Scene) -> bool:
    told = _class_settings(scene).get((model, "abstract_class"))
    return told is True or scene.commit.name[model] == "ApplicationRecord"


def _class_settings(scene: Scene) -> dict[tuple[int, str], Value]:
    """What classes say of themselves: `self.table_name = "people"`."""
    if scene not in _settings:
        named = (mark for mark in scene.marks if mark.name in ("table_name", "abstract_class") and mark.args)
        _settings[scene] = {(mark.symbol, mark.name): mark.args[0] for mark in named}
    return _settings[scene]


@composer("rails_table")
def rails_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """What a migration or the schema does to a table."""
    if name := word(hit.mark.pick("0")):
        yield fact(hit, name, table=name, operation=hit.mark.name)


@composer("ruby_flag")
def ruby_flag(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Flipper.enabled?(:search)`: a symbol, or a text."""
    given = hit.mark.pick("0")
    is_symbol = isinstance(given, dict) and str(given.get("x", "")).startswith(":")
    if key := word(given) if is_symbol else scene.text(given, hit.mark):
        yield fact(hit, key, key=key, via=hit.mark.name)

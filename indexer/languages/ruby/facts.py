"""Ruby's frameworks where a rule alone cannot say it: Rails' routes are what the blocks around them make of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact, log
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.ruby import facts_devise as facts_devise
from indexer.languages.ruby import facts_rack as facts_rack
from indexer.languages.ruby.facts_places import (
    WORD_START,
    Place,
    inside,
    places,
    plural,
    route_to,
    word,
    words,
)

ACTIONS = (
    ("index", "GET", ""), ("create", "POST", ""), ("new", "GET", "/new"), ("edit", "GET", "/:id/edit"),
    ("show", "GET", "/:id"), ("update", "PATCH", "/:id"), ("update", "PUT", "/:id"), ("destroy", "DELETE", "/:id"),
)  # fmt: skip
NAME = re.compile(r"[\w:.]+[?!]?")
_settings: WeakKeyDictionary[Scene, dict[tuple[int, str], Value]] = WeakKeyDictionary()


@composer("rails_resources")
def rails_resources(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resources :users`: seven routes, or those that `only` and `except` leave."""
    for here in places(hit.mark, scene):
        yield from _resources(hit, scene, here)


def _resources(hit: Hit, scene: Scene, here: Place) -> Iterator[Fact]:
    told = hit.mark.named
    for name in words(hit.mark.args):
        inner = inside(here, replace(hit.mark, data={**hit.mark.data, "a": [name]}))
        one, module = hit.mark.name == "resource", inner.module
        if "module" in told:
            module = f"{module}{word(told['module'])}/"
        for verb, method, rest in ACTIONS:
            chosen = verb in words(told.get("only")) if "only" in told else verb not in words(told.get("except"))
            if chosen and not (one and verb == "index"):
                path = inner.collection + rest.replace("/:id", "" if one else inner.member[len(inner.collection) :])
                yield route_to(hit, scene, method, path, f"{module}{inner.controller}#{verb}")


@composer("rails_route")
def rails_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get "x", to: "things#show"`, `get "x" => "things#show"`, `post :ban` in a resource, `root "home#index"`."""
    for here in places(hit.mark, scene):
        yield from _route_at(hit, scene, here)


def _route_at(hit: Hit, scene: Scene, here: Place) -> Iterator[Fact]:
    told = hit.mark.named
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
            yield route_to(hit, scene, method, whole, _target(here, path, target, told))


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


@composer("rails_filter")
def rails_filter(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`before_action :authenticate!`; what a controller leaves out of those it inherits is told as that."""
    owner, skips = hit.mark.symbol, "skip " if hit.mark.name.startswith("skip_") else ""
    for name in filter(NAME.fullmatch, words(hit.mark.args)):  # `**options` are none
        order = scene.next_in(("s", owner))
        yield fact(hit, skips + name, scene.member(owner, name), via=hit.mark.name, order=order)


@composer("ruby_raise")
def ruby_raise(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`raise Kind, "…"`, `raise Kind.new("…")`, `raise "…"`; a local is an error that is handed on."""
    held = hit.mark.data.get("l", ())
    given = held[0] if len(held) == 1 and spelled(held[0])[:1].isupper() else hit.mark.pick("0")
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


@composer("ruby_log")
def ruby_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`logger.info "…"`, `logger.info { "…" }`: one that is given nothing says nothing."""
    if hit.mark.args:
        yield from log(hit, scene)


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

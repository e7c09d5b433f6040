"""Where a route of Rails stands: what the blocks around it make of its path, and which method answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.reading import Value
from indexer.facts.routes import route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

CONCERN, USES_CONCERNS = "concern", ("resources", "resource", "concerns")
ROUTES = "config/routes/"  # the folder of files that `draw` names
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
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


def places(mark: Mark, scene: Scene) -> Iterator[Place]:
    """Where a route stands: inside `concern :paged do` wherever that is asked for, else at one place."""
    blocks = around(mark, scene)
    begin = next((n for n, block in enumerate(blocks) if block.name == CONCERN), -1)
    if begin < 0:
        if (here := place(mark, scene)) is not None:
            yield here
        return
    name = word(blocks[begin].pick("0"))
    for use in (one for verb in USES_CONCERNS for one in scene.by_name.get(verb, ()) if one.file == mark.file):
        asked = words(use.args if use.name == "concerns" else use.named.get("concerns"))
        here = place(use, scene) if name in asked else None
        if here is not None:
            here = here if use.name == "concerns" else inside(here, use)
            for block in blocks[begin + 1 :]:
                here = inside(here, block)
            yield here


def place(mark: Mark, scene: Scene) -> Place | None:
    """Where a route stands; None where no `routes.draw` is around it, nor draws its file."""
    blocks = around(mark, scene)
    begin = next((n + 1 for n, block in enumerate(blocks) if block.name == "draw"), 0)
    here = Place() if begin else _drawn(mark, scene)
    if here is None:
        return None
    for block in blocks[begin:]:
        here = inside(here, block)
    return here


def _drawn(mark: Mark, scene: Scene) -> Place | None:
    """`draw(:admin)`: what `config/routes/admin.rb` says stands where it is drawn."""
    path = scene.commit.paths[mark.file]
    for draw in scene.by_name.get("draw", ()) if ROUTES in path else ():
        name = word(draw.pick("0"))
        if draw.file != mark.file and name and path.endswith(f"{ROUTES}{name}.rb"):
            return place(draw, scene)
    return None


def below(path: str, name: str | None) -> str:
    """`path: ""` adds nothing."""
    return join(path, "/" + added) if (added := (name or "").strip("/")) else path


def inside(here: Place, block: Mark) -> Place:
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
        base = below(here.path, word(told["path"]) if "path" in told else name)
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


def route_to(hit: Hit, scene: Scene, method: str, path: str, target: str) -> Fact:
    return route_fact(hit, scene, method, path or "/", {"n": target} if target else None, action(scene, target))

"""Sinatra's routes, and what Rack's `config.ru` puts around applications."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.routes import route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.ruby.facts_places import around, word

PREFIXES = frozenset({"map", "namespace"})  # blocks that stand for a path
RACKUP = ".ru"
PATTERN = re.compile(r"(?:%r\{(.*)\}|/(.*)/)(\w*)", re.DOTALL)
LAID_OUT = re.compile(r"\\.|\s*#(?!\{).*$|\s+", re.MULTILINE)  # what `x` leaves out of a pattern
Name = tuple[str, str]
NOBODY: Name = ("", "")
_mapped: WeakKeyDictionary[Scene, dict[Name, list[str]]] = WeakKeyDictionary()


@composer("sinatra_route")
def sinatra_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`get "/x" do … end` in a class that derives from Sinatra's, or in a file that requires it."""
    path = _path(hit.mark, scene)
    if path is None or not _in_sinatra(hit.mark, scene):
        return
    inner = join(_prefix(hit.mark, scene), path) if path.strip("/") else _prefix(hit.mark, scene) or path
    for base in _bases(hit.mark, scene):
        yield route_fact(hit, scene, hit.mark.name.upper(), join(base, inner) if base else inner)


def _path(mark: Mark, scene: Scene) -> str | None:
    """A text, or a regular expression as it is written."""
    given = mark.pick("0")
    pattern = PATTERN.fullmatch(given.get("x", "")) if isinstance(given, dict) else None
    if pattern is None:
        return scene.text(given, mark)
    written = pattern[1] or pattern[2] or ""
    return LAID_OUT.sub(_escaped, written) if "x" in pattern[3] else written


def _escaped(piece: re.Match[str]) -> str:
    return piece[0] if piece[0].startswith("\\") else ""


def _in_sinatra(mark: Mark, scene: Scene) -> bool:
    owner = scene.commit.enclosing(mark.symbol, frozenset({"class"}))
    if owner < 0:
        return any(module.startswith("sinatra") for module in scene.commit.stars.get(mark.file, ()))
    return any("Sinatra" in origin for origin in scene.finder(mark.file).of_symbol(owner))


def _prefix(mark: Mark, scene: Scene) -> str:
    """What `namespace "/admin" do` and `map "/api" do` around a call say."""
    blocks = (block for block in around(mark, scene) if block.name in PREFIXES)
    return reduce(join, (text for block in blocks if (text := word(block.pick("0")))), "")


def _bases(mark: Mark, scene: Scene) -> list[str]:
    """Paths that `map "/api" do run Api end` puts the application of a route under."""
    if scene not in _mapped:
        _mapped[scene] = {}
        for run in scene.by_name.get("run", ()):
            if (known := _known(_application(run, scene), scene)) is not None:
                _mapped[scene].setdefault(known, []).append(_prefix(run, scene))
    owner = scene.commit.enclosing(mark.symbol, frozenset({"class"}))
    return _mapped[scene].get(_known(owner, scene) or NOBODY, [""])


def _application(run: Mark, scene: Scene) -> int:
    """The class of `run Api` and `run Api.new`."""
    given = run.pick("0")
    made = given["call"] if isinstance(given, dict) and "call" in given else given
    named = made | {"n": made["n"].removesuffix(".new")} if isinstance(made, dict) and "n" in made else made
    return scene.symbol(named, run)


def _known(owner: int, scene: Scene) -> Name | None:
    """A class is opened again by its name."""
    return (scene.commit.container(owner) or "", scene.commit.name[owner]) if owner >= 0 else None


@composer("rack_use")
def rack_use(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`use Rack::Session::Cookie` in `config.ru`, or in an application of Sinatra."""
    given = hit.mark.pick("0")
    if given is not None and (scene.commit.paths[hit.mark.file].endswith(RACKUP) or _in_sinatra(hit.mark, scene)):
        order = scene.next_in(("file", hit.mark.file))
        yield fact(hit, spelled(given), scene.symbol(given, hit.mark), via=hit.mark.name, order=order)

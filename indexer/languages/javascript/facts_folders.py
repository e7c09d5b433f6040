"""Routes that files are by their place: Next.js, and the folders that Fastify loads by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath

from indexer.extract.definitions import CALLABLE
from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.origins import PLACES
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import Key
from indexer.facts.routing import join as join_paths
from indexer.facts.scene import Scene

ROUTE_FILE = re.compile(r"(?:^|/)app(/.*)?/route\.[jt]sx?$")
PAGE_FILE = re.compile(r"(?:^|/)pages(/api(?:/.*)?)\.[jt]sx?$")
NOT_IN_PATH = re.compile(r"^\(.*\)$|^@")  # groups and slots
AUTO_PREFIX = "autoPrefix"
INDEX = re.compile(r"/index$")
ROUTERS = frozenset({"next-connect()", "hono/vercel.handle()", "@hono/node-server/vercel.handle()"})  # told by verbs
NEXT = re.compile(r"next(/.*)?")


def uses_next(scene: Scene) -> bool:
    return any(NEXT.fullmatch(module) for module in scene.commit.imported_modules)


@composer("next_route")
def next_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`export function GET` in `app/**/route.ts`."""
    found = ROUTE_FILE.search(scene.commit.paths[hit.mark.file])
    if found is None or not _at_top(hit.mark, scene) or not uses_next(scene):
        return
    words = [word for word in (found[1] or "").split("/") if word and not NOT_IN_PATH.match(word)]
    symbol = scene.symbol(hit.mark.args[0], hit.mark) if _is_handed_out(hit.mark) else hit.mark.symbol
    yield route_fact(hit, scene, hit.mark.name, "/" + "/".join(words), None, symbol)


@composer("next_page")
def next_page(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """What `pages/api/**.ts` hands out by default: a function, by its name or as it stands."""
    found = PAGE_FILE.search(scene.commit.paths[hit.mark.file])
    given = hit.mark.args[0] if hit.mark.args else None
    if found is not None and uses_next(scene) and ROUTERS.isdisjoint(scene.value_origins(given, hit.mark)):
        named = scene.symbol(given, hit.mark)
        symbol = named if named >= 0 else hit.mark.symbol
        yield route_fact(hit, scene, ANY, INDEX.sub("", found[1]), None, symbol)


def _at_top(mark: Mark, scene: Scene) -> bool:
    """A definition of the file itself; what is only handed out counts where no definition does."""
    if _is_handed_out(mark):
        same = (other for other in scene.by_name.get(mark.name, ()) if other.file == mark.file and other is not mark)
        return not any(_at_top(other, scene) for other in same if not _is_handed_out(other))
    around = scene.commit.parent[mark.symbol] if mark.symbol >= 0 else -1
    return around >= 0 and scene.commit.kind[around] == "module"


def _is_handed_out(mark: Mark) -> bool:
    """`export { GET }`: a name that is defined elsewhere."""
    return mark.shape == "extend"


def load_folder(hit: Hit, scene: Scene, parent: Key | None) -> None:
    """`register(autoload, { dir, options: { prefix } })`: each file adds under the folder that it stands in."""
    folder = _folder(hit.mark.pick("1.dir"), hit.mark, scene)
    prefix = scene.text(entry(hit.mark.pick("1.options"), "prefix"), hit.mark) or ""
    by_folder = hit.mark.pick("1.dirNameRoutePrefix") is not False
    commit, own = scene.commit, _own_prefixes(scene)
    for symbol, kind in enumerate(commit.kind):
        path = commit.paths[commit.file[symbol]]
        if kind in CALLABLE and folder and path.startswith(folder + "/") and _is_plugin(symbol, scene):
            inner = dirname(path[len(folder) + 1 :]) if by_folder else ""
            words = [f":{word[1:]}" if word.startswith("_") else word for word in inner.split("/") if word]
            below = own.get(commit.file[symbol], "/" + "/".join(words))
            scene.routing.mount(("p", symbol * PLACES), parent, join_paths(prefix, below))


def _own_prefixes(scene: Scene) -> dict[int, str]:
    """`export const autoPrefix = "/x"`: what a file says of itself stands instead of its folder."""
    marks = (mark for mark in scene.by_name.get(AUTO_PREFIX, ()) if mark.shape == "value" and mark.args)
    return {mark.file: text for mark in marks if (text := scene.text(mark.args[0], mark)) is not None}


def _is_plugin(symbol: int, scene: Scene) -> bool:
    around = scene.commit.parent[symbol]
    return around >= 0 and scene.commit.kind[around] == "module"


def _folder(value: Value, mark: Mark, scene: Scene) -> str | None:
    """`path.join(__dirname, "routes")`, seen from the file that says so."""
    if not isinstance(value, dict) or not spelled(value.get("call", "")).endswith("join"):
        return None
    words = [word for word in value.get("a", ()) if isinstance(word, str)]
    return normpath(join(dirname(scene.commit.paths[mark.file]), *words)) if words else None

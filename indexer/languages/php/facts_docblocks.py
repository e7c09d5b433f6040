"""What Symfony and Doctrine were told in comments before PHP had attributes: `@Route("/x", methods={"GET"})`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.php.facts_symfony import BOUND, table_of

ROUTE = re.compile(r"^[\s/*]*@(?:(\w+)\\)?(Route|Get|Post|Put|Patch|Delete)\(", re.MULTILINE)
PATH = re.compile(r"""\s*(?:\*\s*)?(?:path\s*=\s*)?"([^"]*)\"""")
METHODS = re.compile(r"methods\s*=\s*(\{[^}]*\}|\"[^\"]*\")")
VERB = re.compile(r"[A-Z]+")
ENTITY = re.compile(r"^[\s/*]*@(?:(\w+)\\)?(Entity)\b", re.MULTILINE)
TABLE = re.compile(r"^[\s/*]*@(?:\w+\\)?Table\([^)]*?name\s*=\s*\"([^\"]+)\"", re.MULTILINE)
ROUTERS = ("Symfony\\Component\\Routing", "Sensio\\Bundle\\FrameworkExtraBundle", "FOS\\RestBundle")
MAPPING = ("Doctrine\\ORM\\Mapping",)
_below: WeakKeyDictionary[Scene, dict[int, list[tuple[int, int]]]] = WeakKeyDictionary()


@composer("symfony_documented")
def symfony_documented(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A route above a method; above a class it is the prefix of all its methods."""
    method = _documented(hit.mark, scene)
    if method < 0 or scene.commit.kind[method] != "method" or not _is_of(ROUTE, hit.mark, ROUTERS, scene):
        return
    base = next((path for path, _, _ in _routes(_comment_of(scene.commit.parent[method], scene))), "")
    for path, methods, below in _routes(hit.mark.name):
        line = hit.mark.line_start + below
        at = replace(hit, mark=replace(hit.mark, line_start=line, line_end=line))
        for outer in scene.routing.bases(("file", hit.mark.file)):
            for verb in methods or [ANY]:
                yield route_fact(at, scene, verb, BOUND.sub(r"{\1}", join(outer, join(base, path))), symbol=method)


@composer("doctrine_documented")
def doctrine_documented(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@ORM\\Entity` above a class, with the name of its table or without."""
    entity = _documented(hit.mark, scene) if _is_of(ENTITY, hit.mark, MAPPING, scene) else -1
    if entity >= 0 and scene.commit.kind[entity] == "class":
        told = TABLE.search(hit.mark.name)
        yield table_of(hit, scene, entity, told[1] if told else None)


def _routes(comment: str) -> Iterator[tuple[str, list[str], int]]:
    """Path, methods, and the line within the comment, of each route that it tells."""
    for found in ROUTE.finditer(comment):
        given = comment[found.end() : _closing(comment, found.end())]
        path, methods = PATH.match(given), METHODS.search(given)
        if path is not None:
            verbs = [] if found[2] == "Route" else [found[2].upper()]
            yield path[1], VERB.findall(methods[1]) if methods else verbs, comment.count("\n", 0, found.end())


def _closing(text: str, begin: int) -> int:
    """Where the parentheses that are open at a place are closed."""
    depth = 1
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    return len(text)


def _documented(mark: Mark, scene: Scene) -> int:
    """The class or method that begins next below a comment."""
    begins = _begins(scene).get(mark.file, [])
    place = bisect_left(begins, (mark.line_end, -1))
    return begins[place][1] if place < len(begins) else -1


def _begins(scene: Scene) -> dict[int, list[tuple[int, int]]]:
    """By file, the lines in which its classes and methods begin."""
    if scene not in _below:
        found: dict[int, list[tuple[int, int]]] = {}
        for symbol, kind in enumerate(scene.commit.kind):
            if kind in ("class", "method") and (lines := scene.lines(symbol)) is not None:
                found.setdefault(scene.commit.file[symbol], []).append((lines[0], symbol))
        _below[scene] = {file: sorted(begins) for file, begins in found.items()}
    return _below[scene]


def _comment_of(owner: int, scene: Scene) -> str:
    told = (mark for mark in scene.marks_in.get(-1, ()) if mark.shape == "extend" and _documented(mark, scene) == owner)
    return next((mark.name for mark in told if mark.file == scene.commit.file[owner]), "")


def _is_of(pattern: re.Pattern[str], mark: Mark, libraries: tuple[str, ...], scene: Scene) -> bool:
    """Whether what a comment says first is what the file imports from one of the libraries."""
    if (found := pattern.search(mark.name)) is None:
        return False
    told = scene.commit.imported(mark.file, found[1] or found[2])
    return told is not None and told.module.lstrip("\\").startswith(libraries)

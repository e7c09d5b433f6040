"""Lumen's routes in files that say nothing of `$router`, and the middleware that arrays name."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, entry
from indexer.facts.scene import Scene
from indexer.languages.php.facts_included import is_held, receiver_name
from indexer.languages.php.facts_routes import laravel_group, laravel_route, passed_through

APPLICATION, ORIGIN = "$app", r"\Illuminate\Support\Facades\App"
ROUTERS = frozenset({"$router", APPLICATION})


def _is_lumen(hit: Hit, scene: Scene) -> bool:
    """Whether the file is included, one after another, by one that holds Lumen's application."""
    named = receiver_name(hit.mark, scene) in ROUTERS
    return hit.sure or (named and is_held(APPLICATION, ORIGIN, hit.mark.file, scene))


@composer("lumen_group")
def lumen_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    if _is_lumen(hit, scene):
        yield from laravel_group(hit, scene)


@composer("lumen_route")
def lumen_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    if _is_lumen(hit, scene):
        yield from laravel_route(hit, scene)


@composer("array_guards")
def array_guards(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$router->get('x', ['middleware' => 'auth', 'uses' => …])`, `$router->group(['middleware' => […]], …)`."""
    given = next((found for value in hit.mark.args[:2] if (found := entry(value, "middleware")) is not None), None)
    if given is not None and _is_lumen(hit, scene):
        yield from passed_through(hit, given, scene)

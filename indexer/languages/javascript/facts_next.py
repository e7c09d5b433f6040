"""next-connect: a router that a file of Next.js hands out, with a route for each verb that it is given."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit
from indexer.facts.routes import ANY, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.javascript.facts_folders import INDEX, PAGE_FILE, uses_next
from indexer.languages.javascript.facts_routes import last_of


@composer("next_verb")
def next_verb(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`handler.get((req, res) => …)` answers where its file stands; a path that is given first is below that."""
    found = PAGE_FILE.search(scene.commit.paths[hit.mark.file]) if uses_next(scene) else None
    if found is not None and hit.mark.args:
        path = scene.text(hit.mark.args[0], hit.mark) if len(hit.mark.args) > 1 else None
        method = ANY if hit.mark.name == "all" else hit.mark.name.upper()
        yield route_fact(hit, scene, method, join(INDEX.sub("", found[1]), path or ""), last_of(hit.mark.args))

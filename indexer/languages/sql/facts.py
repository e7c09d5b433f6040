"""Tables that the files of migrations and schemas create."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit
from indexer.facts.scene import Scene

QUOTES = "\"`[]'"


@composer("sql_created")
def sql_created(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`CREATE TABLE shop.orders (…)`."""
    table = hit.mark.name.strip(QUOTES)
    yield fact(hit, table, table=table, operation="create")

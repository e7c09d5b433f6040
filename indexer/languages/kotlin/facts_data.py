"""Tables of Exposed, and settings of Ktor."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene


@composer("exposed_table")
def exposed_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`object Orders : LongIdTable("orders")`; a class only says what its objects have in common."""
    if "a" not in hit.mark.data:
        return
    told = scene.text(hit.mark.pick("name|0"), hit.mark)
    table = told or scene.commit.name[hit.mark.symbol].removesuffix("Table")
    yield fact(hit, table, hit.mark.symbol, table=table)


@composer("ktor_config")
def ktor_config(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`environment.config.property("jwt.secret")`, also of a part of it: `config("jwt").property("secret")`."""
    key, prefix = scene.text(hit.mark.pick("0"), hit.mark), _part(hit.mark.data.get("r"), hit.mark, scene)
    if key and prefix is not None:
        key = f"{prefix}.{key}" if prefix else key
        yield fact(hit, key, key=key, pattern="ApplicationConfig")


def _part(receiver: Value, mark: Mark, scene: Scene) -> str | None:
    """What the keys of a part of the settings begin with; None where nobody can tell."""
    if not isinstance(receiver, dict) or "call" not in receiver:
        return ""
    if spelled(receiver["call"]).rpartition(".")[2] != "config" or not receiver.get("a"):
        return None
    return scene.text(receiver["a"][0], mark)

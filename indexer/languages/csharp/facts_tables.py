"""Tables of Entity Framework: sets of a context, attributes, fluent configuration, migrations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.scene import Scene

SET = re.compile(r"(?:\w+\.)*I?DbSet<\s*([\w.]+)\s*>\??")
ENTITY = re.compile(r"Entity(?:TypeBuilder)?<\s*(?:\w+\.)*(\w+)\s*>")
OWNED = "Microsoft.EntityFrameworkCore.Metadata.Builders.OwnedNavigationBuilder().ToTable"
TABLE = ("Table", "TableAttribute")


@composer("ef_context")
def ef_context(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each `DbSet<Order> Orders` is a table: as the entity is mapped, else by the property's name."""
    configured = _configured(scene)
    for name, symbol in scene.commit.members.get(hit.mark.symbol, {}).items():
        entity = _entity_of_set(symbol, scene)
        if entity is None:
            continue
        schema, declared = _attribute(entity, scene) or configured.get(entity) or (None, None)
        table = declared or name
        lines = scene.lines(symbol)
        by = None if declared else "default"
        yield fact(hit, table, symbol, lines=lines, table=table, schema=schema, entity=entity, by=by)


def _entity_of_set(symbol: int, scene: Scene) -> str | None:
    if scene.commit.kind[symbol] not in ("property", "field"):
        return None
    declared = scene.commit.raw.symbols["return_type"][symbol].as_py()
    match = SET.fullmatch(declared or "")
    return match[1].rpartition(".")[2] if match else None


def _attribute(entity: str, scene: Scene) -> tuple[str | None, str | None] | None:
    """What `[Table]` at the entity of that name says."""
    for mark in (mark for name in TABLE for mark in scene.by_name.get(name, ())):
        if mark.decorated >= 0 and scene.commit.name[mark.decorated] == entity:
            return scene.text(mark.pick("Schema"), mark), scene.text(mark.pick("0"), mark)
    return None


def _configured(scene: Scene) -> dict[str, tuple[str | None, str | None]]:
    """Entities that `ToTable` gives a name, wherever the configuration stands."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for mark in (mark for mark in scene.by_name.get("ToTable", ()) if not is_generated(mark, scene)):
        if (entity := configured_entity(mark, scene)) and (table := _first(mark, scene)):
            found[entity] = (scene.text(mark.pick("1|schema"), mark), table)
    return found


def _first(mark: Mark, scene: Scene) -> str | None:
    return scene.text(mark.pick("0|name"), mark)


def configured_entity(mark: Mark, scene: Scene) -> str | None:
    """`builder.Entity<Order>().ToTable(…)`, or inside its closure, or a function that takes the entity's builder."""
    if OWNED in scene.origins(mark):  # a table of its own inside the entity's
        return None
    if match := ENTITY.search(spelled(mark.data.get("r"))):
        return match[1]
    outer = mark
    while "p" in outer.data:
        outer = scene.marks[outer.data["p"] + outer.firsts[2]]
        if outer.name == "Entity" and (types := outer.data.get("y")):
            return spelled(types[0]).rpartition(".")[2]
    parameters = scene.commit.raw.symbols["parameters"][mark.symbol].as_py() if mark.symbol >= 0 else ()
    types = [match[1] for parameter in parameters or () if (match := ENTITY.match(parameter["type"] or ""))]
    return types[0] if types else None


def is_generated(mark: Mark, scene: Scene) -> bool:
    """The model as it was at a migration says nothing about the one that is in use."""
    return scene.commit.paths[mark.file].endswith((".Designer.cs", "ModelSnapshot.cs"))


@composer("ef_to_table")
def ef_to_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    table = _first(hit.mark, scene)
    if table and not is_generated(hit.mark, scene):
        schema = scene.text(hit.mark.pick("1|schema"), hit.mark)
        yield fact(hit, table, table=table, schema=schema, entity=configured_entity(hit.mark, scene))


@composer("ef_table_attribute")
def ef_table_attribute(hit: Hit, scene: Scene) -> Iterator[Fact]:
    table = _first(hit.mark, scene)
    if table and hit.mark.decorated >= 0:
        entity = scene.commit.name[hit.mark.decorated]
        schema = scene.text(hit.mark.pick("Schema"), hit.mark)
        yield fact(hit, table, hit.mark.decorated, table=table, schema=schema, entity=entity)


@composer("ef_migration")
def migration_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`migrationBuilder.CreateTable(name: "Orders", …)`."""
    table = _first(hit.mark, scene)
    if table:
        schema = scene.text(hit.mark.pick("schema"), hit.mark)
        yield fact(hit, table, table=table, schema=schema, operation=hit.mark.name)


@composer("mongo_collection")
def mongo_collection(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`database.GetCollection<Order>("orders")`."""
    table, entity = scene.text(hit.mark.pick("0|name"), hit.mark), hit.mark.pick("<0>")
    if table:
        yield fact(hit, table, table=table, entity=spelled(entity) if entity is not None else None)

"""Tables of JPA, Spring Data and jOOQ: names that annotations declare, or that the mapper makes of the class."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.scene import Scene
from indexer.languages.java.facts_spring import marked

GENERATED = re.compile(r"(?:[\w.]*\.)?([A-Z][A-Z0-9_]*)")
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
QUOTES = '`"[]'  # that keep the name of a table as it is written


def snake(name: str) -> str:
    return WORD_START.sub("_", name).lower()


def with_spring(scene: Scene) -> bool:
    """Spring Boot's naming strategy is in use where the application is Spring's."""
    return any(module.startswith("org.springframework.boot") for module in scene.commit.imported_modules)


def entity_table(entity: int, scene: Scene) -> tuple[str, str | None, bool]:
    """Name, schema, and whether the name is declared."""
    for mark in marked(entity, scene, "Table"):
        if name := scene.text(mark.pick("name|0|value"), mark):
            return name.strip(QUOTES), scene.text(mark.pick("schema|catalog"), mark), True
    named = [scene.text(mark.pick("name"), mark) for mark in marked(entity, scene, "Entity")]
    name = next(filter(None, named), scene.commit.name[entity])
    return (snake(name) if with_spring(scene) else name), None, False


def _shares_table(entity: int, scene: Scene) -> int:
    """The entity whose table this one is kept in, -1 where it has one of its own."""
    for base in scene.lineage(entity)[1:]:
        if marked(base, scene, "Entity"):
            told = [m for owner in scene.lineage(base) for m in marked(owner, scene, "Inheritance")]
            joined = any("SINGLE_TABLE" not in str(mark.data) for mark in told)
            return -1 if joined else base
    return -1


@composer("jpa_entity_name")
def jpa_entity_name(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Queries name entities: what they mean are their tables."""
    if hit.mark.decorated >= 0:
        scene.entities[scene.commit.name[hit.mark.decorated]] = entity_table(hit.mark.decorated, scene)[0]
    yield from ()


@composer("jpa_entity")
def jpa_entity(hit: Hit, scene: Scene) -> Iterator[Fact]:
    entity = hit.mark.decorated
    if entity < 0 or _shares_table(entity, scene) >= 0:
        return
    table, schema, declared = entity_table(entity, scene)
    name, by = scene.commit.name[entity], None if declared else "default"
    yield fact(hit, table, entity, table=table, schema=schema, entity=name, by=by)


@composer("jpa_join_table")
def jpa_join_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@JoinTable(name = …)` at a field: a table without an entity."""
    table = scene.text(hit.mark.pick("name"), hit.mark)
    if table:
        schema = scene.text(hit.mark.pick("schema|catalog"), hit.mark)
        yield fact(hit, table, hit.mark.decorated, table=table, schema=schema, by=hit.mark.name)


@composer("jpa_collection")
def jpa_collection(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Values or links of an entity in a table of their own that nothing names: the owner's name and the field's."""
    field, commit = hit.mark.decorated, scene.commit
    owner = commit.parent[field] if field >= 0 else -1
    named = field >= 0 and any(marked(field, scene, name) for name in ("JoinTable", "CollectionTable"))
    if named or "mappedBy" in hit.mark.named or owner < 0 or not marked(owner, scene, "Entity"):
        return
    spring, links = with_spring(scene), hit.mark.name == "ManyToMany"
    if links and not spring:  # else the name hangs on the table at the other end
        return
    begin = entity_table(owner, scene)[0] if links else (snake if spring else str)(commit.name[owner])
    table = f"{begin}_{snake(commit.name[field]) if spring else commit.name[field]}"
    yield fact(hit, table, field, table=table, entity=commit.name[owner], by="default")


@composer("data_table")
def data_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Document("orders")`, `@TableName`; without a name what the mapper makes of the class's."""
    entity = hit.mark.decorated
    if entity < 0:
        return
    name = scene.commit.name[entity]
    declared = scene.text(hit.mark.pick("0|value|name|collection"), hit.mark)
    default = snake(name) if hit.rule.part("default") == "snake" else name[:1].lower() + name[1:]
    by = None if declared else "default"
    yield fact(hit, declared or default, entity, table=declared or default, entity=name, by=by)


@composer("jooq_table")
def jooq_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`dsl.selectFrom(ORDERS)`: a generated constant is called like its table; what else is given names none."""
    for value in hit.mark.args[:1] if hit.mark.name != "from" else hit.mark.args:
        constant = GENERATED.fullmatch(spelled(value)) if isinstance(value, dict) and "call" not in value else None
        if constant:
            table = constant[1].lower()
            yield fact(hit, table, table=table, operation=hit.mark.name, confidence="medium")

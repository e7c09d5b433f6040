"""Tables of Python's object-relational mappers: names that classes declare, or have by the mapper's habit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene

WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
NOT_APPS = frozenset({"models", "migrations", "tests", "test"})


@composer("django_model")
def django_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Meta.db_table`, else application and class; a table of its own for each plain many-to-many field."""
    model = hit.mark.symbol
    meta = scene.commit.members.get(model, {}).get("Meta", -1)
    if _is_set(meta, "abstract", scene) or _is_set(meta, "proxy", scene):
        return
    name = scene.commit.name[model]
    app = _told(meta, "app_label", scene) or app_of(scene.commit.modules[hit.mark.file] or "", scene)
    declared = _told(meta, "db_table", scene)
    table = declared or f"{app}_{name.lower()}"
    yield _table(hit, table, name, by=None if declared else "default")
    for field, call in _many_to_many(model, scene):
        given = call.get("k", {})
        if "through" not in given:
            joined = given.get("db_table") or f"{table}_{scene.commit.name[field]}"
            yield _table(hit, str(joined), name, field, scene.lines(field), by="many-to-many")


def _table(hit: Hit, table: str, entity: str, symbol: int = -1, lines: Any = None, by: str | None = None) -> Fact:
    schema, _, bare = table.replace('"', "").rpartition(".")
    return fact(hit, bare, symbol, lines=lines, table=bare, schema=schema or None, entity=entity, by=by)


def _is_set(owner: int, name: str, scene: Scene) -> bool:
    held = scene.values.get(scene.commit.members.get(owner, {}).get(name, -1))
    return held is not None and held.args[0] is True


def _told(owner: int, name: str, scene: Scene) -> str | None:
    return scene.constant(scene.commit.members.get(owner, {}).get(name, -1))


def app_of(module: str, scene: Scene) -> str:
    """The application that a module belongs to: the nearest package with `apps`, else the one around `models`."""
    words = module.split(".")
    for end in range(len(words) - 1, 0, -1):
        if (apps := ".".join([*words[:end], "apps"])) in scene.commit.files_by_module:
            return _label(scene.commit.module(apps), scene) or words[end - 1]
    if not NOT_APPS.isdisjoint(words[1:]):
        words = words[: next(n for n, word in enumerate(words) if n and word in NOT_APPS)]
        return words[-1]
    return words[-2] if len(words) > 1 else words[0]


def _label(module: int, scene: Scene) -> str | None:
    """What `class ShopConfig(AppConfig)` says with `label`."""
    inner = scene.commit.members.get(module, {}).values()
    return next((text for config in inner if (text := _told(config, "label", scene))), None)


@composer("mapped_class")
def mapped_class(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`__tablename__` or a name in `Meta`, else what the mapper makes of the class's name."""
    model, rule = hit.mark.symbol, hit.rule
    members = scene.commit.members.get(model, {})
    wanted = rule.part("wants")
    if _is_abstract(model, members, scene) or (wanted and hit.mark.named.get(wanted) is not True):
        return
    name = scene.commit.name[model]
    declared = _declared(hit, scene)
    table = declared or _default(name, rule.part("default"))
    if table is None or (declared is None and "__tablename__" in members):
        return
    schema = _schema(scene.values.get(members.get("__table_args__", -1)))
    by = None if declared else "default"
    yield fact(hit, table, lines=None, table=table, schema=schema, entity=name, by=by)
    if rule.part("joins"):
        yield from _joined(hit, table, scene)


def _joined(hit: Hit, table: str, scene: Scene) -> Iterator[Fact]:
    """The table between two models: `through`, else the names of both."""
    for field, given in _many_to_many(hit.mark.symbol, scene):
        other = scene.text(given["a"][0], scene.values[field]) if given.get("a") else None
        entity = (other or "").rpartition(".")[2]
        named = given.get("k", {}).get("through") or (entity and f"{table}_{_table_of(entity, hit, scene)}")
        if isinstance(named, str) and named:
            yield _table(hit, named, scene.commit.name[hit.mark.symbol], field, scene.lines(field), by="many-to-many")


def _table_of(entity: str, hit: Hit, scene: Scene) -> str:
    """The table of a model that a field names: one of the same module says what it is called."""
    module = scene.commit.parent[hit.mark.symbol]
    return _told_in_meta(scene.commit.members.get(module, {}).get(entity, -1), hit, scene) or entity.lower()


def _many_to_many(model: int, scene: Scene) -> Iterator[tuple[int, dict[str, Value]]]:
    for field in scene.commit.members.get(model, {}).values():
        held = scene.values.get(field)
        value = held.args[0] if held is not None and held.args else None
        if isinstance(value, dict) and "call" in value and spelled(value["call"]).endswith("ManyToManyField"):
            yield field, value


def _is_abstract(model: int, members: dict[str, int], scene: Scene) -> bool:
    return _is_set(model, "__abstract__", scene) or _is_set(members.get("Meta", -1), "abstract", scene)


@composer("sqlalchemy_named")
def named_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`__tablename__` in a class whose bases nobody can tell, such as one that is handed over."""
    commit, owner = scene.commit, scene.commit.parent[hit.mark.symbol]
    if owner < 0 or commit.kind[owner] != "class" or _is_set(owner, "__abstract__", scene):
        return
    finder = scene.finder(hit.mark.file)
    told = any(finder.rules.on("class", origin) for origin in finder.of_symbol(owner))
    name = None if told else scene.constant(hit.mark.symbol)
    if name:
        yield fact(hit, name, owner, lines=scene.lines(owner), table=name, entity=commit.name[owner])


def _declared(hit: Hit, scene: Scene) -> str | None:
    members = scene.commit.members.get(hit.mark.symbol, {})
    if text := scene.constant(members.get("__tablename__", -1)):
        return text
    return _told_in_meta(hit.mark.symbol, hit, scene)


def _told_in_meta(model: int, hit: Hit, scene: Scene) -> str | None:
    inner = scene.commit.members.get(model, {}).get("Meta", -1)
    names = hit.rule.part("meta")
    return next((text for name in names.split("|") if (text := _told(inner, name, scene))), None) if names else None


def _default(name: str, habit: str) -> str | None:
    if habit == "snake":
        return WORD_START.sub("_", name).lower()
    return name.lower() if habit == "lower" else None


def _schema(held: Any) -> str | None:
    """`__table_args__ = {"schema": …}`, or the same as the last of a tuple."""
    value: Value = held.args[0] if held is not None and held.args else None
    value = value[-1] if isinstance(value, list) and value else value
    pairs = value.get("map", ()) if isinstance(value, dict) else ()
    return next((given for key, given in pairs if key == "schema" and isinstance(given, str)), None)


@composer("table")
def table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Table("name", metadata, …)`, and what migrations do to one."""
    name = scene.text(hit.mark.pick("0|name|table_name"), hit.mark)
    if name:
        operation = hit.mark.name if hit.rule.parts.get("operation") else None
        schema = scene.text(hit.mark.named.get("schema"), hit.mark)
        yield fact(hit, name, table=name, schema=schema, operation=operation)

"""Tables of Go's object-relational mappers: which structs are entities, and the names that mappers give them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit
from indexer.facts.scene import Scene
from indexer.languages.go.facts_data import struct_of, tagged

WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "mouse": "mice"}
COUNTLESS = frozenset(
    {"equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "news", "media"}
)
# What is only read may be a part of a table: `column:` alone says nothing.
COLUMN = re.compile(
    r"(?i)primary_?key|type:|size:|not null|index|unique|default|foreign_?key|references:|many2many|auto"
)
KEYED = re.compile(r"(?i)primary_?key|autoincrement")
READING = frozenset({"First", "Last", "Take", "Find"})
STORING = ("AutoMigrate", "CreateTable", "Create", "Save", "FirstOrCreate", *sorted(READING))
BASE = "gorm.io/gorm.Model"
_named: WeakKeyDictionary[Scene, dict[tuple[str | None, str | None], str | None]] = WeakKeyDictionary()
_habits: WeakKeyDictionary[Scene, tuple[bool, str]] = WeakKeyDictionary()
_told: WeakKeyDictionary[Scene, dict[int, bool]] = WeakKeyDictionary()  # entities, and whether they are told


def plural(word: str) -> str:
    """English as mappers know it."""
    head, _, last = word.rpartition("_")
    if last in COUNTLESS:
        return word
    if last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "es" if last.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return f"{head}_{last}" if head else last


def _table_names(scene: Scene) -> dict[tuple[str | None, str | None], str | None]:
    """What the methods `TableName` return, by package and type."""
    if scene not in _named:
        commit = scene.commit
        methods = (mark for mark in scene.marks if mark.shape == "value" and mark.name == "TableName")
        places = ((commit.modules[mark.file], commit.container(mark.symbol), mark.symbol) for mark in methods)
        _named[scene] = {(module, owner): scene.constant(method) for module, owner, method in places}
    return _named[scene]


def table_of(struct: int, hit: Hit, scene: Scene) -> tuple[str, str | None]:
    """The name that the struct's method or tag tells, else the mapper's habit; and which of them it was."""
    commit = scene.commit
    if told := _table_names(scene).get((commit.modules[commit.file[struct]], commit.name[struct])):
        return told, None
    tag = hit.rule.part("tag")
    fields = set(scene.commit.members.get(struct, {}).values()) if tag else set()
    for field, pairs in tagged(scene).items() if fields else ():
        if field in fields and (table := re.search(r"\btable:([\w.]+)", pairs.get(tag, ""))):
            return table[1], None
    singular, prefix = _naming(scene) if hit.rule.framework == "gorm" else (False, "")
    name = WORD_START.sub("_", scene.commit.name[struct]).lower()
    return prefix + (name if singular else plural(name)), "default"


@composer("go_model")
def go_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A struct with the mapper's base inside."""
    table, by = table_of(hit.mark.symbol, hit, scene)
    yield fact(hit, table, table=table, entity=scene.commit.name[hit.mark.symbol], by=by)


@composer("go_migrated")
def migrated_models(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`db.AutoMigrate(&User{}, …)`: the tables of the structs that are handed over."""
    for given in hit.mark.args:
        struct = struct_of(given, hit.mark, scene)
        if struct >= 0:
            table, by = table_of(struct, hit, scene)
            operation = hit.rule.part("operation") or hit.mark.name
            yield fact(hit, table, table=table, entity=scene.commit.name[struct], by=by, operation=operation)


@composer("go_table")
def go_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`db.Table("users AS u")`."""
    name = scene.text(hit.mark.pick("0"), hit.mark)
    if name and (words := name.split()) and re.fullmatch(r"[\w.]+", words[0]):
        yield fact(hit, words[0], table=words[0])


def _naming(scene: Scene) -> tuple[bool, str]:
    """Whether names stay in the singular, and what stands before them: what the program tells GORM of both."""
    if scene not in _habits:
        strategies = scene.by_name.get("NamingStrategy", ())
        told = [mark.pick("SingularTable") for mark in strategies]
        told += [mark.pick("0") for mark in scene.by_name.get("SingularTable", ())]
        prefixes = (scene.text(mark.pick("TablePrefix"), mark) for mark in strategies)
        _habits[scene] = True in told, next((prefix for prefix in prefixes if prefix), "")
    return _habits[scene]


@composer("go_entity")
def entity(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Structs whose tags say that they are entities, and those that are written: told once, where they are defined."""
    known = _told.setdefault(scene, {})
    if not known:
        known.update(dict.fromkeys(_described(scene), False))
    if hit.mark.name not in READING:
        several = hit.mark.name in ("AutoMigrate", "CreateTable")
        given = (struct_of(value, hit.mark, scene) for value in (hit.mark.args if several else hit.mark.args[:1]))
        known.update((struct, known.get(struct, False)) for struct in given if struct >= 0)
    for struct in [struct for struct, told in known.items() if not told]:
        known[struct] = True
        if BASE not in scene.finder(scene.commit.file[struct]).of_symbol(struct):
            yield _defined(struct, hit, scene)


def _described(scene: Scene) -> Iterator[int]:
    """Structs with tags of columns; one that others embed gives them its fields, and has no table.

    Columns that any table may have say nothing of a struct that has no tags of its own: requests embed them, too.
    So does a struct that is stored itself: what embeds it adds to a row, and need be no row.
    """
    tags = {field: pairs["gorm"] for field, pairs in tagged(scene).items() if "gorm" in pairs}
    parent = scene.commit.parent
    own = {parent[field] for field in tags}
    stored = _stored(scene)
    keyed = {parent[field] for field, tag in tags.items() if KEYED.search(tag)}
    for struct in dict.fromkeys(parent[field] for field, tag in tags.items() if COLUMN.search(tag)):
        heirs = scene.heirs(struct) if struct not in stored else []
        yield from (heir for heir in heirs if struct in keyed or heir in own)
        yield from [] if heirs else [struct]


def _stored(scene: Scene) -> set[int]:
    """Structs that are handed to the mapper themselves."""
    marks = (mark for name in STORING for mark in scene.by_name.get(name, ()))
    return {struct_of(value, mark, scene) for mark in marks for value in mark.args}


def _defined(struct: int, hit: Hit, scene: Scene) -> Fact:
    table, by = table_of(struct, hit, scene)
    place = replace(hit, mark=replace(hit.mark, file=scene.commit.file[struct]))
    name = scene.commit.name[struct]
    return fact(place, table, struct, lines=scene.lines(struct), table=table, entity=name, by=by)

"""Tables of JavaScript's object mappers: names that are given, or made of the class by the mapper's habit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, entry
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.prisma.facts import tables

WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
ENDINGS = (
    (re.compile(r"(?i)(quiz)$"), r"\1zes"),
    (re.compile(r"(?i)(matr|vert|ind)(ix|ex)$"), r"\1ices"),
    (re.compile(r"(?i)(x|ch|ss|sh)$"), r"\1es"),
    (re.compile(r"(?i)([^aeiouy]|qu)y$"), r"\1ies"),
    (re.compile(r"(?i)(sis)$"), "ses"),
    (re.compile(r"(?i)(buffal|tomat|potat|her)o$"), r"\1oes"),
    (re.compile(r"(?i)(bu|statu|alia|viru)s$"), r"\1ses"),
    (re.compile(r"(?i)s$"), "s"),
)
IRREGULAR = {"person": "people", "man": "men", "child": "children", "woman": "women", "mouse": "mice"}
UNCOUNTED = frozenset({"advice", "equipment", "information", "media", "money", "news", "series", "sheep", "species"})


def plural(word: str) -> str:
    """The plural as the mappers' own small grammars make it."""
    if word.lower() in UNCOUNTED:
        return word
    for one, many in IRREGULAR.items():
        if word.lower().endswith(one):
            return word[: len(word) - len(one)] + word[-len(one)] + many[1:]
    return next((ending.sub(new, word) for ending, new in ENDINGS if ending.search(word)), word + "s")


HABITS: dict[str, Callable[[str], str]] = {
    "snake": lambda name: WORD_START.sub("_", name).lower(),
    "plural": plural,
    "collection": lambda name: plural(name.lower()),
    "plural_snake": lambda name: plural(WORD_START.sub("_", name).lower()),
}


def _table(hit: Hit, declared: str | None, name: str, habit: str, symbol: int = -1) -> Fact:
    table = declared or HABITS[habit](name)
    return fact(hit, table, symbol, table=table, entity=name, by=None if declared else "default")


@composer("entity")
def entity(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class with a decorator that may name its table."""
    owner = hit.mark.decorated
    declared = scene.text(hit.pick("table", "0.name|0"), hit.mark)
    schema = scene.text(hit.mark.pick("0.schema|1.schema"), hit.mark)
    if owner < 0:
        return
    made = _table(hit, declared, scene.commit.name[owner], hit.rule.part("habit", "snake"), owner)
    if schema:
        made.detail["schema"] = schema
    yield made


@composer("model")
def model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`sequelize.define("User", …)`, `mongoose.model("User", schema)`; with a name alone it asks for the model."""
    name = scene.text(hit.pick("name"), hit.mark)
    if name and len(hit.mark.args) > 1:
        declared = scene.text(hit.pick("table"), hit.mark) or _of_schema(hit, scene)
        yield _table(hit, declared, name, hit.rule.part("habit"))


def _of_schema(hit: Hit, scene: Scene) -> str | None:
    """`new Schema(fields, { collection })`."""
    key = scene.key(hit.mark.pick("1"), hit.mark)
    schemas = (m for m in scene.marks if m.name == "Schema" and m.shape == "call" and scene.mark_key(m) == key)
    made = next(schemas, None) if key is not None else None
    return scene.text(made.pick("1.collection"), made) if made is not None else None


@composer("model_init")
def model_init(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`User.init(fields, { sequelize, tableName })`."""
    owner = scene.symbol(hit.mark.data.get("r"), hit.mark)
    name = scene.text(_option(hit, "name"), hit.mark) or (scene.commit.name[owner] if owner >= 0 else None)
    declared = scene.text(_option(hit, "table"), hit.mark)
    if declared or (name and entry(hit.mark.pick("1"), "sequelize") is not None):
        yield _table(hit, declared, name or "", hit.rule.part("habit"), owner)


def _option(hit: Hit, part: str) -> Value:
    """What the options say, also those that are put together: `merge({ tableName }, shared)`."""
    place, _, key = hit.rule.part(part).partition(".")
    options = hit.mark.pick(place)
    parts = options.get("a", ()) if isinstance(options, dict) and "call" in options else (options,)
    return next((held for one in parts if (held := entry(one, key)) is not None), None)


@composer("lucid_model")
def lucid_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class of Lucid's: what `table` says, else the plural of its name."""
    owner = hit.mark.symbol
    declared = scene.constant(scene.commit.members.get(owner, {}).get("table", -1))
    if scene.commit.members.get(owner):  # one without fields is a base of others
        yield _table(hit, declared, scene.commit.name[owner], hit.rule.part("habit"), owner)


@composer("typegoose")
def typegoose(hit: Hit, scene: Scene) -> Iterator[Fact]:
    owner = scene.symbol(hit.mark.pick("0"), hit.mark)
    if owner >= 0:
        declared = scene.text(entry(entry(hit.mark.pick("1"), "schemaOptions"), "collection"), hit.mark)
        yield _table(hit, declared, scene.commit.name[owner], hit.rule.part("habit"), owner)


@composer("named_table")
def named_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A call that names its table; `as` and what follows is only an alias."""
    name = scene.text(hit.pick("table"), hit.mark)
    if name and "{" not in name:
        schema, _, table = re.split(r"\s+as\s+", name, flags=re.IGNORECASE)[0].strip().rpartition(".")
        yield fact(hit, table, hit.mark.decorated, table=table, schema=schema or None, operation=hit.mark.name)


@composer("prisma_model")
def prisma_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`prisma.user.findMany()`: a model of the schema; where that is not at hand, one with a capital letter."""
    name, known = hit.mark.args[0], tables(scene)
    if not name.startswith(("$", "_")) and hit.mark.symbol >= 0 and (not known or name in known):
        entity = name[:1].upper() + name[1:]
        table = known.get(name, entity)
        yield fact(hit, table, table=table, entity=entity, operation="model")

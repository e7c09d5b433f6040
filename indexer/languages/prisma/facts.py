"""Tables of a Prisma schema: each model is one, under its own name or the one that `@@map` gives."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.scene import Scene

_tables: WeakKeyDictionary[Scene, dict[str, str]] = WeakKeyDictionary()


@composer("prisma_schema")
def prisma_schema(hit: Hit, scene: Scene) -> Iterator[Fact]:
    entity = scene.commit.name[hit.mark.symbol]
    told, schema = _attribute(hit.mark, "map", scene), _attribute(hit.mark, "schema", scene)
    yield fact(hit, told or entity, table=told or entity, entity=entity, schema=schema, by=None if told else "default")


def tables(scene: Scene) -> dict[str, str]:
    """Models as the client names them (`prisma.orderLine`) -> their tables."""
    if scene not in _tables:
        models = [mark for mark in scene.by_name.get("model", ()) if _is_schema(mark, scene)]
        names = [(scene.commit.name[mark.symbol], _attribute(mark, "map", scene)) for mark in models]
        _tables[scene] = {name[:1].lower() + name[1:]: told or name for name, told in names}
    return _tables[scene]


def _is_schema(mark: Mark, scene: Scene) -> bool:
    return mark.shape == "extend" and scene.commit.language[mark.file] == "prisma"


def _attribute(model: Mark, name: str, scene: Scene) -> str | None:
    """What `@@map("orders")` says inside a model."""
    inside = (m for m in scene.by_name.get(name, ()) if _is_schema(m, scene) and m.symbol == model.symbol)
    return next((scene.text(mark.args[0], mark) for mark in inside), None)

"""MyBatis: the tables that the statements of a mapper name, told of the methods that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from indexer.facts import sql
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.scene import Scene

_interfaces: WeakKeyDictionary[Scene, dict[str, int]] = WeakKeyDictionary()


@composer("mybatis_statement")
def mybatis_statement(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Parsed where the statement is whole; where tags add its clauses, by the words that a table follows."""
    text = str(hit.mark.args[0])
    whole = [named.table for named in sql.tables(text)]
    method = _method(hit.mark, scene)
    for table in whole or sql.mentioned(text):
        sure = "high" if whole else "medium"
        yield fact(hit, table, method, sure, table=table, operation=hit.mark.name)


def _method(statement: Mark, scene: Scene) -> int:
    """The method of the mapper's interface that has the statement's id, -1 where there is none."""
    beside = [mark for mark in scene.marks[statement.row - 1 : statement.row + 2] if mark.file == statement.file]
    name = next((mark.args[0] for mark in beside if mark.name == "id" and mark.line_start == statement.line_start), "")
    first = scene.marks[statement.firsts[2]]
    interface = str(first.args[0]).rpartition(".")[2] if first.name == "namespace" else ""
    return scene.member(_named(scene).get(interface, -1), str(name))


def _named(scene: Scene) -> dict[str, int]:
    """Interfaces by their names; a name that several have means none of them."""
    if scene not in _interfaces:
        found: dict[str, int] = {}
        for symbol, kind in enumerate(scene.commit.kind):
            if kind == "interface":
                name = scene.commit.name[symbol]
                found[name] = -1 if name in found else symbol
        _interfaces[scene] = found
    return _interfaces[scene]

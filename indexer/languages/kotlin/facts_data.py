"""Tables of Exposed, settings of Ktor, and functions that throw."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.extract.terms import Op
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene

SCOPES = frozenset({"with", "run", "apply"})
THROWN = {"error": "IllegalStateException", "TODO": "NotImplementedError"}


@composer("exposed_table")
def exposed_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`object Orders : LongIdTable("orders")`; a class only says what its objects have in common."""
    if "a" not in hit.mark.data:
        return
    told = scene.text(hit.mark.pick("name|0"), hit.mark)
    table = told or scene.commit.name[hit.mark.symbol].removesuffix("Table")
    yield fact(hit, table, hit.mark.symbol, table=table)


@composer("kotlin_error")
def kotlin_error(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`error("no order")`, `TODO()`; in `with(logger) { … }` it may be a member of what the block is about."""
    op, parts = scene.commit.term(scene.callee(hit.mark.term))
    if op == Op.THROUGH and scene.commit.text(scene.commit.term(parts[-1])[1][0]) in SCOPES:
        return
    message = scene.text(hit.mark.pick("0|message|reason"), hit.mark)
    if "r" not in hit.mark.data and (hit.mark.name != "error" or len(hit.mark.args) == 1):
        yield fact(hit, THROWN[hit.mark.name], type=THROWN[hit.mark.name], message=message)


@composer("ktor_config")
def ktor_config(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`environment.config.property("jwt.secret")`, also of a part of it: `config("jwt").property("secret")`."""
    mark = hit.mark
    key, prefix = scene.text(mark.pick("0"), mark), _part(mark.data.get("r"), mark.term, mark, scene)
    if key and prefix is not None:
        key = f"{prefix}.{key}" if prefix else key
        yield fact(hit, key, key=key, pattern="ApplicationConfig")


def _part(receiver: Value, term: int, mark: Mark, scene: Scene) -> str | None:
    """What the keys of a part of the settings begin with; None where nobody can tell."""
    if term >= 0 and (source := _made_by(term, scene)) is not None:
        key = scene.text(source.pick("0|path"), source)
        outer = _part(source.data.get("r"), source.term, source, scene)
        return f"{outer}.{key}".lstrip(".") if key and outer is not None else None
    if isinstance(receiver, dict) and "call" in receiver:
        return None if spelled(receiver["call"]).rpartition(".")[2] == "config" else ""
    return _handed(receiver, mark, scene)


def _made_by(term: int, scene: Scene) -> Mark | None:
    """The call of `config` that what a member is called on comes from, also through a local."""
    op, parts = scene.commit.term(scene.callee(term))
    made = parts[0] if op == Op.MEMBER else -1
    return next((mark for mark in scene.by_name.get("config", ()) if mark.term == made), None)


def _handed(receiver: Value, mark: Mark, scene: Scene) -> str:
    """What callers say of a parameter, where all say the same."""
    place = scene.parameter(receiver, mark)
    calls = scene.calls_of(place[0]) if place is not None else []
    given = [(values[place[1]], call) for call, values in calls if place is not None and place[1] in values]
    found = {_handed_part(value, call, scene) for value, call in given}
    return found.pop() or "" if len(found) == 1 else ""


def _handed_part(value: Value, call: Mark, scene: Scene) -> str | None:
    source = scene.marks[value["m"] + call.firsts[2]] if isinstance(value, dict) and "m" in value else None
    if source is None or source.name != "config":
        return None
    outer = _part(source.data.get("r"), source.term, source, scene)
    key = scene.text(source.pick("0|path"), source)
    return f"{outer}.{key}".lstrip(".") if key and outer is not None else None

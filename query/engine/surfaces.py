"""Where a program meets the world: endpoints, configuration keys, database tables; all from facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from indexer.schema import KIND_PREFIX
from query.engine.model import Fact
from query.engine.view import View
from query.errors import InvalidArgument

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "ANY")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route; `attributes` are the handler's decorators or annotations as written."""

    method: str
    route: str
    handler: str | None
    path: str
    line: int
    framework: str | None
    attributes: tuple[str, ...]
    confidence: str


@dataclass(frozen=True, slots=True)
class ConfigKey:
    key: str
    used_by: str | None
    path: str
    line: int
    pattern: str
    confidence: str


@dataclass(frozen=True, slots=True)
class DbTable:
    """A table with everybody who names it."""

    table: str
    schema: str | None
    entity: str | None
    referenced_by: tuple[str, ...]
    path: str
    line: int
    confidence: str


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    rows: tuple[T, ...]
    total: int

    @property
    def truncated(self) -> bool:
        return len(self.rows) < self.total


def endpoints(
    view: View, path_filter: str | None = None, http_method: str | None = None, limit: int = 50
) -> Listing[Endpoint]:
    """Routes whose path contains the filter, of one HTTP method or of all."""
    wanted = http_method.upper() if http_method else None
    if wanted not in (None, *METHODS):
        raise InvalidArgument(f"no such HTTP method: {http_method}", f"one of {', '.join(METHODS)}")
    chosen = [
        (method, route, fact)
        for method, route, fact in ((*route_of(fact), fact) for fact in _facts(view, "route"))
        if _contains(route, path_filter) and (not wanted or method in (wanted, "ANY"))
    ]
    kept = tuple(_endpoint(view, *one) for one in chosen[: max(0, limit)])
    return Listing(kept, len(chosen))


def config_keys(view: View, key_filter: str | None = None, limit: int = 50) -> Listing[ConfigKey]:
    """Uses of configuration keys whose name contains the filter."""
    found = (_config_key(fact) for fact in _facts(view, "config"))
    return _cut([one for one in found if _contains(one.key, key_filter)], limit)


def db_tables(view: View, table_filter: str | None = None, limit: int = 50) -> Listing[DbTable]:
    """Tables whose name contains the filter, each once."""
    uses: dict[tuple[str, str], list[Fact]] = {}
    for fact in _facts(view, "db_table"):
        uses.setdefault(_table_name(fact), []).append(fact)
    return _cut([_db_table(*found) for found in uses.items() if _contains(found[0][0], table_filter)], limit)


def route_of(fact: Fact) -> tuple[str, str]:
    """(HTTP method, path) of a route; a value without a method serves them all."""
    method, _, rest = fact.value.partition(" ")
    if method.upper() not in METHODS:
        method, rest = "ANY", fact.value
    return str(fact.detail.get("method") or method).upper(), str(fact.detail.get("path") or _display(rest))


def _facts(view: View, kind: str) -> list[Fact]:
    """Facts of a kind by what they say, those in tests last."""
    tests = view.loaded.files.tests
    return sorted(view.loaded.facts.of_kind(kind), key=lambda fact: fact.path in tests)


def _endpoint(view: View, method: str, route: str, fact: Fact) -> Endpoint:
    number = view.loaded.symbols.number(fact.symbol_id) if fact.symbol_id else -1
    attributes = view.loaded.symbols[number].decorators if number >= 0 else None
    return Endpoint(
        method, route, fact.symbol_id, fact.path, fact.line_start, fact.framework, tuple(attributes or ()),
        fact.confidence,
    )  # fmt: skip


def _config_key(fact: Fact) -> ConfigKey:
    key = str(fact.detail.get("key") or _display(fact.value))
    pattern = str(fact.detail.get("pattern") or fact.framework or "")
    return ConfigKey(key, fact.symbol_id, fact.path, fact.line_start, pattern, fact.confidence)


def _table_name(fact: Fact) -> tuple[str, str]:
    """(table, schema or nothing)"""
    table = str(fact.detail.get("table") or _display(fact.value))
    prefix, _, bare = table.rpartition(".")
    return bare, str(fact.detail.get("schema") or prefix)


def _db_table(name: tuple[str, str], uses: list[Fact]) -> DbTable:
    table, schema = name
    # A context's set of entities is how code reaches the table; where there is none, the entity itself.
    mapped = sorted((fact for fact in uses if fact.detail.get("entity")), key=lambda fact: not _is_set(fact))
    definition = mapped[0] if mapped else uses[0]
    entity = definition.symbol_id if mapped else None
    users = sorted({fact.symbol_id for fact in uses if fact.symbol_id and fact.symbol_id != entity})
    confidence = "high" if any(fact.confidence == "high" for fact in uses) else definition.confidence
    return DbTable(table, schema or None, entity, tuple(users), definition.path, definition.line_start, confidence)


def _is_set(fact: Fact) -> bool:
    return (fact.symbol_id or "").startswith(f"{KIND_PREFIX['property']}:")


def _display(value: str) -> str:
    """What stands before the pipe; behind it is what a rule adds."""
    return value.partition("|")[0].strip()


def _contains(text: str, part: str | None) -> bool:
    return part is None or part.lower() in text.lower()


def _cut(rows: Iterable[T], limit: int) -> Listing[T]:
    found = tuple(rows)
    return Listing(found[: max(0, limit)], len(found))

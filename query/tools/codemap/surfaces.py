"""surfaces.*: where the program meets the world: endpoints, settings, database tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from query.tools.call import Call
from query.tools.codemap.answers import MOST_EVIDENCE, Answer, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import (
    ConfigKeyInfo,
    DbTableInfo,
    EndpointInfo,
    ListConfigKeysResponse,
    ListDbTablesResponse,
    ListEndpointsResponse,
)
from query.tools.codemap.routing import Where, Word, opened
from query.tools.codemap.vocabulary import confidence, least
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine.surfaces import ConfigKey, DbTable, Endpoint

Limit = Annotated[int, Budget("max_results", 100)]
Part = Annotated[Word, Field(description="part of it")]


@FAMILY.tool("surfaces.list_endpoints")
def list_endpoints(
    call: Call, where: Where, path_filter: Part | None = None, http_method: Word | None = None, limit: Limit = 20
) -> Answer[ListEndpointsResponse]:
    """HTTP routes with their handlers."""
    from query.engine import surfaces

    with opened(call, where) as view:
        found = surfaces.endpoints(view, path_filter, http_method, limit)
    handlers = [one.handler for one in found.rows if one.handler]
    return Answer(
        f"{found.total} endpoints",
        ListEndpointsResponse(
            endpoints=[_endpoint(one) for one in found.rows], total_count=found.total, truncated=found.truncated
        ),
        evidence=[pointer(call, one.path, one.line, one.line, one.handler, None) for one in found.rows[:MOST_EVIDENCE]],
        next_actions=[
            next_action(call, "graph.trace_feature", "what the first does", entry_point=handler)
            for handler in handlers[:1]
        ],
        confidence=least(one.confidence for one in found.rows),
        paths={one.path for one in found.rows},
    )


@FAMILY.tool("surfaces.list_config_keys")
def list_config_keys(
    call: Call, where: Where, key_filter: Part | None = None, limit: Limit = 20
) -> Answer[ListConfigKeysResponse]:
    """Configuration keys and environment variables, with who reads them."""
    from query.engine import surfaces

    with opened(call, where) as view:
        found = surfaces.config_keys(view, key_filter, limit)
    return Answer(
        f"{found.total} uses of configuration keys",
        ListConfigKeysResponse(
            keys=[_config_key(one) for one in found.rows], total_count=found.total, truncated=found.truncated
        ),
        evidence=[pointer(call, one.path, one.line, one.line, one.used_by, None) for one in found.rows[:MOST_EVIDENCE]],
        confidence=least(one.confidence for one in found.rows),
        paths={one.path for one in found.rows},
    )


@FAMILY.tool("surfaces.list_db_tables")
def list_db_tables(
    call: Call, where: Where, table_filter: Part | None = None, limit: Limit = 20
) -> Answer[ListDbTablesResponse]:
    """Database tables with their entities and who names them."""
    from query.engine import surfaces

    with opened(call, where) as view:
        found = surfaces.db_tables(view, table_filter, limit)
    return Answer(
        f"{found.total} database tables",
        ListDbTablesResponse(
            tables=[_db_table(one) for one in found.rows], total_count=found.total, truncated=found.truncated
        ),
        evidence=[pointer(call, one.path, one.line, one.line, one.entity, None) for one in found.rows[:MOST_EVIDENCE]],
        confidence=least(one.confidence for one in found.rows),
        paths={one.path for one in found.rows},
    )


def _endpoint(found: Endpoint) -> EndpointInfo:
    return EndpointInfo(
        http_method=found.method,
        route_path=found.route,
        handler_symbol=found.handler or "",
        file_path=found.path,
        line=found.line,
        confidence=confidence(found.confidence),
        attributes=list(found.attributes),
    )


def _config_key(found: ConfigKey) -> ConfigKeyInfo:
    return ConfigKeyInfo(
        key=found.key,
        used_by_symbol=found.used_by or "",
        file_path=found.path,
        line=found.line,
        usage_pattern=found.pattern,
        confidence=confidence(found.confidence),
    )


def _db_table(found: DbTable) -> DbTableInfo:
    return DbTableInfo(
        table_name=found.table,
        schema=found.schema,
        entity_symbol=found.entity,
        referenced_by=list(found.referenced_by),
        confidence=confidence(found.confidence),
    )

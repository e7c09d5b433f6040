"""Errors of the CodeCompass contracts: a code in lower case, what failed, what to do next."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from query.errors import (
    Ambiguous,
    BuildError,
    InvalidArgument,
    LocateError,
    NotFound,
    NotIndexedError,
    NotServed,
    QueryError,
    SnapshotError,
)
from query.jobs.store import InProgress
from query.tools.registry import Failure, Tool

INVALID_PARAMS = -32602
_LOG = logging.getLogger("codemap")
_REINDEX = "call index_repo with force, or run `codemap index --force`"
# The first that fits wins.
_CODES: tuple[tuple[type[QueryError], str], ...] = (
    (InProgress, "index_in_progress"),
    (NotServed, "project_not_found"),
    (LocateError, "project_not_found"),
    (NotIndexedError, "project_not_found"),
    (SnapshotError, "index_incompatible"),
    (Ambiguous, "ambiguous_symbol"),
    (NotFound, "symbol_not_found"),
    (InvalidArgument, "invalid_input"),
    (BuildError, "internal_error"),
)
_BY_PARAMETER = {"strategy": "invalid_strategy", "max_tokens": "invalid_max_tokens"}
_RETRYABLE = {"index_in_progress", "index_incompatible", "internal_error"}


def failure(tool: Tool, error: Exception) -> Failure:
    """What the caller of a tool is told about an exception."""
    if isinstance(error, ValidationError):
        return _invalid(tool, error)
    if isinstance(error, QueryError):
        return _told(error)
    _LOG.error("%s failed", tool.name, exc_info=error)
    return Failure("internal_error", f"{type(error).__name__}: {error}", "the server's log has the traceback")


def _told(error: QueryError) -> Failure:
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "internal_error")
    details: dict[str, Any] = {}
    if isinstance(error, InProgress):
        details["job_id"] = error.job.job_id
    if isinstance(error, NotFound) and error.near:
        details["near"] = list(error.near)
    hint = _REINDEX if isinstance(error, SnapshotError) else error.hint
    return Failure(code, error.message, hint, code in _RETRYABLE, details)


def _invalid(tool: Tool, error: ValidationError) -> Failure:
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"]))[:200]
    known = ", ".join(tool.parameters.model_fields)
    if first["type"] == "missing":
        message = f"missing required parameter {name!r}"
    elif first["type"] == "extra_forbidden":
        message = f"unknown parameter {name!r}"
    else:
        message = f"parameter {name!r}: {first['msg'][:1].lower()}{first['msg'][1:]}"
    code = _BY_PARAMETER.get(name, "invalid_input")
    # search_code belongs to a second contract, which knows failures by the numbers of JSON-RPC.
    return Failure(code, message, f"it takes {known}", details={"parameter": name, "jsonrpc_code": INVALID_PARAMS})

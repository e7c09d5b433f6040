"""Errors of the CodeMap contract: a code, what failed, what to call next, and whether to try again."""

from __future__ import annotations

import difflib
import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from query.errors import (
    BuildError,
    Interrupted,
    InvalidArgument,
    LocateError,
    NotFound,
    NotIndexedError,
    QueryError,
    SnapshotError,
    SqlError,
    StateError,
    WorkspaceRequired,
)
from query.tools.registry import Failure, Tool

_LOG = logging.getLogger("codemap")
_ENSURE = "call index_ensure_baseline"
# The first that fits wins.
_CODES: tuple[tuple[type[QueryError], str], ...] = (
    (WorkspaceRequired, "WORKSPACE_REQUIRED"),
    (InvalidArgument, "INVALID_ARGUMENT"),
    (NotFound, "NOT_FOUND"),
    (LocateError, "NOT_FOUND"),
    (NotIndexedError, "INDEX_NOT_AVAILABLE"),
    (SnapshotError, "INDEX_NOT_AVAILABLE"),
    (BuildError, "COMPILATION_FAILED"),
    (SqlError, "INVALID_ARGUMENT"),
)
_RETRYABLE = {"INDEX_NOT_AVAILABLE", "COMPILATION_FAILED"}


def failure(tool: Tool, error: Exception) -> Failure:
    """What the caller of a tool is told about an exception."""
    if isinstance(error, ValidationError):
        return _invalid(tool, error)
    if isinstance(error, QueryError):
        return _told(error)
    _LOG.error("%s failed", tool.name, exc_info=error)
    return Failure("INTERNAL_ERROR", f"{type(error).__name__}: {error}", "the server's log has the traceback")


def _told(error: QueryError) -> Failure:
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "INTERNAL_ERROR")
    details: dict[str, Any] = {}
    hint = error.hint
    if isinstance(error, NotFound):
        details |= error.asked | ({"near": list(error.near)} if error.near else {})
    if isinstance(error, NotIndexedError):
        hint = f"{_ENSURE}, or run `{error.hint}`" if error.hint else _ENSURE
    elif isinstance(error, SnapshotError):
        hint = f"{_ENSURE}: it builds a damaged snapshot again"
    elif isinstance(error, Interrupted):
        hint = error.hint or "narrow the statement"
    # What other processes hold or change now may be free in a moment.
    retryable = code in _RETRYABLE or isinstance(error, StateError)
    return Failure(code, error.message, hint, retryable, details)


def _invalid(tool: Tool, error: ValidationError) -> Failure:
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"]))
    known = list(tool.parameters.model_fields)
    if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it takes {', '.join(known)}"
        return Failure("INVALID_ARGUMENT", f"unknown parameter {name[:100]!r}", hint, details={"parameter": name[:100]})
    if first["type"] == "missing":
        message = f"missing required parameter {name!r}"
    else:
        message = f"parameter {name[:200]!r}: {first['msg'][:1].lower()}{first['msg'][1:]}"
    return Failure("INVALID_ARGUMENT", message, f"it takes {', '.join(known)}", details={"parameter": name[:200]})

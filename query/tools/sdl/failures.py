"""Errors of the SDL family: how a failure is classified, what failed, and which tools help."""

from __future__ import annotations

import logging
from typing import Any

from pydantic import ValidationError

from query.errors import (
    Ambiguous,
    InvalidArgument,
    LocateError,
    NotFound,
    NotIndexedError,
    QueryError,
    SnapshotError,
    StateError,
)
from query.tools.registry import Failure, Tool

SEARCH = "sdl.symbol.search"
_LOG = logging.getLogger("codemap")
# The first that fits wins.
_CLASSES: tuple[tuple[type[QueryError], str], ...] = (
    (InvalidArgument, "invalid_input"),
    (Ambiguous, "ambiguous"),
    (NotFound, "not_found"),
    (LocateError, "repo_not_found"),
    (NotIndexedError, "not_indexed"),
    (SnapshotError, "not_indexed"),
    (StateError, "unavailable"),
)
_RETRYABLE = {"not_indexed", "unavailable"}


def classify(error: QueryError) -> str:
    return next((word for kind, word in _CLASSES if isinstance(error, kind)), "internal_error")


def failure(tool: Tool, error: Exception) -> Failure:
    """What the caller of a tool is told about an exception."""
    if isinstance(error, ValidationError):
        return _invalid(tool, error)
    if not isinstance(error, QueryError):
        _LOG.error("%s failed", tool.name, exc_info=error)
        return Failure("INTERNAL_ERROR", f"{type(error).__name__}: {error}", "the server's log has the traceback")
    word = classify(error)
    details: dict[str, Any] = {"classification": word}
    if isinstance(error, NotFound):
        details |= {"fallbackTools": [SEARCH], "candidates": list(error.near)}
    hint = f"run `{error.hint}`" if isinstance(error, NotIndexedError) and error.hint else error.hint
    return Failure(word.upper(), error.message, hint, word in _RETRYABLE, details)


def _invalid(tool: Tool, error: ValidationError) -> Failure:
    first = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"]))[:200]
    told = {"missing": f"missing required parameter {name!r}", "extra_forbidden": f"unknown parameter {name!r}"}
    message = told.get(first["type"], f"parameter {name!r}: {first['msg'][:1].lower()}{first['msg'][1:]}")
    hint = f"it takes {', '.join(tool.parameters.model_fields)}"
    return Failure("INVALID_INPUT", message, hint, details={"classification": "invalid_input", "parameter": name})

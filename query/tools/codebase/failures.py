"""Errors of the codebase contract: JSON-RPC codes, a short message, the details beside it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from query.errors import InvalidArgument, LocateError, NotFound, QueryError
from query.tools.registry import Failure, Tool

INVALID_PARAMS, INTERNAL_ERROR, SERVER_ERROR = -32602, -32603, -32000
_LOG = logging.getLogger("codemap")


def failure(tool: Tool, error: Exception) -> Failure:
    """What the caller of a tool is told about an exception."""
    if isinstance(error, ValidationError):
        return _invalid(tool, error)
    if isinstance(error, NotFound | LocateError):
        return _told(SERVER_ERROR, "not_found", error)
    if isinstance(error, InvalidArgument):
        return _told(INVALID_PARAMS, "invalid_params", error)
    if isinstance(error, QueryError):
        return _told(INTERNAL_ERROR, "internal_error", error)
    _LOG.error("%s failed", tool.name, exc_info=error)
    what = f"Internal error: {type(error).__name__}: {error}"
    return Failure("internal_error", what, "the server's log has the traceback", protocol_code=INTERNAL_ERROR)


def _told(number: int, code: str, error: QueryError) -> Failure:
    return Failure(code, error.message, error.hint, number == INTERNAL_ERROR, protocol_code=number)


def _invalid(tool: Tool, error: ValidationError) -> Failure:
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(map(str, first["loc"]))[:200]
    reason = {"missing": "is required", "extra_forbidden": "is unknown"}.get(first["type"], first["msg"])
    return Failure(
        "invalid_params", f"Invalid params: {name!r} {reason[:1].lower()}{reason[1:]}",
        f"it takes {', '.join(tool.parameters.model_fields)}", details={"parameter": name},
        protocol_code=INVALID_PARAMS,
    )  # fmt: skip

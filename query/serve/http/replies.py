"""Refusals, in the form of JSON-RPC errors: a client of the protocol understands them, and so does a person."""

from __future__ import annotations

import json

from starlette.responses import Response

INVALID_REQUEST, SERVER_ERROR = -32600, -32000


def refusal(
    status: int, message: str, details: str, code: int = SERVER_ERROR, headers: dict[str, str] | None = None
) -> Response:
    """An HTTP error whose body says what failed and what to do."""
    return Response(refusal_body(message, details, code), status, headers, "application/json")


def refusal_body(message: str, details: str, code: int = SERVER_ERROR) -> bytes:
    error = {"code": code, "message": message, "data": {"details": details}}
    return json.dumps({"jsonrpc": "2.0", "id": None, "error": error}, ensure_ascii=False).encode()

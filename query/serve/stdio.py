"""The server on standard input and output."""

from __future__ import annotations

import json
from contextvars import Context

import anyio
import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage

from query.serve.pipes import Incoming, Receiving, are_pipes, pipes
from query.serve.server import build_server
from query.tools.call import Services


def run_stdio(shared: Services) -> None:
    """Serve one client until it closes its end."""
    anyio.run(serve_stdio, build_server(shared))


async def serve_stdio(server: Server[object]) -> None:
    """Serve one client until it closes its end."""
    async with pipes() if are_pipes() else stdio_server() as (incoming, outgoing):
        await server.run(Answered(incoming, outgoing), outgoing, server.create_initialization_options())


class Answered(Receiving):
    """Messages as they come; what is no message is answered with an error, where the SDK would only log it."""

    def __init__(self, incoming: ReadStream[Incoming], outgoing: WriteStream[SessionMessage]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def last_context(self) -> Context | None:
        """The SDK restores the sender's context from it."""
        return getattr(self._incoming, "last_context", None)

    async def receive(self) -> Incoming:
        while isinstance(item := await self._incoming.receive(), Exception):
            await self._outgoing.send(SessionMessage(_refusal(item)))
        return item

    async def aclose(self) -> None:
        await self._incoming.aclose()


def _refusal(problem: Exception) -> types.JSONRPCError:
    broken = "json_invalid" in str(problem) or isinstance(problem, json.JSONDecodeError)
    code, what = (types.PARSE_ERROR, "not JSON") if broken else (types.INVALID_REQUEST, "no JSON-RPC message")
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=types.ErrorData(code=code, message=f"the line is {what}"))

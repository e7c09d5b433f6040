"""Standard input and output as the event loop's own pipes.

The SDK's transport hands each line to a thread and back, and each answer twice: that took longer than most answers.
"""

from __future__ import annotations

import asyncio
import os
import stat
from asyncio.streams import FlowControlMixin
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

Incoming = SessionMessage | Exception
_LONGEST_LINE = 1 << 30  # arguments have limits of their own, which are told
_STDIN, _STDOUT, _STDERR = range(3)


def are_pipes() -> bool:
    """Whether the loop can wait for both; it cannot for files and terminals."""
    kinds = [os.fstat(descriptor).st_mode for descriptor in (_STDIN, _STDOUT)]
    return all(stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind) for kind in kinds)


@asynccontextmanager
async def pipes() -> AsyncIterator[tuple[Reader, Writer]]:
    """Both ends, while what other code prints goes to standard error, and what it reads is empty."""
    loop = asyncio.get_running_loop()
    with _diverted() as (incoming, outgoing):
        lines = asyncio.StreamReader(_LONGEST_LINE)
        source, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(lines), os.fdopen(incoming, "rb", closefd=False)
        )
        sink, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(outgoing, "wb", closefd=False))
        writer = asyncio.StreamWriter(sink, protocol, None, loop)
        try:
            yield Reader(lines), Writer(writer)
        finally:
            source.close()
            sink.close()


@contextmanager
def _diverted() -> Iterator[tuple[int, int]]:
    """The client's ends under numbers that nobody else knows."""
    own = os.dup(_STDIN), os.dup(_STDOUT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
    os.dup2(_STDERR, _STDOUT)
    try:
        yield own
    finally:
        for descriptor, standard in zip(own, (_STDIN, _STDOUT), strict=True):
            os.dup2(descriptor, standard)
            os.close(descriptor)


class End:
    """What the SDK wants of both ends; who opened them closes them."""

    async def aclose(self) -> None:
        return None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class Receiving(End):
    """An end that messages come from, one by one or in a loop."""

    async def receive(self) -> Incoming:
        raise NotImplementedError

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Incoming:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class Reader(Receiving):
    """A message for each line; what is none comes as the exception that says why."""

    def __init__(self, lines: asyncio.StreamReader) -> None:
        self._lines = lines

    async def receive(self) -> Incoming:
        line = await self._lines.readline()
        if not line:
            raise anyio.EndOfStream
        try:
            message = types.jsonrpc_message_adapter.validate_json(line.decode("utf-8", "replace"), by_name=False)
        except Exception as error:
            return error
        return SessionMessage(message)


class Writer(End):
    """A line for each message."""

    def __init__(self, lines: asyncio.StreamWriter) -> None:
        self._lines = lines

    async def send(self, item: SessionMessage, /) -> None:
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            self._lines.write(f"{text}\n".encode())
            await self._lines.drain()
        except ConnectionError as error:
            raise anyio.BrokenResourceError from error

"""What answers cost over standard input and output, beside an empty call to a server that is the SDK and no more."""

from __future__ import annotations

import sys
import sysconfig
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from mcp import Client, StdioServerParameters

EMPTY = """
import anyio, mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server
async def tools(context, params):
    return types.ListToolsResult(tools=[types.Tool(name="empty", input_schema={"type": "object"})])
async def call(context, params):
    return types.CallToolResult(content=[types.TextContent(text="{}")])
async def main():
    server = Server("empty", on_list_tools=tools, on_call_tool=call)
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())
anyio.run(main)
"""
# Milliseconds above the empty call: median, 95th of a hundred.
LIMITS = {"search": (5, 15), "refs": (2, 6), "callers": (2, 6), "card": (2, 6), "span": (2, 6)}
TOOLS = {
    "search": ("symbols_search", "query"),
    "refs": ("refs_find", "symbol_id"),
    "callers": ("graph_callers", "symbol_id"),
    "card": ("symbols_get_card", "symbol_id"),
    "span": ("symbols_get_definition_span", "symbol_id"),
}


@dataclass(frozen=True, slots=True)
class Above:
    """Milliseconds that a question takes more than the empty call that was made before it."""

    question: str
    median_ms: float
    p95_ms: float

    @property
    def holds(self) -> bool:
        middle, tail = LIMITS[self.question]
        return self.median_ms <= middle and self.p95_ms <= tail


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds from the start of a process to its list of tools, the SDK's alone beside it, and to the first answer."""

    list_s: float
    bare_list_s: float
    first_answer_s: float
    empty_ms: float


async def _ready(leases: AsyncExitStack, command: str, *arguments: str) -> tuple[Client, float, float]:
    """(a client that has seen the list, when its server was started, seconds until then)"""
    began = time.perf_counter()
    client = await leases.enter_async_context(Client(StdioServerParameters(command=command, args=list(arguments))))
    await client.list_tools()
    return client, began, time.perf_counter() - began


async def _milliseconds(client: Client, tool: str, given: dict[str, Any]) -> float:
    began = time.perf_counter()
    await client.call_tool(tool, given)
    return (time.perf_counter() - began) * 1000


async def measured(repo: Path, cache: Path, words: Sequence[str], ids: Sequence[str]) -> tuple[Started, list[Above]]:
    """Every question beside an empty call, so that what else the machine does hits both."""
    codemap = str(Path(sysconfig.get_path("scripts"), "codemap"))
    where = {"repo_path": str(repo)}
    async with AsyncExitStack() as leases:
        bare, _, bare_list = await _ready(leases, sys.executable, "-c", EMPTY)
        served, began, listed = await _ready(leases, codemap, "serve", "--path", str(repo), "--cache-dir", str(cache))
        await served.call_tool("symbols_search", where | {"query": "main OR new OR get"})
        first = time.perf_counter() - began
        empty = [await _milliseconds(bare, "empty", {}) for _ in range(100)]
        rows = []
        for question, (tool, parameter) in TOOLS.items():
            above = []
            for value in words if parameter == "query" else ids:
                given = where | {parameter: value}
                await served.call_tool(tool, given)
                nothing = await _milliseconds(bare, "empty", {})
                above.append(await _milliseconds(served, tool, given) - nothing)
            rows.append(Above(question, median(above), quantiles(above, n=20)[-1]))
    return Started(listed, bare_list, first, median(empty)), rows

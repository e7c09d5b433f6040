"""What answers cost over standard input and output, beside an empty call to a server that is the SDK and no more."""

from __future__ import annotations

import os
import sys
import sysconfig
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import anyio
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
LIMITS = {"search": (5, 15), "refs": (2, 6), "callers": (2, 6), "card": (2, 6), "span": (2, 6), "trace 3": (33, 100)}
TOOLS = {
    "search": ("symbols_search", "query"),
    "refs": ("refs_find", "symbol_id"),
    "callers": ("graph_callers", "symbol_id"),
    "card": ("symbols_get_card", "symbol_id"),
    "span": ("symbols_get_definition_span", "symbol_id"),
    "trace 3": ("graph_trace_feature", "entry_point"),
}
FIRST = {"search": {"query": "main OR new OR get"}, "callers": {}}  # what a fresh server may be asked first
STARTS = 3
CLIENTS = 8
PER_CLIENT = 50


@dataclass(frozen=True, slots=True)
class Above:
    """Milliseconds that a question takes more than the empty call before it; `cpu_ms` of server and client together."""

    question: str
    median_ms: float
    p95_ms: float
    cpu_ms: float

    @property
    def holds(self) -> bool:
        middle, tail = LIMITS[self.question]
        return self.median_ms <= middle and self.p95_ms <= tail


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds from the start of a process to its list of tools, the SDK's alone beside it, and to first answers.

    Medians of some starts; `cpu` are those of the server's processor.
    """

    list_s: float
    list_cpu: float
    bare_list_s: float
    bare_list_cpu: float
    first_answer_s: dict[str, float]
    first_answer_cpu: dict[str, float]
    empty_ms: float


@dataclass(frozen=True, slots=True)
class Together:
    """Questions in a second, from one client and from several at once, each with its own server or all with one."""

    one: float
    one_server: float
    own_servers: float
    errors: int
    megabytes: int  # of the server that was asked everything


class Asked:
    """A server's process and its client."""

    def __init__(self, client: Client, process: int, began: float) -> None:
        self.client, self.process, self.began = client, process, began

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    @property
    def cpu(self) -> float:
        """Seconds of processor that it took, in steps of a hundredth."""
        fields = Path(f"/proc/{self.process}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def exact_cpu(self) -> float:
        """Seconds of processor that the threads took that still run."""
        tasks = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e9

    @property
    def megabytes(self) -> int:
        lines = Path(f"/proc/{self.process}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) // 1000 for line in lines if line.startswith("VmRSS:"))

    async def costs(self, tool: str, given: dict[str, Any]) -> tuple[float, float]:
        """(milliseconds, milliseconds of processor on both sides) of one call"""
        began, before = time.perf_counter(), self.exact_cpu + time.process_time()
        await self.client.call_tool(tool, given)
        seconds = time.perf_counter() - began
        return seconds * 1000, (self.exact_cpu + time.process_time() - before) * 1000


class Bench:
    """One repository, and how its server is started."""

    def __init__(self, repo: Path, cache: Path, environment: dict[str, str] | None = None) -> None:
        self._environment = environment
        self.where = {"repo_path": str(repo)}
        self._codemap = str(Path(sysconfig.get_path("scripts"), "codemap"))
        self._arguments = ("serve", "--path", str(repo), "--cache-dir", str(cache))

    async def bare(self, leases: AsyncExitStack) -> Asked:
        return await _ready(leases, None, sys.executable, "-c", EMPTY)

    async def served(self, leases: AsyncExitStack) -> Asked:
        return await _ready(leases, self._environment, self._codemap, *self._arguments)


async def _ready(leases: AsyncExitStack, environment: dict[str, str] | None, command: str, *arguments: str) -> Asked:
    """A client that has seen the list."""
    before = _children()
    began = time.perf_counter()
    server = StdioServerParameters(command=command, args=list(arguments), env=environment)
    client = await leases.enter_async_context(Client(server))
    await client.list_tools()
    return Asked(client, max(_children() - before), began)


def _children() -> set[int]:
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    return {int(child) for child in own.read_text("ascii").split()}


async def measured(
    repo: Path, cache: Path, words: Sequence[str], ids: Sequence[str]
) -> tuple[Started, list[Above], Together]:
    """Starts, questions one by one, and several clients at once."""
    bench = Bench(repo, cache)
    started = await _starts(bench, ids[0])
    async with AsyncExitStack() as leases:
        bare, served = await bench.bare(leases), await bench.served(leases)
        rows = [await _above(bench, bare, served, question, words, ids) for question in TOOLS]
        together = await _together(bench, served, ids)
    return started, rows, together


async def _starts(bench: Bench, symbol: str) -> Started:
    """Both servers in turns, so that what else the machine does hits both."""
    lists: dict[str, list[tuple[float, float]]] = {"bare": [], "served": []}
    firsts: dict[str, list[tuple[float, float]]] = {question: [] for question in FIRST}
    empty: list[float] = []
    for _ in range(STARTS):
        for question, given in FIRST.items():
            async with AsyncExitStack() as leases:
                bare = await bench.bare(leases)
                lists["bare"].append((bare.seconds, bare.cpu))
                empty += [(await bare.costs("empty", {}))[0] for _ in range(20)]
            async with AsyncExitStack() as leases:
                served = await bench.served(leases)
                lists["served"].append((served.seconds, served.cpu))
                tool, parameter = TOOLS[question]
                await served.client.call_tool(tool, bench.where | {parameter: symbol} | given)
                firsts[question].append((served.seconds, served.cpu))
    (bare_s, bare_cpu), (list_s, list_cpu) = _medians(lists["bare"]), _medians(lists["served"])
    seconds = {question: _medians(found)[0] for question, found in firsts.items()}
    cpu = {question: _medians(found)[1] for question, found in firsts.items()}
    return Started(list_s, list_cpu, bare_s, bare_cpu, seconds, cpu, median(empty))


def _medians(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    first, second = zip(*pairs, strict=True)
    return median(first), median(second)


async def _above(
    bench: Bench, bare: Asked, served: Asked, question: str, words: Sequence[str], ids: Sequence[str]
) -> Above:
    """Every question beside an empty call, so that what else the machine does hits both."""
    tool, parameter = TOOLS[question]
    above = []
    for value in words if parameter == "query" else ids:
        given = bench.where | {parameter: value}
        await served.client.call_tool(tool, given)
        nothing, nothing_cpu = await bare.costs("empty", {})
        spent, spent_cpu = await served.costs(tool, given)
        above.append((spent - nothing, spent_cpu - nothing_cpu))
    wall = [spent for spent, _ in above]
    return Above(question, median(wall), quantiles(wall, n=20)[-1], median(cpu for _, cpu in above))


async def _together(bench: Bench, served: Asked, ids: Sequence[str]) -> Together:
    """The same questions by one after the other, and by several at once."""
    given = [bench.where | {"symbol_id": one} for one in islice(cycle(ids), PER_CLIENT)]
    errors = 0

    async def ask(client: Client) -> None:
        nonlocal errors
        for question, arguments in zip(cycle(("refs", "callers", "card", "span")), given, strict=False):
            errors += bool((await client.call_tool(TOOLS[question][0], arguments)).is_error)

    async def rate(clients: Sequence[Client]) -> float:
        for client in clients:  # what they load is not what is measured
            await ask(client)
        began = time.perf_counter()
        async with anyio.create_task_group() as group:
            for client in clients:
                group.start_soon(ask, client)
        return len(clients) * len(given) / (time.perf_counter() - began)

    one = await rate([served.client])
    at_once = await rate([served.client] * CLIENTS)
    weight = served.megabytes
    async with AsyncExitStack() as leases:
        own = await rate([(await bench.served(leases)).client for _ in range(CLIENTS)])
    return Together(one, at_once, own, errors, weight)

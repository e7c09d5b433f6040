"""The server: tools of the registry as the protocol wants them listed, called and answered."""

from __future__ import annotations

import threading
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic_core import to_json

from indexer import __version__
from query.serve.completion import Completion
from query.serve.progress import reporter
from query.serve.prompts import Prompts
from query.serve.resources import Resources
from query.serve.watch import OK, Watch
from query.tools.call import Call, Services
from query.tools.catalog import Entry, entry
from query.tools.registry import Failure, Tool, ToolError

# Queries at a time: two full turns of those that are ranked together, one being ranked while the other is shown.
THREADS = 32
BUILDS = 4

Context = ServerRequestContext[object]
Result = types.CallToolResult | dict[str, Any]  # as a model, or as it is sent


def build_server(services: Services, watch: Watch | None = None) -> Server[object]:
    """A server whose list of tools is fixed from here on."""
    tools = Tools(services, watch or Watch())
    resources = Resources(services)
    prompts = Prompts(services)
    server: Server[object] = Server(
        "codemap",
        version=__version__,
        instructions=instructions(services),
        on_list_tools=tools.list,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.templates,
        on_read_resource=resources.read,
        on_list_prompts=prompts.list,
        on_get_prompt=prompts.get,
        on_completion=Completion(services).complete,
        get_tool_input_schema=tools.input_schema,  # else the SDK would make the whole list for each call over HTTP
    )
    # Not `on_call_tool`, which wants a model: the SDK would take each answer apart once more.
    server.add_request_handler("tools/call", types.CallToolRequestParams, tools.call)
    return server


def instructions(services: Services) -> str:
    """Which tool for what, in few words, and which repositories there are."""
    families = {tool.family.name: tool.family for tool in services.tools}
    roots, any_repo = services.hub.served_roots, services.hub.serves_any
    served = (
        "repo_path is any repository's path." if any_repo else f"repo_path is one of: {', '.join(map(str, roots))}."
    )
    trust = "meta names the commit that answered, each edge its rule; unresolved means unknown, not none."
    return " ".join([*(family.summary for family in families.values()), served, trust])


class Tools:
    """tools/list and tools/call."""

    def __init__(self, services: Services, watch: Watch) -> None:
        self._services = services
        self._watch = watch
        self._queries = anyio.CapacityLimiter(THREADS)
        self._builds = anyio.CapacityLimiter(BUILDS)
        self._listed: types.ListToolsResult | None = None

    async def list(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        if self._listed is None:
            # A client that has seen the list is about to ask: what its first question needs is loaded meanwhile.
            threading.Thread(target=self._services.hub.warm, name="warm-up").start()
            selection = self._services.tools
            self._listed = types.ListToolsResult(
                tools=[described(tool, selection.listed(tool), entry(tool)) for tool in selection]
            )
        return self._listed

    def input_schema(self, name: str) -> dict[str, Any] | None:
        tool = self._services.tools.find(name)
        return entry(tool)["input"] if tool else None

    async def call(self, context: Context, params: types.CallToolRequestParams) -> Result:
        tool = self._services.tools.find(params.name)
        if tool is None:
            near = self._services.tools.near(params.name)
            hint = f"did you mean {', '.join(near)}?" if near else "tools/list names them all"
            raise MCPError(types.INVALID_PARAMS, f"unknown tool {params.name[:100]!r}: {hint}", {"details": hint})
        call = Call(self._services, reporter(context.session))
        with self._watch.calling(tool.name) as seen:
            try:
                result = await self._run(tool, call, params.arguments or {})
            except ToolError as error:
                seen.outcome = error.failure.code
                if error.failure.protocol_code is not None:
                    raise protocol_error(error.failure, error.failure.protocol_code) from error
                return failed(error.failure)
            except anyio.get_cancelled_exc_class():
                call.stop.request()
                raise
            seen.outcome = OK
        return result

    async def _run(self, tool: Tool, call: Call, arguments: dict[str, Any]) -> Result:
        limiter = self._builds if tool.slow else self._queries
        seconds = self._watch.build_seconds if tool.slow else self._watch.query_seconds
        try:
            with anyio.fail_after(seconds):
                found = await anyio.to_thread.run_sync(
                    tool.run, call, arguments, abandon_on_cancel=True, limiter=limiter
                )
        except TimeoutError as error:
            call.stop.request()
            what = f"{tool.name} took longer than {seconds:g} seconds and was stopped"
            raise ToolError(Failure("TIMEOUT", what, "ask for less at a time", retryable=True)) from error
        told = found.model_dump(mode="json", by_alias=True)
        return {
            # From what is told already: to take the models apart once more would take three times as long.
            "content": [{"type": "text", "text": to_json(told).decode()}],
            "structuredContent": told,
            "isError": False,
            "resultType": "complete",
        }


def described(tool: Tool, name: str, schemas: Entry) -> types.Tool:
    """A tool as clients see it."""
    hints = types.ToolAnnotations(read_only_hint=tool.read_only, open_world_hint=False)
    if not tool.read_only:
        hints.destructive_hint = tool.destructive
        hints.idempotent_hint = tool.idempotent
    return types.Tool(
        name=name,
        description=tool.description,
        input_schema=schemas["input"],
        output_schema=schemas["output"],
        annotations=hints,
    )


def protocol_error(failure: Failure, number: int) -> MCPError:
    """An error as JSON-RPC has it."""
    told = {"details": failure.message, "hint": failure.hint, **failure.details}
    return MCPError(number, failure.message, told)


def failed(failure: Failure) -> types.CallToolResult:
    """An error as a result, so that a model sees it; no structured content, which would break the output schema."""
    told = {
        "code": failure.code,
        "message": failure.message,
        "hint": failure.hint,
        "details": dict(failure.details),
        "retryable": failure.retryable,
    }
    return types.CallToolResult(content=[types.TextContent(text=failure.text)], is_error=True, _meta={"error": told})

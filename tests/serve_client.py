"""A real server process and the SDK's client at its other end, for tests that are not asynchronous."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult

from query.tools import families

LEGACY, MODERN = "legacy", "auto"  # with the handshake of 2025-11-25, with the discovery of 2026-07-28
_WHOLE = {tool.name.replace(".", "_"): tool for family in families() for tool in family.tools}
COMMAND = shutil.which("codemap", path=str(Path(sys.executable).parent)) or "codemap"


class Connection:
    """Calls about one repository; results are held against the whole schema, of which servers list a brief form."""

    def __init__(self, portal: BlockingPortal, client: Client, root: Path) -> None:
        self.portal, self.client, self.root = portal, client, root

    def run(self, name: str, *arguments: Any, **options: Any) -> Any:
        """What a method of the client returns."""
        method = getattr(self.client, name)

        async def call() -> Any:
            return await method(*arguments, **options)

        return self.portal.call(call)

    def result(self, tool: str, arguments: dict[str, Any], **options: Any) -> CallToolResult:
        found: CallToolResult = self.run("call_tool", tool, arguments, **options)
        if found.structured_content is not None:
            jsonschema.validate(found.structured_content, _WHOLE[tool.replace(".", "_")].output_schema)
        return found

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The envelope of an answer."""
        found = self.result(tool, {"repo_path": str(self.root)} | arguments)
        assert not found.is_error, found.content
        body: dict[str, Any] = found.structured_content
        return body

    def data(self, tool: str, **arguments: Any) -> dict[str, Any]:
        body: dict[str, Any] = self.ask(tool, **arguments)["data"]
        return body

    def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The error of a call that must fail."""
        found = self.result(tool, {"repo_path": str(self.root)} | arguments)
        assert found.is_error and found.structured_content is None and found.meta, found
        error: dict[str, Any] = found.meta["error"]
        assert found.content[0].text.startswith(f"{error['code']}: ")  # type: ignore[union-attr]
        return error


def environment(folder: Path) -> dict[str, str]:
    """A home of its own, so that nothing of the user's is read or written."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return kept | {
        "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "CODEMAP_CACHE_DIR": str(folder / "cache"),
        "GIT_CONFIG_GLOBAL": os.devnull, "PYTHONSAFEPATH": "1",
    }  # fmt: skip


@contextmanager
def connected(root: Path, *options: str, mode: str = LEGACY) -> Iterator[Connection]:
    """A server for the repository, whose home and cache are beside it."""
    arguments = ["serve", *(options or ("--path", str(root)))]
    server = StdioServerParameters(
        command=COMMAND, args=arguments, env=environment(root.parent), cwd=root.parent, encoding="utf-8"
    )
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server, mode=mode)) as client:
        yield Connection(portal, client, root)

"""Questions that resources, prompts and completion ask: the same tools and the same engine as calls use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio.to_thread
import mcp_types as types
from mcp.shared.exceptions import MCPError

from query.errors import NotFound, QueryError
from query.tools import families
from query.tools.call import Call, Services
from query.tools.registry import ToolError

if TYPE_CHECKING:
    from query.engine.model import Symbol
    from query.engine.view import View

T = TypeVar("T")
MOST_OUTLINED = 2_000


async def in_thread(question: Callable[[], T]) -> T:
    """The answer, from a thread; a failure becomes the protocol's error, since there is no result to put it in."""
    try:
        return await anyio.to_thread.run_sync(question, abandon_on_cancel=True)
    except ToolError as error:
        raise MCPError(types.INVALID_PARAMS, error.failure.text) from error
    except QueryError as error:
        raise MCPError(types.INVALID_PARAMS, f"{error.message}. {error.hint}".strip()) from error


def ask(services: Services, name: str, **arguments: Any) -> Any:
    """What a tool answers, listed or not."""
    tool = next(tool for family in families() for tool in family.tools if tool.name == name)
    return tool.run(Call(services), arguments)


@contextmanager
def head(services: Services, root: Path) -> Iterator[View]:
    """The view of what is checked out."""
    with services.hub.serve(services.hub.repository(str(root))) as served:
        yield served.view


def root_of(services: Services, repo: str) -> Path:
    """The work tree of a repository id, or of an absolute path."""
    if Path(repo).is_absolute():
        return services.hub.repository(repo).root
    known = services.hub.known()
    if repo not in known:
        raise NotFound(f"no repository {repo[:100]!r} is served here", f"known are: {', '.join(known)}")
    return known[repo]


def outline(view: View, path: str) -> list[Symbol]:
    """Everything that a file defines, in its order."""
    from indexer.schema import KIND_PREFIX
    from query.engine import symbols
    from query.engine.texts import checked_path

    wanted = checked_path(path)
    if view.loaded.files.number(wanted) < 0:
        raise NotFound(f"there is no file {wanted} in this commit", "paths are relative to the repository's root")
    found = symbols.search(view, None, tuple(KIND_PREFIX), path_prefix=wanted, limit=MOST_OUTLINED)
    inside = (hit.symbol for hit in found.hits if hit.symbol.path == wanted)
    return sorted(inside, key=lambda symbol: (symbol.line_start, -symbol.line_end))

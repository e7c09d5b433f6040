"""Completion of what prompts and resource templates ask for: symbol ids, paths, repositories."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import mcp_types as types
from mcp.server.context import ServerRequestContext

from query.errors import QueryError
from query.serve.asking import head, in_thread, root_of
from query.tools.call import Services

if TYPE_CHECKING:
    from query.engine.view import View

MOST_VALUES = 100
_SYMBOL_ARGUMENTS = {"symbol_id", "entry_point"}


class Completion:
    """completion/complete."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def complete(
        self, context: ServerRequestContext[object], params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        given = (params.context.arguments if params.context else None) or {}
        name, text = params.argument.name, params.argument.value
        try:
            values = await in_thread(lambda: self._values(name, text, given.get("repo") or given.get("repo_path")))
        except Exception as error:
            # Suggestions are a courtesy: none is an answer, too.
            if not isinstance(error.__cause__, QueryError):
                raise
            values = []
        shown = values[:MOST_VALUES]
        found = types.Completion(values=shown, total=len(values), has_more=len(shown) < len(values))
        return types.CompleteResult(completion=found)

    def _values(self, name: str, text: str, repo: str | None) -> list[str]:
        known = self._services.hub.known()
        if name == "repo":
            return [repo_id for repo_id in known if repo_id.startswith(text)]
        if name == "repo_path":
            return [str(root) for root in known.values() if str(root).startswith(text)]
        if name not in {*_SYMBOL_ARGUMENTS, "path"} or not (known or repo):
            return []
        root = root_of(self._services, repo) if repo else next(iter(known.values()))
        with head(self._services, root) as view:
            if name == "path":
                return [path for path in view.loaded.files.paths.to_pylist() if text.lower() in path.lower()]
            return _symbol_ids(view, text)


def _symbol_ids(view: View, text: str) -> list[str]:
    """Ids that begin like the text, else those that a search for it finds."""
    from query.engine import symbols

    if not text.strip("* "):
        return []
    ids = view.loaded.symbols.ids
    first = bisect_left(range(len(ids)), text, key=lambda number: str(ids[number]))
    begun = [str(one) for one in ids[first : first + MOST_VALUES] if str(one).startswith(text)]
    if begun:
        return begun
    return [hit.symbol.symbol_id for hit in symbols.search(view, f"{text.rstrip('*')}*", limit=MOST_VALUES).hits]

"""Resources: symbol cards, outlines of files and the summary of a repository, under `codemap://`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

import mcp_types as types
from mcp.server.context import ServerRequestContext

from query.errors import NotFound
from query.serve.asking import ask, head, in_thread, outline, root_of
from query.tools.call import Services

if TYPE_CHECKING:
    from query.engine.model import Symbol

Context = ServerRequestContext[object]
SUMMARY, SYMBOLS, FILES = "summary", "symbols", "files"
MARKDOWN, JSON = "text/markdown", "application/json"
_TEMPLATES = (
    (SYMBOLS, "{+symbol_id}", "Symbol card", "What a symbol is, calls and throws", JSON),
    (FILES, "{+path}", "File outline", "What a file defines, in its order", MARKDOWN),
    (SUMMARY, "", "Summary", "The architecture of a repository on one page", MARKDOWN),
)


class Resources:
    """resources/list, resources/templates/list and resources/read."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        known = await in_thread(self._services.hub.known)
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=f"codemap://{repo}/{SUMMARY}", name=f"{root.name} summary", mime_type=MARKDOWN,
                    description=f"The architecture of {root} on one page",
                )
                for repo, root in known.items()
            ]
        )  # fmt: skip

    async def templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template="/".join(part for part in ("codemap:/", "{repo}", kind, rest) if part),
                    name=name, description=description, mime_type=mime,
                )
                for kind, rest, name, description, mime in _TEMPLATES
            ]
        )  # fmt: skip

    async def read(self, context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        text, mime = await in_thread(lambda: self._read(uri))
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=mime, text=text)])

    def _read(self, uri: str) -> tuple[str, str]:
        parts = urlsplit(uri)
        kind, _, rest = parts.path.removeprefix("/").partition("/")
        root = root_of(self._services, unquote(parts.netloc))
        # A `?` or `#` belongs to the name: ids may hold them.
        name = unquote(rest + uri[len(urlunsplit((*parts[:3], "", ""))) :])
        if parts.scheme == "codemap" and kind == SUMMARY:
            return ask(self._services, "codemap.summarize", repo_path=str(root)).data.markdown, MARKDOWN
        if parts.scheme == "codemap" and kind == SYMBOLS:
            card = ask(self._services, "symbols.get_card", repo_path=str(root), symbol_id=name)
            return card.data.model_dump_json(by_alias=True), JSON
        if parts.scheme == "codemap" and kind == FILES:
            with head(self._services, root) as view:
                return outlined(name, outline(view, name)), MARKDOWN
        raise NotFound(
            f"there is no resource {uri[:200]}", f"codemap://<repository>/{SUMMARY}, {SYMBOLS}/… or {FILES}/…"
        )


def outlined(path: str, symbols: list[Symbol]) -> str:
    """An outline as Markdown, nested like the code."""
    depths: dict[str, int] = {}
    lines = [f"# {path}", ""]
    for symbol in symbols:
        depth = depths[symbol.symbol_id] = depths.get(symbol.container_id or "", -1) + 1
        signature = " ".join((symbol.signature or symbol.name).split())
        lines.append(
            f"{'  ' * depth}- {symbol.line_start}-{symbol.line_end} {symbol.kind} `{signature}` ({symbol.symbol_id})"
        )
    return "\n".join(lines)

"""Prompts: explain a symbol, trace a feature, review a change; each brings what the engine knows along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from query.errors import InvalidArgument
from query.hub import changes
from query.serve.asking import ask, head, in_thread, outline, root_of
from query.serve.resources import outlined
from query.tools.call import Services

Context = ServerRequestContext[object]
MOST_FILES = 30


@dataclass(frozen=True, slots=True)
class Prompt:
    """`arguments` are (name, description, required); `write` makes the text from them."""

    name: str
    description: str
    arguments: tuple[tuple[str, str, bool], ...]
    write: Callable[[Services, Path, Mapping[str, str]], str]


def explain_symbol(services: Services, root: Path, given: Mapping[str, str]) -> str:
    where = {"repo_path": str(root), "symbol_id": given["symbol_id"]}
    card = ask(services, "symbols.get_card", **where).data.model_dump_json(by_alias=True)
    source = ask(services, "symbols.get_definition_span", **where).data.content
    callers = ask(services, "graph.callers", **where).data.model_dump_json()
    return (
        "Explain what this symbol is for, how it works, who relies on it and what would break if it changed. Quote "
        "lines as file:line, and say so where a reference is unresolved.\n\n"
        f"Card: {card}\n\nSource:\n{source}\n\nCallers: {callers}"
    )


def trace_feature(services: Services, root: Path, given: Mapping[str, str]) -> str:
    trace = ask(services, "graph.trace_feature", repo_path=str(root), entry_point=given["entry_point"])
    return (
        "Tell how this feature works from its entry point on: each step that matters in order, with the routes, "
        "settings, tables and exceptions that its annotations name. Read the source of steps that are unclear.\n\n"
        f"Trace: {trace.data.model_dump_json()}"
    )


def review_change(services: Services, root: Path, given: Mapping[str, str]) -> str:
    repo = services.hub.repository(str(root))
    base = services.hub.at(repo, given.get("base") or None)
    same = base.commit == repo.commit
    paths = changes.in_work_tree(root, repo.commit) if same else changes.between(root, base.commit, repo.commit)
    if not paths:
        raise InvalidArgument("nothing differs", "name the commit to compare with as `base`")
    with head(services, root) as view:
        known = [path for path in paths if view.loaded.files.number(path) >= 0][:MOST_FILES]
        outlines = "\n\n".join(outlined(path, outline(view, path)) for path in known)
    more = f" (and {len(paths) - MOST_FILES} more)" if len(paths) > MOST_FILES else ""
    since = "the last commit" if same else base.commit[:12]
    return (
        f"Review what changed since {since}. For each changed definition find its callers "
        "and references, and say which of them the change breaks or leaves untested.\n\n"
        f"Changed files: {', '.join(paths[:MOST_FILES])}{more}\n\nWhat they define at {repo.commit[:12]}:\n\n{outlines}"
    )


_REPO = ("repo_path", "absolute path; default: the repository that is served", False)
PROMPTS = (
    Prompt(
        "explain_symbol", "Explain a symbol: purpose, workings, users",
        (("symbol_id", "symbol_id or stable_id", True), _REPO), explain_symbol,
    ),
    Prompt(
        "trace_feature", "Tell how a feature works from its entry point",
        (("entry_point", "symbol_id or stable_id of the entry point", True), _REPO), trace_feature,
    ),
    Prompt(
        "review_change", "Review what changed since a commit, or since the last one",
        (("base", "commit, tag or branch; default: what is not committed", False), _REPO), review_change,
    ),
)  # fmt: skip


class Prompts:
    """prompts/list and prompts/get."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_described(prompt) for prompt in PROMPTS])

    async def get(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = next((prompt for prompt in PROMPTS if prompt.name == params.name), None)
        if prompt is None:
            raise MCPError(types.INVALID_PARAMS, f"unknown prompt {params.name[:100]!r}: prompts/list names them all")
        given = params.arguments or {}
        for name, _, required in prompt.arguments:
            if required and not given.get(name):
                raise MCPError(types.INVALID_PARAMS, f"the prompt {prompt.name} needs {name!r}")
        text = await in_thread(lambda: prompt.write(self._services, self._root(given), given))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    def _root(self, given: Mapping[str, str]) -> Path:
        if repo_path := given.get("repo_path"):
            return root_of(self._services, repo_path)
        known = self._services.hub.known()
        if not known:
            raise InvalidArgument("which repository is meant is not clear", "give repo_path")
        return next(iter(known.values()))


def _described(prompt: Prompt) -> types.Prompt:
    return types.Prompt(
        name=prompt.name,
        description=prompt.description,
        arguments=[
            types.PromptArgument(name=name, description=description, required=required)
            for name, description, required in prompt.arguments
        ],
    )

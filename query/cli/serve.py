"""`codemap serve`: answer an agent's questions over the Model Context Protocol."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Names(click.ParamType[tuple[str, ...]]):
    """Names between commas."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(name.strip() for name in str(value).split(",") if name.strip())


def _names(option: str, text: str) -> Callable[[F], F]:
    variable = f"CODEMAP_{option.strip('-').replace('-', '_').upper()}"
    return click.option(option, type=Names(), default=(), envvar=variable, metavar="NAMES", help=text)


@click.command()
@click.option(
    "--path", "paths", type=click.Path(path_type=Path), multiple=True, envvar="CODEMAP_PATH", metavar="REPO",
    help="Repository that may be asked about; may be repeated.  [default: the working directory]",
)  # fmt: skip
@click.option("--allow-any-repo", is_flag=True, envvar="CODEMAP_ALLOW_ANY_REPO", help="Lift that restriction.")
@_names("--toolsets", "Only these sets of tools: a family (codemap) or a prefix (symbols, graph …).")
@_names("--tools", "Only these tools, beside those of --toolsets.")
@_names("--exclude-tools", "Not these tools.")
@click.option("--read-only", is_flag=True, envvar="CODEMAP_READ_ONLY", help="No tools that build or keep anything.")
@click.option(
    "--tool-names", "spelling", type=click.Choice(["underscored", "dotted"]), default="underscored", show_default=True,
    envvar="CODEMAP_TOOL_NAMES", help="How names are listed; calls may use either.",
)  # fmt: skip
@click.option(
    "--transport", type=click.Choice(["stdio"]), default="stdio", show_default=True, envvar="CODEMAP_TRANSPORT",
    help="How clients connect.",
)  # fmt: skip
def serve(
    cache_dir: Path,
    as_json: bool,
    paths: tuple[Path, ...],
    allow_any_repo: bool,
    toolsets: tuple[str, ...],
    tools: tuple[str, ...],
    exclude_tools: tuple[str, ...],
    read_only: bool,
    spelling: str,
    transport: str,
) -> None:
    """Answer questions over the Model Context Protocol (MCP).

    \b
    Examples:
      codemap serve
      codemap serve --path ~/src/django --read-only
      codemap serve --toolsets symbols,graph --exclude-tools graph.callees
    """
    from query.serve.start import Options, run_stdio
    from query.tools.selection import Choice

    choice = Choice(toolsets, tools, exclude_tools, read_only, spelling)  # type: ignore[arg-type]
    roots = None if allow_any_repo else paths or (Path(),)
    run_stdio(Options(cache_dir.absolute(), roots, choice))


# The name that other servers of this kind use.
serve_mcp = copy.copy(serve)
serve_mcp.name, serve_mcp.params = "serve-mcp", list(serve.params)
serve_mcp.help = (serve.help or "").replace("codemap serve", "codemap serve-mcp")

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


def _http(command: F) -> F:
    """Options of the transports that listen on a port; they are fields of HttpOptions."""
    number = click.IntRange(min=1)
    for name, kind, default, text in reversed((
        ("--host", str, "127.0.0.1", "Address to listen on; other machines need a token, see CODEMAP_TOKEN."),
        ("--port", click.IntRange(0, 65_535), 3000, "Port to listen on; 0 takes a free one."),
        ("--max-body-mb", number, 4, "Largest request."),
        ("--arrival-seconds", click.FloatRange(min=0.1), 20, "Seconds that headers, and a body, may take to come."),
        ("--max-requests", number, 256, "Requests that are answered at once; more are told to come again."),
        ("--max-connections", number, 1_000, "Connections; more are told to come again."),
        ("--timeout", click.FloatRange(min=0.1), 120, "Seconds a question may take."),
        ("--build-timeout", click.FloatRange(min=1), 3_600, "Seconds an index may take that a client waits for."),
        ("--grace", click.FloatRange(min=0), 30, "Seconds that running calls have to finish when the server ends."),
        ("--memory-mb", number, 1_500, "Above it, snapshots that nobody uses are closed."),
        ("--idle-minutes", click.FloatRange(min=0.1), 30, "After it, snapshots that nobody used are closed."),
    )):  # fmt: skip
        command = click.option(name, type=kind, default=default, show_default=True, help=text)(command)
    hosts = click.option(
        "--allowed-host", "allowed_hosts", multiple=True, metavar="NAME",
        help="Further name that this server is asked for by; may be repeated.",
    )  # fmt: skip
    origins = click.option(
        "--allowed-origin", "allowed_origins", multiple=True, metavar="ORIGIN",
        help="Origin of a web page that may ask; may be repeated.",
    )  # fmt: skip
    token = click.option("--token-file", type=click.Path(path_type=Path), help="File with the token of CODEMAP_TOKEN.")
    return token(hosts(origins(command)))


@click.command()
@click.option(
    "--path", "--workspace", "paths", type=click.Path(path_type=Path), multiple=True, envvar="CODEMAP_PATH",
    metavar="REPO", help="Repository that may be asked about; may be repeated.  [default: the working directory]",
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
    "--transport", type=click.Choice(["stdio", "http", "sse"]), default="stdio", show_default=True,
    envvar="CODEMAP_TRANSPORT", help="How clients connect; http is streamable HTTP at /mcp, sse is for older clients.",
)  # fmt: skip
@_http
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
    **http: Any,
) -> None:
    """Answer questions over the Model Context Protocol (MCP).

    \b
    Examples:
      codemap serve
      codemap serve --path ~/src/django --read-only
      codemap serve --toolsets symbols,graph --exclude-tools graph.callees
      codemap serve --transport http --port 3000 --path ~/src/django --path ~/src/flask
    """
    from query.serve.http.options import HttpOptions
    from query.serve.start import Options, run
    from query.tools.selection import Choice

    choice = Choice(toolsets, tools, exclude_tools, read_only, spelling)  # type: ignore[arg-type]
    roots = None if allow_any_repo else paths or (Path(),)
    served = None if transport == "stdio" else HttpOptions(transport, **http)  # type: ignore[arg-type]
    run(Options(cache_dir.absolute(), roots, choice, served))


# The name that other servers of this kind use.
serve_mcp = copy.copy(serve)
serve_mcp.name, serve_mcp.params = "serve-mcp", list(serve.params)
serve_mcp.help = (serve.help or "").replace("codemap serve", "codemap serve-mcp")

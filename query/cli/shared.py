"""Options that several commands share, defined once.

A command asks for one by naming it as a parameter of its function, as in `def status(path, ref, cache_dir)`.
`--verbose` and `--config` belong to every command and are accepted before its name as well as after it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from indexer.schema import cache_path, default_cache_dir

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(slots=True)
class Session:
    """What the options of one command line said; reports read it, too."""

    verbose: bool = False
    config: Path | None = None
    as_json: bool = False
    path: Path = field(default_factory=Path)
    ref: str | None = None
    cache_dir: Path = field(default_factory=default_cache_dir)


def remember(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """Keep a given value in the session; an option left out takes what the session has."""
    session = ctx.ensure_object(Session)
    if value is not None and option.name:
        setattr(session, option.name, value)
    if option.name == "verbose" and session.verbose:
        _log_to_stderr()
    return getattr(session, option.name or "")


def _log_to_stderr() -> None:
    import logging

    logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")


def _option(*names: str, **attributes: Any) -> click.Option:
    return click.Option(names, callback=remember, default=None, **attributes)


def _global() -> list[click.Option]:
    return [
        _option("--config", type=click.Path(path_type=Path, dir_okay=False), envvar="CODEMAP_CONFIG", metavar="PATH",
                help="Settings from this TOML file instead of the repository's own."),
        _option("--verbose", "-v", is_flag=True, flag_value=True, help="Tell more; tracebacks of unexpected errors."),
    ]  # fmt: skip


def _common() -> list[click.Option]:
    return [
        _option("--path", type=click.Path(path_type=Path), metavar="REPO",
                help="Repository or folder.  [default: the working directory]"),
        _option("--ref", metavar="REV", help="Commit, tag or branch.  [default: HEAD]"),
        _option("--cache-dir", type=click.types.FuncParamType(cache_path), envvar="CODEMAP_CACHE_DIR", metavar="DIR",
                help="Folder or object store of snapshots.  [default: the user's cache folder]"),
        _option("--json", "as_json", is_flag=True, flag_value=True, help="One JSON object on stdout."),
    ]  # fmt: skip


def global_options(function: F) -> F:
    """`--verbose` and `--config` for the root of the command line."""
    params: list[click.Parameter] = getattr(function, "__click_params__", [])
    for option in _global():
        option.expose_value = False
        params.append(option)
    function.__click_params__ = params  # type: ignore[attr-defined]
    return function


def share(command: click.Command) -> click.Command:
    """Add the shared options that the command's function names, and the global ones."""
    wanted = inspect.signature(command.callback).parameters if command.callback else {}
    common = [option for option in _common() if option.name in wanted]
    everywhere = _global()
    for option in everywhere:
        option.expose_value = option.name in wanted
    command.params[:] = [*common, *command.params, *everywhere]
    return command

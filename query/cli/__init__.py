"""The command `codemap`.

A command is an entry point of the group `codemap.commands` and is loaded only when it is called. It returns its result
and prints nothing: with `--json` the result goes out as one object, else the entry point of the same name in the group
`codemap.reports` draws it. So the indexer's commands need to know nothing of the query side that shows their results.
"""

from __future__ import annotations

import difflib
import gc as garbage  # `gc` is a command, and a module beside this one
import os
import select
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NoReturn

import click

from query.cli.failure import EXIT_INTERRUPTED, tell
from query.cli.shared import Session, global_options, share

COMMANDS = "codemap.commands"
REPORTS = "codemap.reports"


class LazyGroup(click.Group):
    """Commands from entry points, imported on use: `codemap --version` must not wait for a database to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(entry.name for entry in entry_points(group=COMMANDS))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = _entry(COMMANDS, cmd_name)
        if entry is None:
            return None
        # Loaded once: sharing options changes the command.
        if cmd_name not in self.commands:
            self.commands[cmd_name] = share(entry.load())
        return self.commands[cmd_name]

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # Only our reader may go away in silence; a pipe to git that breaks is a failure.
            if not _reader_left():
                raise RuntimeError("a pipe to another process broke") from error
            raise click.exceptions.Exit(0) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            close = difflib.get_close_matches(args[0], known, n=1)
            hint = f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(known)}"
            raise click.UsageError(f"no such command `{args[0]}`: {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"auto_envvar_prefix": "CODEMAP", "help_option_names": ["-h", "--help"]},
    epilog="Every option can be set in the environment: `--cache-dir` as CODEMAP_CACHE_DIR, `--jobs` as CODEMAP_JOBS.",
)
@global_options
@click.version_option(package_name="codemap", message="codemap %(version)s")
@click.pass_context
def codemap(ctx: click.Context) -> None:
    """Every commit as tables of symbols, references and facts.

    \b
    codemap index                        index the commit that is checked out here
    codemap status                       what is indexed, and where
    codemap sql "SELECT * FROM symbols"  ask the snapshot
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@codemap.result_callback()
@click.pass_context
def present(ctx: click.Context, /, result: Any, **_: object) -> int:
    """Show what the command returned; the result itself says when it means failure."""
    from query.cli import output

    if result is not None and ctx.ensure_object(Session).as_json:
        output.write_json(result)
    elif result is not None and (entry := _entry(REPORTS, ctx.invoked_subcommand or "")):
        entry.load()(result, output.console(), ctx.ensure_object(Session))
    return int(getattr(result, "exit_code", 0))


def main() -> NoReturn:
    """The console script."""
    # Worker processes start as `python -c`, which would put the working directory, a stranger's code, on sys.path.
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    # Products are small here: threads of the library that multiplies would wait for one another longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    garbage.disable()  # a command ends before looking for garbage pays; the server, which stays, does look
    code = run(sys.argv[1:])
    with suppress(OSError, ValueError):  # nobody may be reading
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # the system takes memory back at once; to take it apart first is a tenth of a small build


def run(args: list[str]) -> int:
    """Run one command line and return its exit code; whatever goes wrong is told, never thrown."""
    session = Session(as_json="--json" in args[: args.index("--") if "--" in args else None])
    try:
        code = codemap.main(args, prog_name="codemap", standalone_mode=False, obj=session)
        _finish_stdout()
    except (click.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except Exception as error:
        return tell(error, session)
    return int(code or 0)


def _entry(group: str, name: str) -> EntryPoint | None:
    return next(iter(entry_points(group=group, name=name)), None)


def _finish_stdout() -> None:
    # The interpreter flushes once more at its end: what nobody reads is led to nowhere before.
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reader_left() -> bool:
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))

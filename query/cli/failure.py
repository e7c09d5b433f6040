"""How a failure is told: what failed, what to do next, and an exit code that scripts can rely on.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | the command found problems, or failed for a reason of its own |
| 2 | wrong usage or configuration |
| 3 | the repository or the commit cannot be read |
| 4 | the cache cannot be read or written |
| 5 | the commit is not indexed |
| 70 | an error nobody foresaw |
| 130 | interrupted |
"""

from __future__ import annotations

import json
import re
import traceback
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import click

from query.cli.shared import Session
from query.cli.text import printable

EXIT_UNEXPECTED = 70
EXIT_INTERRUPTED = 130


@runtime_checkable
class Told(Protocol):
    """An error of either half that knows what to say: known by shape, since the halves share no base class."""

    message: str
    hint: str
    exit_code: int


@dataclass(frozen=True, slots=True)
class Failure:
    code: str
    message: str
    hint: str
    exit_code: int
    choices: tuple[str, ...] = ()  # a line each below the hint, which says what they are


def tell(error: Exception, session: Session) -> int:
    """Print the failure where the caller looks for it and return the exit code."""
    failure = describe(error, session.verbose)
    message, hint = printable(failure.message), getattr(error, "hint", "") if failure.choices else failure.hint
    if session.verbose and failure.exit_code == EXIT_UNEXPECTED:
        traceback.print_exception(error)
    if session.as_json:
        body = {"code": failure.code, "message": failure.message, "hint": hint}
        click.echo(json.dumps({"error": body}, ensure_ascii=False))
    else:
        click.echo(f"{click.style('error:', fg='red', bold=True)} {message}", err=True)
        lines = [failure.hint, *(f"  {choice}" for choice in failure.choices)]
        if failure.hint:
            click.echo(f"{click.style('hint:', fg='cyan', bold=True)} {printable(chr(10).join(lines))}", err=True)
    return failure.exit_code


def describe(error: Exception, verbose: bool) -> Failure:
    """What an exception means to the person who typed the command."""
    if isinstance(error, click.UsageError):
        return Failure("USAGE", _sentence(error.format_message()), _usage(error), error.exit_code)
    if isinstance(error, click.ClickException):
        return Failure(_code(error), error.format_message(), "", error.exit_code)
    if isinstance(error, Told):
        lead: str = getattr(error, "lead", "")
        choices: tuple[str, ...] = getattr(error, "near", ()) if lead else ()
        return Failure(_code(error), error.message, f"{lead}:" if choices else error.hint, error.exit_code, choices)
    reason = f"{type(error).__name__}: {error}".strip(": ")
    hint = "please report this with the traceback above" if verbose else "re-run with -v for the traceback"
    return Failure("UNEXPECTED", f"unexpected {reason}", hint, EXIT_UNEXPECTED)


def _usage(error: click.UsageError) -> str:
    see = f"see `{_command(error)} --help`"
    takes_path = error.ctx and any("--path" in one.opts for one in error.ctx.command.params)
    if takes_path and "extra argument" in error.message:
        return f"a repository is named with --path, a question of several words stands in quotes; {see}"
    return see


def _command(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx else "codemap"


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].lower() + text[1:].rstrip(".") if text else text


def _code(error: object) -> str:
    name = getattr(error, "code", "") or type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(name)).upper()

"""`codemap sql`: one SELECT over the tables of a snapshot."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from query.cli.text import printable, simple

if TYPE_CHECKING:
    from rich.text import Text

    from query.sql import Result

# Beyond this a table on a terminal helps nobody, and drawing it takes longer than the query.
TABLE_ROWS = 200


@click.command()
@click.option(
    "--format", "layout", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
    help="csv and json are complete; a table stops after 200 rows.",
)  # fmt: skip
@click.argument("query", metavar="SELECT")
def sql(path: Path, ref: str | None, cache_dir: Path, as_json: bool, layout: str, query: str) -> None:
    """Ask a snapshot with one read-only SELECT.

    `-` reads it from stdin. The tables are files, symbols, refs, imports, types and facts; `DESCRIBE symbols` lists
    the columns of one.
    `--json` is the same as `--format json`.

    \b
    Examples:
      codemap sql "SELECT kind, count(*) FROM symbols GROUP BY kind"
      codemap sql --ref v2.0 --format csv "SELECT * FROM refs" > refs.csv
      echo "SELECT path FROM files WHERE is_test" | codemap sql -
    """
    from query.cli.target import opened
    from query.sql import run_select

    text = sys.stdin.read() if query == "-" else query
    with opened(path, ref, cache_dir) as mounted:
        result = run_select(mounted, text)
    if as_json or layout == "json":
        write_json_rows(result)
    elif layout == "csv":
        write_csv(result)
    else:
        write_table(result)


def write_json_rows(result: Result) -> None:
    """A list of objects, one per line."""
    names = distinct(result.columns)
    rows = (json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=simple) for row in result.rows)
    sys.stdout.write("[" + ",\n ".join(rows) + "]\n")


def write_csv(result: Result) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows([[_nested(value) for value in row] for row in result.rows])


def write_table(result: Result) -> None:
    """A table that folds long values instead of cutting them."""
    from rich.table import Table
    from rich.text import Text

    from query.cli.output import console
    from query.cli.text import plural

    out = console()
    table = Table(header_style="bold")
    for index, name in enumerate(result.columns):
        kinds = {type(row[index]) for row in result.rows[:TABLE_ROWS]} - {type(None)}
        numeric = bool(kinds) and kinds <= {int, float, Decimal}
        table.add_column(Text(name), overflow="fold", justify="right" if numeric else "left")
    for row in result.rows[:TABLE_ROWS]:
        table.add_row(*map(_cell, row))
    out.print(table)
    if len(result.rows) > TABLE_ROWS:
        cut = f"{TABLE_ROWS} of {plural(len(result.rows), 'row')}: `--format csv` or `--format json` gives them all"
        out.print(cut, style="yellow")
    else:
        out.print(plural(len(result.rows), "row"), style="dim")


def _cell(value: object) -> Text:
    from rich.text import Text

    return Text("null", style="dim") if value is None else Text(printable(str(_nested(value))))


def distinct(names: list[str]) -> list[str]:
    """Column names made unique: a join of two tables may bring `path` twice, a JSON object holds it once."""
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return unique


def _nested(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, default=simple) if isinstance(value, list | dict) else value

"""SQL inside programs: where a text begins like a statement, and which tables a statement that parses names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

# A quote, then a verb with what must follow it: cheap to look for, and rare enough for a parser to have the last word.
# Comments may stand before it: sqlc names its statements so.
BEGINS = re.compile(
    rb"[\"'`](?:\s|\\n)*(?:--[^\n]*\n\s*)*((?:SELECT|INSERT|UPDATE|DELETE\s+FROM|CREATE\s+TABLE|ALTER\s+TABLE|DROP\s+TABLE|WITH|"
    rb"MERGE\s+INTO|REPLACE\s+INTO|TRUNCATE)\s|select\s|insert\s|update\s|delete\s+from\s|create\s+table\s|"
    rb"alter\s+table\s|with\s)"
)
VERB = re.compile(
    r"\s*(?:--.*\n\s*)*(select|insert|update|delete|create|alter|drop|with|merge|replace|truncate)\b", re.IGNORECASE
)
SHAPE = re.compile(r"\b(from|into|set|table|truncate)\b", re.IGNORECASE)
SIGNS = re.compile(r"[*=,;()?:]|%s|\b(where|join|order by|group by|limit)\b", re.IGNORECASE)
HOLES = re.compile(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|%\(\w+\)s|%s|\$\{[^}]*\}|@\w+|#\{[^}]*\}|\?\d+")
MADE = re.compile(r"\bnew\s+[\w.]+(?=\s*\()", re.IGNORECASE)  # objects that JPQL makes of a row
FETCH = re.compile(r"(?<=\bjoin)\s+fetch(?=\s+(?!(?:on|using|as)\b)\w)", re.IGNORECASE)  # of JPQL
BRACKETED = re.compile(r"(?<=[\s.,(])\[([A-Za-z_]\w*)\]")  # names as SQL Server quotes them; not `tags[1]`
INSERT = re.compile(
    r"\s*insert\s+(?:ignore\s+)?(?:into\s+)?(?!(?:into|or|overwrite|ignore)\b)(?=[\w\"\[])", re.IGNORECASE
)
NAME = re.compile(r"[\w$#-]+")
HOLE = "_codemap_hole_"
TAIL = re.compile(rf"(?:\s*{HOLE})+\s*;?\s*$")  # clauses that are put behind when it runs
QUOTED = re.compile(r"'(?:[^']|'')*'|\"([^\"]*)\"")
COMMENT = re.compile(r"--|/\*|\$")  # what is quoted inside these is not
OPERATIONS = {"union": "select", "intersect": "select", "except": "select", "subquery": "select"}
LONGEST = 20_000


@dataclass(frozen=True)
class Named:
    """A table that a statement names."""

    schema: str | None
    table: str
    verb: str


def begins(data: bytes) -> Iterator[int]:
    """Where texts begin that may be statements."""
    return (match.start(1) for match in BEGINS.finditer(data))


def mentioned(text: str) -> list[str]:
    """Tables of a statement that is put together when it runs: names behind the words that take one."""
    from sqlglot import TokenType, tokenize
    from sqlglot.errors import SqlglotError

    try:
        tokens = tokenize(HOLES.sub(HOLE, text).replace("`", '"'))
    except SqlglotError:
        return []
    words = {TokenType.FROM, TokenType.JOIN, TokenType.INTO}
    found: dict[str, None] = {}
    for place in range(1, len(tokens)):
        before = tokens[place - 1].token_type
        behind = before in words or (before == TokenType.UPDATE and place == 1)  # not `FOR UPDATE`
        name = _last_of(tokens, place)
        if behind and NAME.fullmatch(name) and HOLE not in name:
            found[name] = None
    return list(found)


def _last_of(tokens: Sequence[Any], place: int) -> str:
    """The table of a name with its schema in front."""
    from sqlglot import TokenType

    while place + 2 < len(tokens) and tokens[place + 1].token_type == TokenType.DOT:
        place += 2
    return str(tokens[place].text)


def _usual(text: str) -> str:
    """A statement without what only some dialects know: `SELECT NEW Row(…)`, `JOIN FETCH`, `INSERT t SET …`."""
    text = FETCH.sub("", MADE.sub("made", BRACKETED.sub(r'"\1"', text.replace("`", '"'))))
    return INSERT.sub("INSERT INTO ", text, count=1)


def tables(text: str) -> tuple[Named, ...]:
    """The tables of a statement; none where it is not SQL. Placeholders stand for values, not for tables."""
    verb = VERB.match(text)
    if len(text) > LONGEST or verb is None or not SHAPE.search(text):
        return ()
    if not verb[1].isupper() and not SIGNS.search(text):  # "select one from the list" parses, too
        return ()
    shape, names = _shape(_usual(HOLES.sub(HOLE, text[verb.start(1) :])))
    found = _tables(shape) or (_tables(TAIL.sub("", shape)) if TAIL.search(shape) else ())
    named = [replace(one, table=_said(one.table, names), schema=_said(one.schema, names)) for one in found]
    return tuple(dict.fromkeys(one for one in named if NAME.fullmatch(one.table) and HOLE not in one.table))


def _shape(statement: str) -> tuple[str, dict[str, str]]:
    """A statement with numbers for its quoted names and one text for all: migrations say the same again and again."""
    if COMMENT.search(statement):
        return statement, {}
    names: dict[str, str] = {}

    def short(piece: re.Match[str]) -> str:
        if not piece[1]:
            return "'?'" if piece[1] is None else piece[0]
        return f'"{names.setdefault(piece[1], f"q{len(names)}_")}"'

    shape = " ".join(QUOTED.sub(short, statement).split())
    return shape, {number: name for name, number in names.items()}


def _said(name: str | None, names: dict[str, str]) -> Any:
    return names.get(name, name) if name is not None else None


@lru_cache(maxsize=4096)
def _tables(statement: str) -> tuple[Named, ...]:
    import logging

    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.ERROR)  # what it cannot parse is no news here
    try:
        statements = sqlglot.parse(statement)
    except (SqlglotError, RecursionError):
        return ()
    found: list[Named] = []
    for parsed in statements:
        if parsed is None or isinstance(parsed, exp.Command):
            continue
        named = list(parsed.find_all(exp.Table))
        own = {cte.alias_or_name.lower() for cte in parsed.find_all(exp.CTE)}
        rows = {table.alias.lower() for table in named if table.alias}
        for table in named:
            if isinstance(table.parent, exp.Drop) and table.parent.kind not in ("TABLE", "VIEW"):
                continue  # a constraint, an index
            if table.name.lower() not in own and table.db.lower() not in rows:  # JPQL: `join u.items` is no table
                found.append(Named(table.db or None, table.name, OPERATIONS.get(parsed.key, parsed.key)))
    return tuple(found)

"""A comparison for a job summary or a pull request.

Names and paths are a stranger's text: they are shown as code, where neither markup nor a mention works.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from query.diff.model import Diff, FactChange, SymbolChange

MARK = "<!-- codemap diff -->"  # by which a comment is found again, to be replaced
LIMIT = 20
_MOST_CODE = 160


def markdown(found: Diff, limit: int = LIMIT) -> str:
    """The whole report, the breaking changes first."""
    sections = [
        [MARK, f"### CodeMap: {code(found.base[:12])} → {code(found.head[:12])}", ""],
        [_headline(found), ""],
        _table("Breaking changes", ("", "symbol", "why", "where"), map(_breaking, found.breaking), limit),
        _table("Facts", ("", "kind", "what", "where"), map(_fact, found.facts), limit),
        _table(
            "Riskiest changes", ("symbol", "risk", "used by", "in all", "tests", "where"), _risks(found), limit // 2
        ),
        _table("Other changes of symbols", ("", "symbol", "where"), _others(found), limit),
        _table("Callers", ("symbol", "gained", "lost"), _callers(found), limit // 2),
        _table("Tests that reach the changes", ("test",), ((code(name),) for name in found.blast.tests), limit // 2),
    ]
    return "\n".join(line for section in sections for line in section) + "\n"


def code(text: str) -> str:
    """Text that nothing in it can break out of."""
    flat = re.sub(r"\s+", " ", "".join(char for char in text if char.isprintable() or char.isspace())).strip()
    flat = flat if len(flat) <= _MOST_CODE else flat[: _MOST_CODE - 1] + "…"
    return f"`{flat.replace('`', 'ˋ').replace('|', '¦') or ' '}`"


def _headline(found: Diff) -> str:
    told = found.summary
    parts = [f"**{told['breaking']:,} breaking**" if told["breaking"] else "no breaking change"]
    parts += [f"{told[kind]:,} {kind}" for kind in ("added", "removed", "moved", "renamed") if told[kind]]
    parts += [f"{told['signature']:,} with another signature"] if told["signature"] else []
    blast = f"{found.blast.affected:,} symbols depend on what changed, {len(found.blast.tests):,} of them in tests"
    return " · ".join(parts) + f". {blast}; {found.blast.untested:,} changed ones are reached by no test."


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], limit: int) -> list[str]:
    listed = list(rows)
    if not listed:
        return []
    lines = [f"#### {title}", "", f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines += [f"| {' | '.join(row)} |" for row in listed[:limit]]
    if len(listed) > limit:
        lines += ["", f"and {len(listed) - limit:,} more: `codemap diff --json` lists them all."]
    return [*lines, ""]


def _breaking(change: SymbolChange) -> tuple[str, ...]:
    return ("⚠️", code(change.old_symbol_id or change.symbol_id), code(change.breaking), _place(change))


def _fact(change: FactChange) -> tuple[str, ...]:
    sign = {"added": "➕", "removed": "➖", "changed": "✏️"}[change.change]
    values = [code(value) for value in (change.before, change.after) if value is not None]
    return (
        sign,
        change.kind.replace("_", " "),
        " → ".join(dict.fromkeys(values)),
        code(f"{change.path}:{change.line}"),
    )


def _risks(found: Diff) -> Iterator[tuple[str, ...]]:
    for risk in found.blast.risks:
        if risk.dependents:
            numbers = (f"{risk.score:g}", f"{risk.direct:,}", f"{risk.dependents:,}", f"{risk.tests:,}")
            yield (code(risk.symbol_id), *numbers, code(f"{risk.path}:{risk.line}"))


def _others(found: Diff) -> Iterator[tuple[str, ...]]:
    for change in found.symbols:
        if not change.breaking and not change.is_test and change.changes != ["body"]:
            yield (", ".join(change.changes), code(change.symbol_id), _place(change))


def _callers(found: Diff) -> Iterator[tuple[str, ...]]:
    for change in found.callers:
        yield (code(change.symbol_id), f"{change.gained:,}", f"{change.lost:,}")


def _place(change: SymbolChange) -> str:
    return code(f"{change.path}:{change.line}")

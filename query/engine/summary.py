"""The architecture of a repository on one page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from query.engine.statements import rows
from query.engine.view import View

_LISTED = 10
_EXAMPLES = 5
_SURFACES = {
    "route": "HTTP routes", "config": "configuration keys", "db_table": "database tables",
    "di_registration": "dependency registrations", "middleware": "middleware", "exception": "exceptions thrown",
    "log": "log messages", "retry_policy": "retry policies", "http_call": "outgoing HTTP calls", "message": "messages",
    "schedule": "scheduled jobs", "command": "commands", "feature_flag": "feature flags",
}  # fmt: skip
_SHOWN = ("route", "config", "db_table", "middleware", "http_call", "message", "schedule", "command", "feature_flag")


def summarize(view: View) -> str:
    """Languages, packages, entry points, surfaces, hot spots and tests."""
    sections = (
        _languages(view), _packages(view), _entry_points(view), _surfaces(view), _hot_spots(view), _tests(view)
    )  # fmt: skip
    return "\n\n".join([_head(view), *(section for section in sections if section)]) + "\n"


def _head(view: View) -> str:
    name = view.repo.repo_id.rsplit("-", 1)[0]
    name = view.repo.root.name if name == "root" else name
    laid_over = f", {len(view.overlaid)} files of the workspace laid over it" if view.overlaid else ""
    ((total, resolved, outside),) = _rows(view, "references")
    known = f" {total:,} references: {_share(resolved, total)} resolved, {_share(outside, total)} to other packages."
    return f"# {name}\n\nCommit {view.repo.commit[:12]}{laid_over}.{known if total else ''}"


def _languages(view: View) -> str:
    found = _rows(view, "languages")
    cells = [(language, f"{files:,}", f"{lines:,}", f"{tests:,}") for language, files, lines, tests in found[:_LISTED]]
    return _section("Languages", _table(("language", "files", "lines", "test files"), cells)) if cells else ""


def _packages(view: View) -> str:
    found = _rows(view, "packages", limit=_LISTED)
    ((count,),) = _rows(view, "package_count")
    cells = [(f"`{folder}`", f"{files:,}", f"{types:,}", f"{symbols:,}") for folder, files, symbols, types in found]
    lead = f"{count:,} modules or namespaces; the largest folders, tests left out:\n\n"
    return _section("Packages", lead + _table(("folder", "files", "types", "symbols"), cells)) if cells else ""


def _entry_points(view: View) -> str:
    found = _rows(view, "entry_points", limit=_LISTED)
    return _section("Entry points", _list(f"`{symbol}` ({path}:{line})" for symbol, path, line in found))


def _surfaces(view: View) -> str:
    lines = []
    for kind, count, different, frameworks in _rows(view, "facts"):
        name = _SURFACES.get(kind, kind.replace("_", " "))
        places = f" in {count:,} places" if count > different else ""
        used = f" ({', '.join(frameworks)})" if frameworks else ""
        lines.append(f"{name}: {different:,}{places}{used}{_examples(view, kind)}")
    return _section("Surfaces", _list(lines))


def _examples(view: View, kind: str) -> str:
    if kind not in _SHOWN:
        return ""
    found = _rows(view, "examples", kind=kind, limit=_EXAMPLES)
    return ", such as " + ", ".join(f"`{value}` ({path}:{line})" for value, path, line in found)


def _hot_spots(view: View) -> str:
    used = _rows(view, "most_used", limit=_LISTED)
    changed = _rows(view, "most_changed", limit=_LISTED)
    text = "Most used:\n\n" + _list(f"`{symbol}`: {uses:,} uses in {files:,} files" for symbol, uses, files in used)
    if changed:
        text += "\n\nMost commits in 30 days:\n\n" + _list(f"`{path}`: {count:,}" for path, count in changed)
    return _section("Hot spots", text) if used or changed else ""


def _tests(view: View) -> str:
    ((files, functions),) = _rows(view, "tests")
    return _section("Tests", f"{functions:,} test functions and helpers in {files:,} files.") if files else ""


def _rows(view: View, name: str, **values: object) -> list[tuple[Any, ...]]:
    return rows(view.mounted, "summary", name, values or None)


def _section(title: str, text: str) -> str:
    return f"## {title}\n\n{text}" if text else ""


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *cells))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.0f} %"

"""The documentation says what the code does: generated sections are fresh, nothing a user meets is left out."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest

from indexer import languages, schema
from indexer.model import Limits, Settings
from indexer.source.filters import MESSAGES
from query.tools import families

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
COMMANDS = sorted(entry.name for entry in entry_points(group="codemap.commands"))
# Calls whose first argument is the code of a diagnostic.
TELLING = {"Diagnostic", "note", "_note", "report", "blame"}


def generator() -> ModuleType:
    """ci/docs as a module: it has no suffix, so the usual import does not find it."""
    loader = SourceFileLoader("ci_docs", str(ROOT / "ci" / "docs"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def part(title: str) -> str:
    """What stands under a heading of the README, up to the next of its level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE)
    assert found, f"README.md has no section `{title}`"
    return found[1]


def first_cells(text: str) -> set[str]:
    """The code in the first cell of each row of the tables in a text."""
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


def codes() -> Iterator[str]:
    """Codes of diagnostics, as the indexer's source has them."""
    yield from MESSAGES
    for path in sorted((ROOT / "indexer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in TELLING:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_generated_sections_are_fresh() -> None:
    docs = generator()
    for name in docs.PAGES:
        page = (ROOT / name).read_text("utf-8")
        assert docs.render(page) == page, f"{name} is out of date: run ci/docs"


def test_every_generated_section_is_used() -> None:
    docs = generator()
    used = {match[2] for name in docs.PAGES for match in docs.SECTION.finditer((ROOT / name).read_text("utf-8"))}
    assert used == set(docs.SECTIONS)


def test_the_generator_puts_back_what_was_edited_by_hand() -> None:
    edited = README.replace("| `symbol_id` | string |", "| `symbol_id` | text |")
    assert edited != README
    assert generator().render(edited) == README


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_documented(command: str) -> None:
    assert f"`codemap {command}`" in part("Commands")
    assert f"### `codemap {command}`" in (ROOT / "docs" / "commands.md").read_text("utf-8")


def test_tools_are_documented() -> None:
    page = (ROOT / "docs" / "tools.md").read_text("utf-8")
    names = [tool.name for family in families() for tool in family.tools]
    assert names and [name for name in names if f"### `{name}`" not in page] == []


@pytest.mark.parametrize("table", list(schema.TABLES.values()), ids=lambda table: table.name)
def test_tables_are_documented(table: schema.Table) -> None:
    _, _, after = part("Tables").partition(f"### `{table.name}`\n")
    assert list(re.findall(r"^\| `([^`]+)` \|", after.partition("\n### ")[0], re.MULTILINE)) == table.column_names


def test_settings_are_documented() -> None:
    keys = {f.name for f in fields(Settings)} - {"limits"} | {f"limits.{f.name}" for f in fields(Limits)}
    assert keys <= first_cells(part("Configuration"))


def test_the_example_of_a_configuration_is_valid() -> None:
    from indexer.config import settings_from_toml

    (example,) = re.findall(r"```toml\n(.*?)```", part("Configuration"), re.DOTALL)
    assert tomllib.loads(example)
    assert settings_from_toml(example.encode(), "README.md").languages


@pytest.mark.parametrize("name", languages.names())
def test_languages_are_documented(name: str) -> None:
    assert f"| {languages.load(name).title} | `{name}` |" in part("Languages")


def test_diagnostics_are_documented() -> None:
    found = set(codes())
    assert {"file_too_large", "excluded", "submodule_skipped", "parse_timeout"} <= found
    assert first_cells(part("Diagnostics")) == found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        file, _, anchor = unquote(target).partition("#")
        aim = page.parent / file if file else page
        assert aim.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(aim.read_text("utf-8")), f"{page.name} links to {target}"


def anchors(text: str) -> set[str]:
    """Headings the way GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("script", sorted(set(re.findall(r"`?(ci/[a-z]+)", README))))
def test_scripts_that_the_readme_names_can_be_run(script: str) -> None:
    assert (ROOT / script).stat().st_mode & 0o111

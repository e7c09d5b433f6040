"""What commands show, as a person sees it: at 80 and 160 columns, and what a pipe gets; written anew with --update."""

from __future__ import annotations

import importlib
import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from query.cli import run, show
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

SCREENS = Path(__file__).parent / "cli_screens"
LONG = (
    "def convert_to_the_currency_of_the_customer(amount, source_currency, target_currency, rates, rounding=None):\n"
    '    """Convert an amount between currencies, by the rates of the day."""\n'
    "    return amount * rates[source_currency, target_currency]  # a comment that is long enough to be cut somewhere\n"
)
CONVERT = "M:shop.money.convert_to_the_currency_of_the_customer"
COMMANDS = {
    "locate": ["locate", "save"],
    "locate_nothing": ["locate", "place_ordre"],
    "refs": ["refs", "place_order"],
    "callers": ["callers", "Store.save", "--file", "shop/store.py", "--depth", "2"],
    "callees": ["callees", "place_order", "--depth", "2"],
    "hierarchy": ["hierarchy", "T:shop.store.Store"],
    "trace": ["trace", "checkout"],
    # By its id, so that it does not change with every better ranking.
    "context": ["context", CONVERT, "--max-tokens", "160"],
    "context_depth": ["context", CONVERT, "--depth", "--max-tokens", "160"],
    "search": ["search", "convert currency", "--limit", "2", "--no-semantic"],
    "index": ["index", "--jobs", "1"],
    "init": ["init"],
    "doctor": ["doctor"],
    "install": ["install", "--client", "vscode", "--dry-run"],
    "install_print": ["install", "--client", "codex", "--scope", "user", "--print"],
    "sync": ["sync"],
    "error_symbol": ["callers", "place_ordre"],
    "error_ambiguous": ["hierarchy", "Cart"],
    "error_file": ["refs", "place_order", "--file", "shop/money.py"],
    "error_ref": ["context", "orders", "--ref", "nowhere"],
    "error_kind": ["locate", "Order", "--kind", "clas"],
    "error_language": ["search", "order", "--lang", "golang"],
    "error_workspace": ["trace", "checkout", "--workspace", "review"],
    "error_state": ["callees", "place_order", "--live", "--ref", "HEAD"],
}
# What differs from machine to machine and from run to run, and how it is shown instead.
PASSING = {
    r"\d+\.\d+\.\d+(?:[.\w]*)": "<version>",
    r"\b[0-9a-f]{12}\b": "<commit>",
    r"\b(?:root-)?[0-9a-f]{12,}\b": "<id>",
    r"\d+(?:\.\d+)? m?s\b": "<time>",
    r"\d[\d.,]* [KMG]?B\b": "<size>",
    r"(?<=Python <version>, )\S+": "<place>",
    r"(?<=  )[01]\.\d\d(?=  )": "n.nn",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("screens"), shop.SOURCES | {"shop/money.py": LONG})
    shop.git(made, "branch", "-M", "main")
    shop.index(made.parent / "cache", locate(made), shop.FACTS)
    (made.parent / "tiny").mkdir()
    shop.make(made.parent / "tiny", {"a.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n"})
    (made / "shop/mail.py").unlink()
    (made / "new.py").write_text("def added():\n    pass\n", encoding="utf-8")
    return made


def screen(arguments: list[str], root: Path, columns: int, capsys: pytest.CaptureFixture[str]) -> str:
    """The text of a screen; 0 columns mean a pipe."""
    # What is indexed here and not read must not change with every better rule of linking.
    target = ["--path", str(root.parent / "tiny" / root.name if arguments[0] == "index" else root)]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in serve.environment(root.parent).items():
            patch.setenv(name, value)
        patch.setenv("PATH", f"{Path(serve.COMMAND).parent}:{serve.environment(root.parent)['PATH']}")
        patch.setenv("XDG_STATE_HOME", str(root.parent / "states" / arguments[0]))
        if arguments[0] == "index":
            patch.setenv("CODEMAP_CACHE_DIR", str(root.parent / "built"))
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv("TERM", "xterm-256color")
        if columns:
            patch.setenv("COLUMNS", str(columns))
            patch.setenv("FORCE_COLOR", "1")
        code = run([*arguments, *target])
    written = capsys.readouterr()
    shown = written.out or written.err
    assert ("\x1b[" in written.out) == bool(columns and written.out), "colours belong on a terminal and nowhere else"
    lines = [Text.from_ansi(line).plain.rstrip() for line in shown.splitlines()]
    # What is long because of a path is left to the terminal to fold.
    assert not columns or max(len(line) for line in lines if str(root.parent) not in line) <= columns or written.err
    return masked("\n".join([*lines, f"(exit code {code})"]) + "\n", root)


def masked(text: str, root: Path) -> str:
    text = text.replace(str(root), "<root>").replace(str(root.parent), "<folder>")
    for pattern, shown in PASSING.items():
        text = re.sub(pattern, shown, text)
    return text


@pytest.mark.parametrize("name", COMMANDS)
def test_screens_change_only_on_purpose(
    name: str, root: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    parts = [f"== {w or 'pipe'}\n{screen(COMMANDS[name], root, w, capsys)}" for w in (80, 160, 0)]
    golden, shown = SCREENS / f"{name}.txt", f"$ codemap {' '.join(COMMANDS[name])}\n" + "".join(parts)
    if request.config.getoption("--update"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(shown, encoding="utf-8")
    assert golden.exists(), "run pytest --update, and read what it writes"
    assert golden.read_text("utf-8") == shown


def test_no_screen_is_left_of_a_command_that_is_gone() -> None:
    assert {path.stem for path in SCREENS.glob("*.txt")} == set(COMMANDS)


@pytest.mark.parametrize(("background", "dark"), [("15;0", True), ("0;15", False), ("", True)])
def test_code_is_coloured_for_the_background(background: str, dark: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from query.cli import show

    monkeypatch.setenv("COLORFGBG", background)
    colours = {str(span.style) for span in show.source("def f():\n    return 'x'", "a.py").spans}
    assert any("bright" in colour for colour in colours) == dark


def test_line_numbers_are_dim_and_code_is_not() -> None:
    from query.cli import show

    line, _ = show.excerpt("    def f():\n        pass", 7, "a.py")
    dim = [span for span in line.spans if "dim" in str(span.style)]
    assert line.plain == "     7  def f():" and [(span.start, span.end) for span in dim] == [(0, 8)] and not line.style


def test_names_of_strangers_cannot_drive_the_terminal() -> None:
    from query.cli import show

    assert "\x1b" not in show.source("x = '\x1b]0;owned\x07'", "a.py").plain
    assert show.where("a\x1b[2Jb.py", 3).plain == "a\\x1b[2Jb.py:3"


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (80, "src/query/builder/loader.py:7  Loader.load"),
        (40, "src/…/builder/loader.py:7  Loader.load"),
        (36, "src/…/loader.py:7  Loader.load"),
        (20, "…/loader.py:7  Load…"),
        (0, "src/query/builder/loader.py:7  Loader.load"),
    ],
)
def test_a_long_line_loses_folders_before_the_name(columns: int, shown: str, tmp_path: Path) -> None:
    file = io.StringIO()
    console = Console(file=file, width=columns or 20, force_terminal=bool(columns), highlight=False)
    line = show.where("src/query/builder/loader.py", 7, tmp_path) + Text("  Loader.load", "cyan")
    show.put(console, line, whole=True)
    tree = Tree(line)
    show.draw(console, tree)
    links = (tmp_path / "src/query/builder/loader.py").as_uri()
    assert [Text.from_ansi(one).plain for one in file.getvalue().splitlines()] == [shown, shown]
    assert (links in file.getvalue()) == bool(columns)

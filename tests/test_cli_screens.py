"""What commands show, as a person sees it: at 80 and 160 columns, and what a pipe gets; written anew with --update."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from rich.text import Text

from query.cli import run
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

SCREENS = Path(__file__).parent / "cli_screens"
LONG = (
    "def convert_to_the_currency_of_the_customer(amount, source_currency, target_currency, rates, rounding=None):\n"
    '    """Convert an amount between currencies, by the rates of the day."""\n'
    "    return amount * rates[source_currency, target_currency]  # a comment that is long enough to be cut somewhere\n"
)
COMMANDS = {
    "locate": ["locate", "save"],
    "locate_nothing": ["locate", "place_ordre"],
    "refs": ["refs", "place_order"],
    "callers": ["callers", "Store.save", "--file", "shop/store.py", "--depth", "2"],
    "callees": ["callees", "place_order", "--depth", "2"],
    "hierarchy": ["hierarchy", "T:shop.store.Store"],
    "trace": ["trace", "checkout"],
    "context": ["context", "convert currency", "--max-tokens", "160"],
    "context_depth": ["context", "convert currency", "--depth", "--max-tokens", "160"],
    "search": ["search", "convert currency", "--limit", "2", "--no-semantic"],
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("screens"), shop.SOURCES | {"shop/money.py": LONG})
    shop.index(made.parent / "cache", locate(made), shop.FACTS)
    return made


def screen(arguments: list[str], root: Path, columns: int, capsys: pytest.CaptureFixture[str]) -> str:
    """The text of a screen; 0 columns mean a pipe."""
    target = ["--path", str(root), "--cache-dir", str(root.parent / "cache")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(root.parent / "state"))
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv("TERM", "xterm-256color")
        if columns:
            patch.setenv("COLUMNS", str(columns))
            patch.setenv("FORCE_COLOR", "1")
        code = run([*arguments, *target])
    shown = capsys.readouterr().out
    assert ("\x1b[" in shown) == bool(columns), "colours belong on a terminal and nowhere else"
    lines = [Text.from_ansi(line).plain.rstrip() for line in shown.splitlines()]
    assert not columns or max(map(len, lines)) <= columns
    return "\n".join([*lines, f"(exit code {code})"]) + "\n"


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

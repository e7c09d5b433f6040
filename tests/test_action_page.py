"""The action's page: written for the commit that was indexed, as a runner would do it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
action = importlib.import_module("action_runner")


def test_the_page_is_written_for_the_commit(tmp_path: Path) -> None:
    forge = action.Forge(tmp_path)
    forge.push(action.FILES)
    runner = forge.runner("1", inputs={"page": "artifact", "artifact": "false"})
    assert runner.run("index") == 0, runner.log
    assert runner.run("page") == 0, runner.log
    page = Path(runner.outputs["page"])
    assert page.is_relative_to(runner.temp / "codemap" / "page") and "<title>CodeMap</title>" in page.read_text()


def test_only_a_push_is_published() -> None:
    steps = {step["uses"].partition("@")[0]: step for step in action.ACTION["runs"]["steps"] if "uses" in step}
    assert "github.event_name == 'push'" in steps["actions/upload-pages-artifact"]["if"]

"""The action, step by step as a runner takes them: the texts of action.yml, with GitHub's files and variables."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from indexer.manifest import settings_digest
from indexer.model import Settings

sys.path.append(str(Path(__file__).parent))
action = importlib.import_module("action_runner")
ACTION, REPOSITORY, ROOT, VENV = action.ACTION, action.REPOSITORY, action.ROOT, action.VENV
manifest, request = action.manifest, action.request


@pytest.fixture
def forge(tmp_path: Path) -> Any:
    made = action.Forge(tmp_path)
    made.push(action.FILES)
    return made


def test_action_yml_is_valid() -> None:
    command = [
        str(VENV / "bin/check-jsonschema"),
        "--builtin-schema",
        "vendor.github-actions",
        str(ROOT / "action.yml"),
    ]
    assert subprocess.run(command, capture_output=True, text=True).stdout.startswith("ok")


@pytest.mark.parametrize("page", ["README.md", "docs/ci.md"])
def test_every_input_and_output_is_documented(page: str) -> None:
    text = (ROOT / page).read_text()
    assert [name for name in [*ACTION["inputs"], *ACTION["outputs"]] if f"`{name}`" not in text] == []
    assert all(about["description"] for kind in ("inputs", "outputs") for about in ACTION[kind].values())


def test_scripts_are_there_and_take_no_text_from_outside() -> None:
    for step in ACTION["runs"]["steps"]:
        if "run" in step:
            (script,) = re.findall(r'"\$ACTION/(\S+)"', step["run"])
            assert os.access(ROOT / script, os.X_OK)
            assert "${{" not in step["run"]


@pytest.mark.parametrize("shared", ["{}/shared", "file://{}/store"])
def test_push_then_another_clone_then_a_push_of_three_files(forge: Any, tmp_path: Path, shared: str) -> None:
    action.push_reuse_push(forge, shared.format(tmp_path))


@pytest.mark.long
def test_a_store_is_filled_by_one_and_read_by_the_next(forge: Any, tmp_path: Path) -> None:
    shared = {"cache-dir": f"file://{tmp_path}/store"}
    first, second = (forge.runner(name, inputs=shared) for name in "12")
    assert first.run("index") == 0, first.log
    assert second.run("index") == 0, second.log
    assert (first.outputs["from-cache"], second.outputs["from-cache"]) == ("false", "true")
    assert second.outputs["commit"] == first.outputs["commit"]

    artifact = f"file://{second.temp}/codemap/artifact"
    options = ["--path", str(second.clone), "--cache-dir", str(tmp_path / "taken"), "--from", artifact, "--json"]
    pulled = subprocess.run([VENV / "bin/codemap", "pull", *options], capture_output=True, text=True, check=True)
    assert json.loads(pulled.stdout)["from_cache"] is True


@pytest.mark.long
def test_a_poisoned_store_is_told_and_not_used(forge: Any, tmp_path: Path) -> None:
    shared = {"cache-dir": f"file://{tmp_path}/store"}
    first = forge.runner("1", inputs=shared)
    assert first.run("index") == 0, first.log
    for path in (tmp_path / "store").rglob("symbols.*"):
        path.write_bytes(b"poison")
    second = forge.runner("2", inputs=shared)
    assert second.run("index") == 0, second.log
    assert "::warning::nothing was taken from the shared cache: REFUSED" in second.log
    assert second.outputs["from-cache"] == "false"


@pytest.mark.long
@pytest.mark.parametrize(("fail_on", "code"), [("", 0), ("route-removed", 0), ("breaking,route-removed", 1)])
def test_a_pull_request_is_compared_and_gated(forge: Any, fail_on: str, code: int) -> None:
    base = forge.git("rev-parse", "HEAD")
    forge.push({"shop/m0.py": "def f0(a, b):\n    return a + b\n"})
    about = {"event": request(base, REPOSITORY), "event_name": "pull_request"}
    runner = forge.runner("1", inputs={"fail-on": fail_on}, **about)
    assert runner.run("index") == 0, runner.log
    assert runner.run("compare") == code, runner.log
    assert runner.outputs["breaking"] == "1"
    assert "`parameter b added without a default`" in runner.summary
    assert Path(runner.outputs["report"]).read_text() in runner.summary
    assert json.loads(Path(runner.outputs["sarif"]).read_text())["version"] == "2.1.0"
    assert ("::error::" in runner.log) is (code == 1)


@pytest.mark.long
def test_a_shallow_clone_fetches_the_base(forge: Any) -> None:
    forge.git("config", "uploadpack.allowAnySHA1InWant", "true", where=forge.origin)
    base = forge.git("rev-parse", "HEAD")
    forge.push({"shop/m0.py": "def f0():\n    return 1\n"})
    about = {"event": request(base, REPOSITORY), "event_name": "pull_request"}
    runner = forge.runner("1", "--depth=1", **about)
    assert runner.run("index") == 0, runner.log
    assert runner.run("compare") == 0, runner.log
    assert runner.outputs["breaking"] == "1"


def test_a_push_is_not_compared(forge: Any) -> None:
    runner = forge.runner("1")
    assert runner.run("compare") == 0, runner.log
    assert not (runner.temp / "output").exists()


HOSTILE = {
    **{f"{name}.py": "open('/proc/self/cwd/PWNED', 'w')\n" for name in ("click", "duckdb", "sitecustomize", "json")},
    **{f"{name}/__init__.py": "open('/proc/self/cwd/PWNED', 'w')\n" for name in ("query", "indexer")},
    "codemap.toml": 'exclude = []\nlanguages = ["go"]\n[limits]\nfile_bytes = 999999999\n',
    "shop/::warning::x.py": "def evil(): pass\n",
    "shop/a`|<b>@all.py": "def f(a): pass\n",
}


@pytest.mark.parametrize("store", ["folder", "store"])
def test_a_fork_runs_nothing_widens_nothing_and_writes_nothing(forge: Any, tmp_path: Path, store: str) -> None:
    base = forge.push({"codemap.toml": 'exclude = ["generated/"]\n'})
    shared = tmp_path / "shared"
    shared.mkdir()
    forge.push(HOSTILE)
    runner = forge.runner(
        "1", inputs={"cache-dir": str(shared) if store == "folder" else f"file://{shared}", "signing-key": "secret"},
        event=request(base, {"id": 2}), event_name="pull_request",
    )  # fmt: skip
    assert runner.run("index") == 0, runner.log
    assert runner.run("compare") == 0, runner.log
    assert not list(tmp_path.rglob("PWNED"))
    assert not list(shared.rglob("*.parquet"))
    assert manifest(runner)["settings"] == settings_digest(Settings(exclude=["generated/"]))
    assert not [line for line in runner.log.splitlines() if line.startswith("::")]
    assert "<b>@all" not in re.sub(r"`[^`]*`", "", runner.summary)
    assert subprocess.run(["git", "-C", runner.clone, "status", "--porcelain"], capture_output=True).stdout == b""


EVENTS: dict[str, tuple[str, Any, tuple[str, str, str]]] = {
    "push": ("push", {"repository": REPOSITORY}, ("no", "no", "")),
    "own": ("pull_request", request("a" * 40, {"id": 1}), ("yes", "no", "a" * 40)),
    "fork": ("pull_request", request("a" * 40, {"id": 2}), ("yes", "yes", "a" * 40)),
    "fork with secrets": ("pull_request_target", request("a" * 40, {"id": 2}), ("yes", "yes", "a" * 40)),
    "fork that is gone": ("pull_request", request("a" * 40, None), ("yes", "yes", "a" * 40)),
    "no ids": ("pull_request", {"pull_request": {"base": {"sha": "a" * 40}, "head": {}}}, ("yes", "yes", "a" * 40)),
    "base that is an option": ("pull_request", request("--upload-pack=x", {"id": 1}), ("no", "yes", "")),
    "unreadable": ("pull_request", [], ("no", "yes", "")),
}


@pytest.mark.parametrize("name", EVENTS)
def test_who_asks(name: str, tmp_path: Path) -> None:
    event_name, event, expected = EVENTS[name]
    (tmp_path / "event.json").write_text(json.dumps(event))
    environment = {"GITHUB_EVENT_NAME": event_name, "GITHUB_EVENT_PATH": str(tmp_path / "event.json")}
    command = [sys.executable, "-I", str(ROOT / "ci/action/event.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert tuple(done.stdout.removesuffix("\n").split("\n")) == expected


@pytest.mark.long
def test_install_makes_an_environment_of_its_own(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "CODEMAP_PYTHON": sys.executable}
    environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    subprocess.run([ROOT / "ci/action/install"], env=environment | {"CODEMAP_VENV": str(tmp_path / "venv")}, check=True)
    assert shutil.which("codemap", path=str(tmp_path / "venv/bin"))

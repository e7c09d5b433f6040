"""A runner that takes the action's steps as GitHub's does: their texts out of action.yml, its files and variables."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from indexer import schema

ROOT = Path(__file__).parents[1]
VENV = Path(sys.executable).parents[1]
ACTION: dict[str, Any] = YAML(typ="safe").load(ROOT / "action.yml")
STEPS = {step.get("id", step.get("name", "")): step for step in ACTION["runs"]["steps"]}
REPOSITORY = {"id": 1}


@dataclass
class Runner:
    """A fresh machine with a clone on it."""

    temp: Path
    clone: Path
    inputs: dict[str, str] = field(default_factory=dict)
    event: dict[str, Any] = field(default_factory=dict)
    event_name: str = "push"
    job: dict[str, str] = field(default_factory=dict)  # variables of the job, credentials among them
    log: str = ""

    def run(self, step: str) -> int:
        """Run a step's text in the shell that `shell: bash` means, in the clone."""
        self.temp.mkdir(parents=True, exist_ok=True)
        (self.temp / "event.json").write_text(json.dumps(self.event))
        script = self.temp / "step.sh"
        script.write_text(STEPS[step]["run"])
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        done = subprocess.run(command, cwd=self.clone, env=self._environment(step), capture_output=True, text=True)
        self.log += done.stdout + done.stderr
        return done.returncode

    def _environment(self, step: str) -> dict[str, str]:
        given = {name: self._value(text) for name, text in STEPS[step]["env"].items()}
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.temp), "LANG": "C.UTF-8", "PYTHONPATH": str(self.clone),
            "RUNNER_TEMP": str(self.temp), "GITHUB_EVENT_NAME": self.event_name, "CODEMAP_JOBS": "1",
            "GITHUB_EVENT_PATH": str(self.temp / "event.json"), "GITHUB_OUTPUT": str(self.temp / "output"),
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary.md"), **self.job, **given, "CODEMAP_VENV": str(VENV),
        }  # fmt: skip

    def _value(self, text: str) -> str:
        defaults = {f"inputs.{name}": spec["default"] for name, spec in ACTION["inputs"].items()}
        given = {f"inputs.{name}": value for name, value in self.inputs.items()}
        known = {"runner.temp": str(self.temp), "github.action_path": str(ROOT)}
        known["steps.python.outputs.python-path"] = sys.executable
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: (known | defaults | given)[found[1]], text)

    @property
    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.temp / "output").read_text().splitlines())

    @property
    def summary(self) -> str:
        return (self.temp / "summary.md").read_text()


class Forge:
    """A repository on a server, and clones of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin = folder / "origin.git"
        self.tree = folder / "tree"
        subprocess.run(["git", "init", "-q", "-b", "main", "--bare", self.origin], check=True)
        subprocess.run(["git", "init", "-q", "-b", "main", self.tree], check=True)
        self.git("remote", "add", "origin", str(self.origin))
        self.git("config", "uploadpack.allowAnySHA1InWant", "true")

    def git(self, *args: str, where: Path | None = None) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"]
        command = ["git", "-C", str(where or self.tree), *who, *args]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def push(self, files: dict[str, str], branch: str = "main") -> str:
        for name, text in files.items():
            path = self.tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", "change")
        self.git("push", "-q", "origin", f"HEAD:{branch}")
        return self.git("rev-parse", "HEAD")

    def runner(self, name: str, *options: str, **about: Any) -> Runner:
        clone = self.folder / f"clone-{name}"
        self.git("clone", "-q", *options, f"file://{self.origin}", str(clone), where=self.folder)
        return Runner(self.folder / f"temp-{name}", clone, **about)


FILES = {f"shop/m{n}.py": f"def f{n}(a):\n    return a + {n}\n" for n in range(12)}


def manifest(runner: Runner) -> dict[str, Any]:
    return dict(json.loads((Path(runner.outputs["snapshot"]) / schema.MANIFEST).read_text()))


def request(base: str, head_repository: dict[str, Any] | None) -> dict[str, Any]:
    return {"repository": REPOSITORY, "pull_request": {"base": {"sha": base}, "head": {"repo": head_repository}}}


def push_reuse_push(forge: Forge, shared: str, **environment: str) -> None:
    """A push is built; a second clone finds it; of the next push only the three files that changed are built."""
    about: dict[str, Any] = {"inputs": {"cache-dir": shared, "artifact": "false"}, "job": environment}
    first = forge.runner("1", **about)
    assert first.run("index") == 0, first.log
    assert first.outputs["from-cache"] == "false"
    assert "built in" in first.summary and "symbols" in first.summary

    second = forge.runner("2", **about)
    assert second.run("index") == 0, second.log
    assert {**second.outputs, "snapshot": ""} == {**first.outputs, "snapshot": "", "from-cache": "true"}
    assert "found in the cache" in second.summary

    forge.push({f"shop/m{n}.py": f"def f{n}(a, b=1):\n    return a + b + {n}\n" for n in range(3)})
    third = forge.runner("3", **about)
    assert third.run("index") == 0, third.log
    *_, top = manifest(third)["layers"]
    assert third.outputs["from-cache"] == "false"
    assert top["commit"] == third.outputs["commit"]
    assert next(file["rows"] for file in top["files"] if file["table"] == "files") == 3

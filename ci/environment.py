"""The project's own environment for scripts that are run as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import invalidate_caches
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path


def ensure_installed(extra: str = "", brings: str = "") -> None:
    """Go on in the project's own environment where this Python does not have the project, or what an extra brings."""
    installed = bool(entry_points(group="codemap.commands"))
    if installed and (not brings or find_spec(brings)):
        return
    setup = Path(__file__).resolve().with_name("setup")
    command = [str(setup), extra] if extra else [str(setup)]
    venv = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if Path(sys.prefix) != Path(venv):
        os.execv(f"{venv}/bin/python", [f"{venv}/bin/python", *sys.argv])
    invalidate_caches()
    if not installed or (brings and not find_spec(brings)):
        sys.exit(f"the project is not installed in {venv}: remove that folder and run this again")

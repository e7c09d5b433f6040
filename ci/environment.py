"""The project's own environment for scripts that are run as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path


def ensure_installed() -> None:
    """Go on in the project's own environment where this Python does not have the project."""
    if entry_points(group="codemap.commands"):
        return
    setup = Path(__file__).resolve().with_name("setup")
    venv = subprocess.run([setup], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if Path(sys.prefix) == Path(venv):
        sys.exit(f"the project is not installed in {venv}: remove that folder and run this again")
    os.execv(f"{venv}/bin/python", [f"{venv}/bin/python", *sys.argv])

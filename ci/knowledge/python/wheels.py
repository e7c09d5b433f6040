"""The Python sources and stubs inside wheels, fetched with pip."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path


def requirements(listing: Path) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in listing.read_text().splitlines())
    return [line for line in lines if line]


def download(requirement: str, folder: Path) -> Path:
    """The one wheel of a pinned requirement; a second run finds it in the folder."""
    target = folder / requirement
    if not target.is_dir():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "--dest", str(target), requirement], check=True)
    [wheel] = target.glob("*.whl")
    return wheel


def sources(wheel: Path, root: str = "") -> dict[str, str]:
    """Path below `root` -> text of each module; where a module has a stub, the stub stands for it."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith(root) and name.endswith((".py", ".pyi"))}
        kept = sorted(name for name in names if not (name.endswith(".py") and name + "i" in names))
        return {name.removeprefix(root): archive.read(name).decode() for name in kept}


def licences(wheel: Path) -> dict[str, str]:
    """File name -> text of the licence files that the wheel carries about itself."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if re.search(r"\.dist-info/(licenses/)?LICEN[CS]E[^/]*$", name)]
        return {Path(name).name: archive.read(name).decode() for name in sorted(names)}

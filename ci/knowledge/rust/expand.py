"""Rust's library, macros expanded and conditions settled, as the compiler from Debian's packages prints it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

PACKAGES = ("rust-web-src", "rustc-web", "libstd-rust-web-dev")
# What the standard library's manifest names as its dependencies; the sysroot has them built.
DEPENDENCIES = (
    "addr2line", "alloc", "cfg_if", "core", "hashbrown", "libc", "miniz_oxide", "object", "panic_unwind",
    "rustc_demangle", "std_detect", "unwind",
)  # fmt: skip


def unpacked(folder: Path) -> Path:
    """The packages with the libraries that the compiler loads, unpacked side by side; a second run finds them there."""
    root = folder / "root"
    if not root.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        library = [name for name in _dependencies(PACKAGES[2]) if name.startswith("libstd-rust")]
        llvm = [name for library_name in library for name in _dependencies(library_name) if name.startswith("libllvm")]
        subprocess.run(["apt-get", "download", "--quiet", *PACKAGES, *library, *llvm], cwd=folder, check=True)
        for package in sorted(folder.glob("*.deb")):
            subprocess.run(["dpkg", "-x", str(package), str(root)], check=True)
    return root


def _dependencies(package: str) -> list[str]:
    output = subprocess.run(["apt-cache", "depends", package], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^ +Depends: (\S+)", output, re.MULTILINE)


def version(root: Path) -> str:
    return source(root).name.removeprefix("rustc-")


def source(root: Path) -> Path:
    [folder] = root.glob("usr/src/rustc-*")
    return folder


def expanded(crate: str, root: Path) -> str:
    """The crate as the compiler prints it after expansion."""
    settings = {
        "LD_LIBRARY_PATH": f"{root}/usr/lib/x86_64-linux-gnu:{root}/usr/lib",
        "RUSTC_BOOTSTRAP": "1",  # the library is written in unstable Rust
        "STD_ENV_ARCH": "x86_64",
    }
    externs = [word for name in DEPENDENCIES if crate == "std" for word in ("--extern", name)]
    command = [f"{root}/usr/bin/rustc", "--edition=2024", "-Zunpretty=expanded", "-Zforce-unstable-if-unmarked"]
    command += [f"--crate-name={crate}", "--crate-type=rlib", *externs, f"{source(root)}/library/{crate}/src/lib.rs"]
    return subprocess.run(command, env={**os.environ, **settings}, check=True, capture_output=True, text=True).stdout

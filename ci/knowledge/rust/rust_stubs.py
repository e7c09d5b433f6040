#!/usr/bin/env python3
"""Stub sources of Rust's core, alloc and std: the public API as compiled for Linux, macros expanded, no bodies.

    ci/knowledge/rust/rust_stubs.py OUT [--packages FOLDER]

Writes OUT/<crate>/Cargo.toml and OUT/<crate>/src/…, one file for each module. Takes the compiler and the library's
source from Debian's packages (unpacked, not installed). The same packages give the same bytes.
Needs apt-get and dpkg (Debian 12 with its security updates, amd64) and the Python package tree-sitter-language-pack.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from expand import expanded, source, unpacked, version
from items import Thinner
from outline import Module, modules

CRATES = ("core", "alloc", "std")
# Machine intrinsics, the library's own machinery and experiments: nothing of it has a stable name.
SKIPPED = {
    "arch", "autodiff", "backtrace_rs", "contracts", "core_arch", "core_simd", "f128", "f16", "intrinsics", "pat",
    "profiling", "simd", "std_detect", "sys", "sys_common", "ub_checks", "unicode", "unsafe_binder",
}  # fmt: skip
PUBLIC_TRAIT = re.compile(r"^ *pub (?:const )?(?:unsafe )?(?:auto )?trait (\w+)", re.MULTILINE)


def is_skipped(module: Module) -> bool:
    return any(name in SKIPPED or name.startswith("prim_") for name in module.path[:1])


def stubs(printed: str, thinner: Thinner) -> dict[str, str]:
    """Path below `src` -> text, for each module that has something public in it or below it."""
    found = [module for module in modules(printed) if not is_skipped(module)]
    lines = {module.path: thinner.lines(module.text) for module in found}
    files: dict[str, str] = {}
    for module in reversed(found):
        inner = [other for other in found if other.path[:-1] == module.path and other.path]
        declared = [f"{other.visibility}mod {other.path[-1]};" for other in inner if file_of(other.path) in files]
        if lines[module.path] or declared:
            files[file_of(module.path)] = "\n".join([*declared, *lines[module.path], ""])
    return dict(sorted(files.items()))


def file_of(path: tuple[str, ...]) -> str:
    return "/".join(path or ("lib",)) + ".rs"


def write(name: str, release: str, files: dict[str, str], folder: Path) -> None:
    manifest = f'[package]\nname = "{name}"\nversion = "{release}"\nedition = "2024"\n'
    for path, text in {"Cargo.toml": manifest, **{f"src/{path}": text for path, text in files.items()}}.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    print(f"{name}: {len(files)} files, {sum(map(len, files.values()))} bytes", file=sys.stderr)


def generate(out: Path, folder: Path) -> None:
    root = unpacked(folder)
    shutil.rmtree(out, ignore_errors=True)
    printed = {name: expanded(name, root) for name in CRATES}
    thinner = Thinner({trait for text in printed.values() for trait in PUBLIC_TRAIT.findall(text)})
    for name, text in printed.items():
        write(name, version(root), stubs(text, thinner), out)
    shutil.copy(source(root) / "COPYRIGHT", out / "COPYRIGHT")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--packages", type=Path, help="keep the unpacked packages here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        generate(options.out, (options.packages or Path(scratch)).resolve())


if __name__ == "__main__":
    main()

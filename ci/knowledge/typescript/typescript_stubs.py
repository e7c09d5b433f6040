#!/usr/bin/env python3
"""Stub sources of JavaScript's and the DOM's globals, of Node.js and of common packages, from TypeScript declarations.

    ci/knowledge/typescript/typescript_stubs.py OUT [--archives FOLDER]

Writes OUT/lib/lib.esnext.d.ts and OUT/lib/lib.dom.d.ts (the `typescript` package's lib files, followed from
`lib.esnext.full` and merged; a module among them stays apart), and OUT/node_modules/<package>/… for the other packages
in packages.txt, without comments. The same packages.txt gives the same bytes.
Needs npm and the Python package tree-sitter-language-pack.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from declarations import merged, uncommented

LISTING = Path(__file__).with_name("packages.txt")
REFERENCE = re.compile(rb'^/// <reference lib="([^"]+)"', re.MULTILINE)
MODULE = re.compile(rb"^export \{", re.MULTILINE)
# Declarations for compilers older than the newest.
OLDER = re.compile(r"(^|/)ts\d")
MANIFEST_KEYS = ("name", "version", "types", "typings", "exports")
Files = dict[str, bytes]


def requirements() -> list[str]:
    lines = (line.partition("#")[0].strip() for line in LISTING.read_text().splitlines())
    return [line for line in lines if line]


def download(requirement: str, folder: Path) -> Path:
    """The archive of a pinned package; a second run finds it in the folder."""
    target = folder / requirement.replace("/", "+")
    if not target.is_dir():
        target.mkdir(parents=True)
        subprocess.run(["npm", "pack", "--silent", requirement], cwd=target, check=True, stdout=subprocess.DEVNULL)
    [archive] = target.glob("*.tgz")
    return archive


def contents(archive: Path) -> Files:
    """Path inside the package -> bytes; every npm archive has one root folder, whatever its name."""
    files: Files = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            data = tar.extractfile(member)
            if data is not None:
                files[member.name.partition("/")[2]] = data.read()
    return files


def libraries(files: Files, name: str, seen: set[str]) -> Iterator[tuple[str, bytes]]:
    """A lib file after the ones that it references."""
    if name not in seen:
        seen.add(name)
        text = files[f"lib/lib.{name}.d.ts"]
        for reference in REFERENCE.findall(text):
            yield from libraries(files, reference.decode(), seen)
        yield name, text


def globals_of(files: Files) -> Files:
    """The lib files merged into two; one that is a module has a scope of its own and stays by itself."""
    parts: dict[str, list[bytes]] = {}
    for name, text in libraries(files, "esnext.full", set()):
        whole = "esnext" if name.startswith(("es", "decorators")) else "dom"
        parts.setdefault(f"lib.{name if MODULE.search(text) else whole}.d.ts", []).append(text)
    return {path: merged(uncommented(b"\n".join(texts))) for path, texts in parts.items()}


def package(files: Files, wanted: list[str]) -> Files:
    chosen = [path for path in sorted(files) if path.endswith((".d.ts", ".d.mts")) and not OLDER.search(path)]
    chosen = wanted or chosen
    manifest = json.loads(files["package.json"])
    short = {key: manifest[key] for key in MANIFEST_KEYS if key in manifest}
    thinned = {path: uncommented(files[path]) for path in chosen}
    return {**thinned, "package.json": json.dumps(short, indent=1).encode() + b"\n"}


def write(stubs: Files, files: Files, folder: Path) -> None:
    licences = {path: text for path, text in files.items() if re.fullmatch(r"LICEN[CS]E(\.\w+)?", path)}
    for path, text in {**stubs, **licences}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
    print(f"{folder.name}: {len(stubs)} files, {sum(map(len, stubs.values()))} bytes", file=sys.stderr)


def generate(out: Path, archives: Path) -> None:
    shutil.rmtree(out / "lib", ignore_errors=True)
    shutil.rmtree(out / "node_modules", ignore_errors=True)
    for line in requirements():
        requirement, *wanted = line.split()
        name, files = requirement.rpartition("@")[0], contents(download(requirement, archives))
        if name == "typescript":
            write(globals_of(files), files, out / "lib")
        else:
            write(package(files, wanted), files, out / "node_modules" / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--archives", type=Path, help="keep the downloaded archives here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        generate(options.out, (options.archives or Path(scratch)).resolve())


if __name__ == "__main__":
    main()

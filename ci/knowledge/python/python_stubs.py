#!/usr/bin/env python3
"""Stub sources of Python's standard library and of common packages, thinned from the wheels named in packages.txt.

    ci/knowledge/python/python_stubs.py OUT [--wheels FOLDER]

Writes OUT/stdlib/<module>.pyi (typeshed, as mypy's wheel carries it) and OUT/packages/<distribution>/<module>.pyi.
The same packages.txt gives the same bytes. Needs pip and Python 3.11 or later, nothing else.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import sys
import tempfile
from pathlib import Path

from inline import InlineThinner
from thin import StubThinner
from wheels import download, licences, requirements, sources

TYPESHED = "mypy/typeshed/stdlib/"
TESTS = {"test", "tests", "testing", "_testing"}
LISTING = Path(__file__).with_name("packages.txt")


def module_of(path: str) -> str:
    return path.removesuffix("i").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(path: str, text: str) -> set[str]:
    """Dotted names that a module imports: modules, and modules' members as if they were modules."""
    parts = module_of(path).split(".")
    package = parts if path.endswith("__init__.pyi") else parts[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import():
                names |= {alias.name for alias in node.names}
            case ast.ImportFrom(module=module, level=level):
                anchor = package[: len(package) - level + 1] if level else []
                base = ".".join([*anchor, *filter(None, [module])])
                names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return names


def reachable(stubs: dict[str, str]) -> dict[str, str]:
    """Public modules, and the private ones that a kept module imports."""
    by_module = {module_of(path): path for path in stubs}
    pending = [name for name in by_module if not any(part.startswith("_") for part in name.split("."))]
    pending += ["__future__", "__main__"]
    kept: set[str] = set()
    while pending:
        name = pending.pop()
        if name in by_module and name not in kept:
            kept.add(name)
            path = by_module[name]
            pending += [*imported(path, stubs[path]), name.rpartition(".")[0]]
    return {path: stubs[path] for path in sorted(stubs) if module_of(path) in kept}


def stdlib(wheel: Path) -> dict[str, str]:
    thinner = StubThinner()
    return reachable({path: thinner.module(text) for path, text in sources(wheel, TYPESHED).items()})


def package(wheel: Path) -> dict[str, str]:
    """A distribution's stubs; a folder `name-stubs` describes the package `name`."""
    thinners = {".py": InlineThinner(), ".pyi": StubThinner()}
    stubs: dict[str, str] = {}
    for path, text in sources(wheel).items():
        place = Path(path)
        if TESTS.isdisjoint(place.parts[:-1]) and ".dist-info" not in path:
            target = path.replace("-stubs/", "/").removesuffix("i").removesuffix(".py") + ".pyi"
            stubs[target] = thinners[place.suffix].module(text)
    return stubs


def write(stubs: dict[str, str], licence: dict[str, str], folder: Path) -> None:
    for path, text in {**stubs, **licence}.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    print(f"{folder.name}: {len(stubs)} files, {sum(map(len, stubs.values()))} bytes", file=sys.stderr)


def generate(out: Path, wheels: Path) -> None:
    shutil.rmtree(out / "stdlib", ignore_errors=True)
    shutil.rmtree(out / "packages", ignore_errors=True)
    for requirement in requirements(LISTING):
        wheel, name = download(requirement, wheels), requirement.partition("==")[0]
        if name == "mypy":
            write(stdlib(wheel), licences(wheel), out / "stdlib")
        else:
            write(package(wheel), licences(wheel), out / "packages" / name.lower())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--wheels", type=Path, help="keep the downloaded wheels here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        generate(options.out, options.wheels or Path(scratch))


if __name__ == "__main__":
    main()

"""What is said of functions and what functions say, in the sources of packages: what ci/learn_vectors learns from."""

from __future__ import annotations

import json
import random
import re
import subprocess
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from typing import Any

from indexer import languages
from indexer.extract import Batch
from indexer.extract.unit import Unit
from indexer.model import Limits
from indexer.search.chunks import Lines, of_unit
from indexer.search.words import words

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ("function", "method", "constructor")
MOST, LEAST = 900, 25  # functions of a package
MOST_BYTES = 1_200_000  # of its sources, files taken at random
LEAST_SAID = 4  # words of what is said that two authors do not choose alike
LEAST_COMMON, MOST_COMMON, COMMON = 4, 15, 0.02  # functions of a package that copies another, and part of its own
LONGEST = 600  # characters of what is said of a function
SKIPPED = re.compile(
    r"(^|/)(tests?|testing|__tests__|testdata|_vendor|vendor|vendored|third_party|migrations|node_modules|dist)/"
    r"|/test_|conftest|\.min\.js|_test\.|\.pb\.|_pb2|Tests?\.(java|cs)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of the documentation's first paragraph, and those of the function without documentation, by field."""

    said: list[str]
    fields: list[list[str]]  # body, name, container, path, signature: as indexer/search/rows.py numbers them


class Reader:
    """Sources to pairs; the ways to blank documentation are those of ci/bench_search."""

    def __init__(self) -> None:
        self.bench: dict[str, Any] = run_path(str(ROOT / "ci" / "bench_search"))

    def pairs(self, source: Path) -> list[Pair]:
        """Of one package; what is said of two functions tells them not apart and is left out."""
        found: dict[str, Pair | None] = {}
        for path, data in _texts(source):
            for question, pair in self._of_file(path, data):
                found[question] = None if question in found else pair
        pairs = [pair for pair in found.values() if pair is not None]
        return random.Random(1).sample(pairs, min(MOST, len(pairs)))

    def _of_file(self, path: str, data: bytes) -> Iterator[tuple[str, Pair]]:
        name = languages.detect(path, data)
        unit = _unit(path, name, data) if name is not None and languages.is_parsed(name) else None
        if unit is None or unit.is_test:
            return
        said = {key: text for key, text in self._questions(unit) if len(text) <= LONGEST and len(text.split()) >= 4}
        blank = _unit(path, name, self._blanked(unit)) if said else None
        if blank is None:
            return
        lines = Lines(blank.data)
        places = {number: index for index, number in enumerate(blank.numbers) if number >= 0}
        for chunk in of_unit(blank, path, lines):
            key = _key(blank, lines, places[chunk.symbol]) if chunk.symbol in places else None
            if chunk.kind == "definition" and key in said and (asked := words(said[key])):
                parts = chunk.body, chunk.name, chunk.container, path, chunk.signature
                yield said[key], Pair(asked, [words(part) for part in parts])

    def _questions(self, unit: Unit) -> Iterator[tuple[tuple[int, bytes], str]]:
        lines = Lines(unit.data)
        for index, one in enumerate(unit.found.definitions):
            if one.kind in FUNCTIONS and one.documentation and not one.is_test:
                yield _key(unit, lines, index), self.bench["_first_paragraph"](one.documentation)

    def _blanked(self, unit: Unit) -> bytes:
        if unit.language.name == "python":
            return bytes(self.bench["_without_docstrings"](unit.data))
        blank = bytearray(unit.data)
        for start, end in unit.visitor.comments:
            blank[start:end] = bytes(byte if byte in b"\r\n" else 32 for byte in unit.data[start:end])
        return bytes(blank)


def copies(pairs: Sequence[Pair], said: Collection[tuple[str, ...]]) -> bool:
    """Whether a package says of its functions what is said elsewhere, oftener than by chance."""
    common = sum(tuple(pair.said) in said for pair in pairs if len(pair.said) >= LEAST_SAID)
    return common >= LEAST_COMMON and (common > COMMON * len(pairs) or common > MOST_COMMON)


def version(source: Path) -> str:
    """`name version` of a wheel or an unpacked npm package, `name commit` of a checkout."""
    if not source.is_dir():
        return " ".join(source.name.split("-")[:2])
    if not (source / ".git").exists() and (source / "package.json").exists():
        return f"{source.name} {json.loads((source / 'package.json').read_bytes())['version']}"
    told = subprocess.run(["git", "-C", source, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    return f"{source.name} {told.stdout.strip()[:12]}"


def _key(unit: Unit, lines: Lines, index: int) -> tuple[int, bytes]:
    """Blanking keeps lines and names."""
    one = unit.found.definitions[index]
    return lines.at(one.name_start), one.name


def _unit(path: str, name: str | None, data: bytes) -> Unit | None:
    language = languages.load(name or "")
    prepare = getattr(language.hooks, "prepare", None)
    try:
        unit = Unit(Batch(), 0, path, language, prepare(data) if prepare is not None else data, Limits())
    except RecursionError:
        return None
    unit.number_from(0)
    return unit


def _texts(source: Path) -> Iterator[tuple[str, bytes]]:
    """Source files in random order, as many as MOST_BYTES allow."""
    if source.is_dir():
        known = (path for path in source.rglob("*") if path.is_file() and not path.is_symlink())
        files = [(path.relative_to(source).as_posix(), path.read_bytes) for path in known]
    else:
        archive = zipfile.ZipFile(source)
        files = [(name, lambda name=name: archive.read(name)) for name in archive.namelist()]  # type: ignore[misc]
    fit = [one for one in sorted(files) if not SKIPPED.search(one[0])]
    fit = [one for one in fit if languages.is_parsed(languages.detect(one[0], b"") or "")]
    read = 0
    for path, data in ((path, read_all()) for path, read_all in random.Random(1).sample(fit, len(fit))):
        if len(data) <= Limits().file_bytes and (read := read + len(data)) <= MOST_BYTES:
            yield path, data

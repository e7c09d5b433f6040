"""Sources that nobody would write: golden cases with words, lines and brackets out of place end no build."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.assemble import assemble
from indexer.link import Findings
from indexer.model import Diagnostic, Settings, Silent
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource

CASES = Path(__file__).with_name("cases")
LANGUAGES = sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())
WORD = re.compile(rb"[A-Za-z_]\w{0,30}")
SIGN = re.compile(rb"[(){}\[\];:,.<>#\"'`]")
SEEDS = range(3)
Bytes = dict[str, bytes]


def words(chance: random.Random, data: bytes, pool: list[bytes]) -> bytes:
    rate = chance.choice([0.01, 0.03, 0.1])
    return WORD.sub(lambda word: chance.choice(pool) if chance.random() < rate else word[0], data)


def lines(chance: random.Random, data: bytes, pool: list[bytes]) -> bytes:
    """Some lines go, some stand twice, some stand elsewhere."""
    kept = [line for line in data.split(b"\n") for _ in range(chance.choice([0, 1, 1, 1, 1, 1, 1, 2]))]
    for _ in range(len(kept) // 20):
        kept.insert(chance.randrange(len(kept)), kept.pop(chance.randrange(len(kept))))
    return b"\n".join(kept)


def signs(chance: random.Random, data: bytes, pool: list[bytes]) -> bytes:
    return SIGN.sub(lambda sign: sign[0] * chance.choice([0, 2]) if chance.random() < 0.02 else sign[0], data)


def end(chance: random.Random, data: bytes, pool: list[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


WAYS: tuple[Callable[[random.Random, bytes, list[bytes]], bytes], ...] = (words, lines, signs, end)


def mutated(language: str, seed: int) -> Bytes:
    """Up to three cases of a language in one tree, each file out of order in its own way."""
    chance = random.Random(f"{language} {seed}")
    cases = sorted(case for case in (CASES / language).iterdir() if case.is_dir())
    contents: Bytes = {}
    for case in chance.sample(cases, min(len(cases), 3)):
        for path in sorted(path for path in (case / "src").rglob("*") if path.is_file()):
            contents[f"{case.name}/{path.relative_to(case / 'src').as_posix()}"] = path.read_bytes()
    pool = [word for data in contents.values() for word in WORD.findall(data)] or [b"x"]
    return {path: chance.choice(WAYS)(chance, data, pool) for path, data in contents.items()}


def told(contents: Bytes) -> list[Diagnostic]:
    """What the build of these files tells: everything is made of them that a snapshot has."""
    source = ContentsSource(contents, Settings(), "repo", "0" * 40)
    rows = read_rows(source, source.entries, 0, Silent())
    findings: list[Findings] = []
    faults: list[Diagnostic] = []
    for _, table in assemble(rows.raw, rows.entries, rows.tree(), None, found=findings, told=faults):
        table.validate(full=True)
    return [*rows.diagnostics, *findings[0].told, *faults]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_out_of_order_are_indexed_all_the_same(language: str, seed: int) -> None:
    codes = {"linking_incomplete", "facts_incomplete", "extract_failed"}
    assert [each for each in told(mutated(language, seed)) if each.code in codes] == []

"""Lines that tell what people say and what code says of the same: `words of code: phrase | phrase`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.search.words import words

DATA = Path(__file__).with_name("data")
PHRASES = DATA / "phrases.txt"
WORDS = DATA / "words.txt"


@dataclass(frozen=True, slots=True)
class Phrase:
    said: list[str]
    code: list[str]


def read(path: Path = PHRASES) -> Iterator[Phrase]:
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            code, _, phrases = line.partition(":")
            for said in phrases.split("|"):
                yield Phrase(words(said), words(code))

"""Lines that tell what people say and what code says of the same: `words of code: phrase | phrase`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.search.words import words

DATA = Path(__file__).with_name("data")
PHRASES = tuple(sorted(DATA.glob("phrases*.txt")))
WORDS = DATA / "words.txt"


@dataclass(frozen=True, slots=True)
class Phrase:
    said: list[str]
    code: list[str]


def read(*paths: Path) -> Iterator[Phrase]:
    """Those of the whole book where no file is named; phrases of a line share what they stand for."""
    for path in paths or PHRASES:
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                code, _, phrases = line.partition(":")
                meant = words(code)
                for said in phrases.split("|"):
                    yield Phrase(words(said), meant)

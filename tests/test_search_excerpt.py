"""The lines of a hit that are shown: those that say most of the question, as counting word by word would find them."""

from __future__ import annotations

import random

import pytest

from indexer.facade import search_terms
from query.engine.texts import Text
from query.search.excerpt import LINES, MOST, Excerpts

TOKENS = [
    "parse", "parsedConfig", "ConfigParser", "HTTP_HEADER", "header", "reader.readHeaders(x)", "config", "unparsed",
    "größe", "self.value", "return", "if (a)", "", "x1", "sconfig", "# comment", "headless",
]  # fmt: skip


def _counted(words: list[str], lines: list[str]) -> int:
    """Where the window begins that says the most different words, told by the definition."""
    said = [set(search_terms(line)) & set(words) for line in lines]
    windows = [len(set().union(*said[at : at + LINES])) for at in range(len(lines) - LINES + 1)]
    return windows.index(max(windows))


@pytest.mark.parametrize("seed", range(40))
def test_the_lines_that_say_most_are_shown(seed: int) -> None:
    chance = random.Random(seed)
    lines = [" ".join(chance.choices(TOKENS, k=chance.randint(0, 4))) for _ in range(chance.randint(LINES + 1, MOST))]
    lines = [line if chance.random() < 0.3 else "y = z" for line in lines]
    words = search_terms(chance.choice(["parse the config header", "headers", "größe of values", "nothing like it"]))
    excerpts = Excerpts(words)
    for _ in range(2):  # the second time from what is remembered
        shown, begin = excerpts.of(Text("\n".join(lines).encode()), 1, len(lines))
        assert begin == 1 + _counted(words, lines)
        assert shown.rstrip() == "\n".join(lines[begin - 1 : begin - 1 + LINES]).rstrip()


def test_few_lines_are_shown_from_the_first() -> None:
    text = Text(b"a\nparse\nb\n\n")
    assert Excerpts(["parse"]).of(text, 1, 4) == ("a\nparse\nb", 1)

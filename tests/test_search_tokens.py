"""Texts cut into tokens in bulk, held against the pattern that says what a token is."""

from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.search.tokens import tokenize
from indexer.search.words import TOKEN

TEXTS = st.lists(st.text(st.sampled_from("aZ0_ .\n\x00\x1fäß\u00a0\u0300東\ufffd\U0001d538"), max_size=12), max_size=6)


@settings(deadline=None)
@given(TEXTS)
def test_every_text_has_the_tokens_that_the_pattern_finds(texts: list[str]) -> None:
    tokens = tokenize(texts)
    said = [tokens.names[code] for code in tokens.codes.tolist()]
    bounds = pairwise(accumulate(tokens.lengths.tolist(), initial=0))
    assert [said[start:end] for start, end in bounds] == [TOKEN.findall(text) for text in texts]
    assert len(set(tokens.names)) == len(tokens.names)

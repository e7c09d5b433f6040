"""Texts as numbers of their tokens, all at once: a look at every byte in C instead of a Python text for every token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.search.words import TOKEN

Ints = npt.NDArray[np.int64]
# What `\w` matches in ASCII, and all bytes beyond: texts that hold such are cut by the pattern itself beforehand.
IS_WORD = np.asarray([byte >= 0x80 or TOKEN.fullmatch(chr(byte)) is not None for byte in range(256)])


@dataclass(frozen=True, slots=True)
class Tokens:
    names: list[str]  # each token once
    codes: Ints  # the tokens of all texts, as their places in `names`
    lengths: Ints  # how many of them each text has


def tokenize(texts: Sequence[str]) -> Tokens:
    spelled = [text.encode() if text.isascii() else " ".join(TOKEN.findall(text)).encode() for text in texts]
    data = np.frombuffer(b"\n".join([b"", *spelled, b""]), dtype=np.uint8)
    is_word = IS_WORD[data]
    bounds = np.flatnonzero(is_word[1:] != is_word[:-1]) + 1  # of tokens and gaps in turn
    starts, ends = bounds[::2], bounds[1::2]
    offsets = np.concatenate(([0], np.cumsum(ends - starts))).astype(np.int32)
    letters = pa.py_buffer(data[is_word])
    coded = pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), letters).dictionary_encode()
    breaks = np.cumsum([0, *(len(text) + 1 for text in spelled)])
    lengths = np.diff(np.searchsorted(starts, breaks))
    return Tokens(coded.dictionary.to_pylist(), coded.indices.to_numpy().astype(np.int64), lengths)

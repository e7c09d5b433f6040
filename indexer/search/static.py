"""The embedded model: a vector for each word, a text is the weighted sum of its words. Offline, no network, no GPU.

The weights are those of the wordllama package, read with the libraries made for them; its own code is not used. Tokens
that programmers write often have vectors of their own, learnt from what functions say and what is said of them.
"""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indexer.model import IndexerError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]

DIMENSIONS = 256
MODEL = "wordllama-l2-supercat-256/6"  # the number is that of the recipe below: vectors of two recipes never meet
WEIGHTS = "weights/l2_supercat_256.safetensors"
LEARNT = Path(__file__).with_name("data") / "tokens.npz"  # made by ci/learn_vectors
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
AT_ONCE = 2_000  # words whose vectors are made at a time: a file may have very many, and their tokens are all in memory
FIRST_WORD = 259  # tokens below are bytes and marks; from here on the commoner a token, the lower its number
WORD_START = "▁"  # how tokens that begin a word are spelt
COMMONEST = 40  # tokens are equally common up to here
SATURATION = 1.2  # a word said often counts more, but never twice as much
LARGEST = 0.35  # of a vector's parts, all but never exceeded: what one byte must hold
TRUST = 0.7  # part of the way that a vector goes to the learnt one: the rest keeps what the word means elsewhere
BLOCK = 128  # texts pooled at once: what fits into the processor's cache


@cache
def model() -> StaticModel:
    return StaticModel()


def forget() -> None:
    """What was made of words, where there is a model at all."""
    if model.cache_info().currsize:
        model().forget()


class StaticModel:
    """Word vectors, kept once they are made: a repository uses some ten thousand words over and over."""

    def __init__(self) -> None:
        self._folder = _package()
        self._lock = threading.Lock()
        self.forget()
        self.learnt, self.scales, self.learnt_at = _learnt(len(self.tokens))
        self.tokenizer = _tokenizer(self._folder / TOKENIZER)

    def forget(self) -> None:
        """Let go of what was made, which can be made again: a process that lives on may never need it."""
        with self._lock:
            self.tokens = _embeddings(self._folder / WEIGHTS)  # opened anew, with none of its pages
            # What tokens became so far: words share them.
            self.made: Floats = np.zeros((len(self.tokens), DIMENSIONS), dtype=np.float32)
            self.is_made = np.zeros(len(self.tokens), dtype=bool)
            self.known: dict[str, int] = {}
            self.vectors: Floats = np.zeros((0, DIMENSIONS), dtype=np.float32)  # with room for more

    def is_common(self, word: str) -> bool:
        """Whether the model has a token for the whole word."""
        return self.tokenizer.token_to_id(f"{WORD_START}{word}") is not None

    def words(self, words: Sequence[str]) -> Floats:
        """Each word's vector: the more the word tells, the longer."""
        # Threads of a server ask at once; a number must never lead to the vector of another word.
        with self._lock:
            new = list(dict.fromkeys(word for word in words if word not in self.known))
            for begin in range(0, len(new), AT_ONCE):
                self._keep(new[begin : begin + AT_ONCE], self._make(new[begin : begin + AT_ONCE]))
            chosen: Floats = self.vectors[np.asarray([self.known[word] for word in words], dtype=np.int64)]
        return chosen

    def _keep(self, words: Sequence[str], vectors: Floats) -> None:
        first, last = len(self.known), len(self.known) + len(words)
        if last > len(self.vectors):
            grown = np.zeros((2 * last, DIMENSIONS), dtype=np.float32)
            grown[:first] = self.vectors[:first]
            self.vectors = grown
        self.vectors[first:last] = vectors
        self.known.update(zip(words, range(first, last), strict=True))

    def _make(self, words: Sequence[str]) -> Floats:
        codes = [code.ids for code in self.tokenizer.encode_batch(list(words), add_special_tokens=False)]
        ids = np.fromiter(chain.from_iterable(codes), dtype=np.int64)
        counts = np.fromiter(map(len, codes), dtype=np.int64, count=len(codes))  # a word has one token at least
        new = np.unique(ids[~self.is_made[ids]])
        self.made[new], self.is_made[new] = self._of_tokens(new), True
        sums = np.add.reduceat(self.made[ids], np.cumsum(counts) - counts, axis=0)
        return np.asarray(sums / counts[:, None], dtype=np.float32)

    def _of_tokens(self, ids: Ints) -> Floats:
        """A vector for each token: the package's, as long as the token is rare, moved towards the learnt one."""
        found = unit(self.tokens[ids].astype(np.float32))
        found *= 0.1 * np.log(np.maximum(ids - FIRST_WORD, COMMONEST))[:, None]
        place = self.learnt_at[ids]
        met = place >= 0
        learnt = self.learnt[place[met]] * self.scales[place[met]]
        found[met] += TRUST * (learnt - found[met])
        return found.astype(np.float16).astype(np.float32)

    def pool(self, words: Floats, codes: Ints, counts: Ints, lengths: Ints) -> Floats:
        """Unit vectors of texts: `lengths` tells how many of the word codes belong to each."""
        pooled = np.zeros((len(lengths), DIMENSIONS), dtype=np.float32)
        weights = (counts / (counts + SATURATION)).astype(np.float32)[:, None]
        order = np.argsort(-lengths, kind="stable")
        at = (np.cumsum(lengths) - lengths)[order]
        for first in range(0, len(order), BLOCK):
            block = order[first : first + BLOCK]
            pooled[block] = _added(words, codes, weights, at[first : first + BLOCK], lengths[block])
        return unit(pooled)

    def text(self, words: Sequence[str]) -> Floats:
        """The unit vector of a few words."""
        counted = Counter(words)
        counts = np.asarray(list(counted.values()), dtype=np.int64)
        vectors = self.words(list(counted))
        pooled: Floats = self.pool(vectors, np.arange(len(counts)), counts, np.asarray([len(counts)]))[0]
        return pooled


def _added(words: Floats, codes: Ints, weights: Floats, at: Ints, lengths: Ints) -> Floats:
    """Sums of weighted words; the first words of all texts are added, then the second ones … of the longest texts."""
    sums = np.zeros((len(at), DIMENSIONS), dtype=np.float32)
    rounds = np.arange(int(lengths[0]))
    for number, count in enumerate(np.searchsorted(-lengths, -rounds).tolist()):
        place = at[:count] + number
        said = words[codes[place]]
        said *= weights[place]
        sums[:count] += said
    return sums


def unit(vectors: npt.NDArray[Any]) -> Floats:
    """Vectors of length one; those of length zero stay."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def to_bytes(vectors: Floats, largest: float = LARGEST) -> Bytes:
    """One byte a part: what is lost does not show in any ranking."""
    made: Bytes = np.clip(np.rint(vectors * (127 / largest)), -127, 127).astype(np.int8)
    return made


def _package() -> Path:
    found = importlib.util.find_spec("wordllama")  # found, not imported: its code loads what nobody needs here
    if found is None or not found.submodule_search_locations:
        raise IndexerError("the embedded model is missing", "install it with `pip install wordllama`")
    return Path(found.submodule_search_locations[0])


def _embeddings(path: Path) -> npt.NDArray[np.float16]:
    """As they lie in the file, of which most programs use a part: what is never read takes no memory."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        told = json.loads(file.read(size))["embedding.weight"]
    assert told["dtype"] == "F16"
    return np.memmap(path, "<f2", "r", 8 + size + told["data_offsets"][0], tuple(told["shape"]))


def _learnt(tokens: int) -> tuple[Bytes, Floats, Ints]:
    """Vectors, what each is to be multiplied by, and for each token the place of its own; -1 where it has none."""
    with np.load(LEARNT) as learnt:
        vectors: Bytes = learnt["vectors"]
        scales: Floats = learnt["scales"][:, None].astype(np.float32)
        place = np.full(tokens, -1, dtype=np.int64)
        place[learnt["tokens"]] = np.arange(len(vectors))
    return vectors, scales, place


def _tokenizer(path: Path) -> Tokenizer:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # its threads would not survive a fork
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(path))

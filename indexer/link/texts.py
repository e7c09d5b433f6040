"""Which names the terms say, looked up for many names at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import Op, X, owners_of, parts_of
from indexer.link.changes import words

if TYPE_CHECKING:
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
SAYING = (Op.FREE, Op.FROM, Op.IMPORT, Op.LABEL, Op.MEMBER)  # terms that say a name and no key


class Words:
    """Different texts by the words in them: a language may write more into a text than a name."""

    def __init__(self, texts: list[str]) -> None:
        self.count = len(texts)
        self.single = dict(zip(texts, range(self.count), strict=True))  # most texts are one word
        self.texts: dict[str, list[int]] = {}
        for text in (text for text in texts if not text.isidentifier()):
            code = self.single.pop(text)
            for word in words(text):
                self.texts.setdefault(word, []).append(code)

    def saying(self, names: set[str]) -> Flags:
        """The texts in which one of the names is."""
        hit = np.zeros(self.count, dtype=bool)
        for name in names:
            for word in (name,) if name in self.single or name in self.texts else words(name):
                hit[self.texts.get(word, [])] = True
                if word in self.single:
                    hit[self.single[word]] = True
        return hit

    def of(self, codes: Ints) -> set[str]:
        """The words in some of the texts."""
        hit = np.zeros(self.count, dtype=bool)
        hit[codes] = True
        return {word for word, code in self.single.items() if hit[code]} | {
            word for word, each in self.texts.items() if hit[each].any()
        }


class Texts:
    """Which texts the terms name."""

    def __init__(self, raw: Raw) -> None:
        listed = raw.terms["parts"].combine_chunks()
        op = raw.terms["op"].to_numpy().astype(np.int32)
        lengths = np.diff(listed.offsets.to_numpy()).astype(np.int32)
        kinds = parts_of(op, lengths)
        text = kinds == X
        coded = raw.texts["text"].combine_chunks().dictionary_encode()
        self.words = Words(coded.dictionary.to_pylist())
        self.codes = coded.indices.to_numpy()[listed.values.to_numpy()[text]]
        self.owners = owners_of(lengths)[text]

    def naming(self, names: set[str]) -> Ints:
        """Terms that say one of the names."""
        found: Ints = self.owners[self.words.saying(names)[self.codes]]
        return found

    def keys(self, op: Ints) -> set[str]:
        """What terms say that are neither names nor members; `op` is what each term is."""
        return self.words.of(self.codes[~np.isin(op[self.owners], SAYING)])

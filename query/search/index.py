"""The text index of one state: segments that lie over one another, ranked as if they were one.

Words count by how rare they are among the pieces that count now, and vectors are seen from the mean of those, so that
an edit laid over a snapshot ranks as a full build would. Nothing of this is stored: it is added up from the rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from indexer.facade import search_usual
from query.search.documents import Documents
from query.search.prior import Bools, Floats
from query.search.products import products
from query.search.segment import Segment

K1, B = 1.2, 0.75
USUAL = 0.25  # part of what questions have in common that is taken off each: else some pieces are like all of them


class TextIndex:
    """`alive` tells which pieces of all segments are not replaced by those of a later one."""

    def __init__(self, segments: list[Segment], alive: Bools | None = None) -> None:
        self.segments = segments
        self.alive = np.ones(sum(segment.size for segment in segments), np.bool_) if alive is None else alive
        self.starts = np.cumsum([0, *(segment.size for segment in segments)])
        self._ends = self.starts[1:].tolist()
        self.size = int(self.alive.sum())
        self.is_whole = self.size == len(self.alive)
        self.factor = np.concatenate([segment.prior.factor for segment in segments])
        length = np.concatenate([segment.length for segment in segments])
        mean = float(length[self.alive].mean()) if self.size else 1.0
        self._saturation = (K1 * (1 - B + B * length / max(mean, 1.0))).astype(np.float32)

    @classmethod
    def over(cls, lowest: Segment, paths: Collection[str], segment: Segment) -> TextIndex:
        """A segment with the pieces of some files replaced."""
        alive = np.append(~lowest.where("path", sorted(paths)), np.ones(segment.size, np.bool_))
        return cls([lowest, segment], alive)

    def complete(self) -> None:
        """Make what is else made when it is first needed."""
        _ = self._name_rarity, self.offered, self.wanted, self.extensions, self.documents
        _ = self._centre if self.model else None

    def adopt(self, other: TextIndex) -> None:
        """Use what another process uses, too: the same, read from the memory that both share."""
        for segment, shared in zip(self.segments, other.segments, strict=True):
            segment.adopt(shared)
        vars(self).update({name: value for name, value in vars(other).items() if name != "segments"})

    def row(self, number: int) -> tuple[Segment, int]:
        place = bisect_right(self._ends, number)
        return self.segments[place], number - int(self.starts[place])

    def rarity(self, word: str) -> float:
        """How much a word tells: 0 for one that no piece has."""
        count = sum(self._count(place, segment.postings.of(word)) for place, segment in enumerate(self.segments))
        return float(np.log(1 + (self.size - count + 0.5) / (count + 0.5))) if count else 0.0

    def _count(self, place: int, span: slice) -> int:
        if self.is_whole or span.start == span.stop:  # the latter is most of what a slip could have meant
            return int(span.stop - span.start)
        holders = self.segments[place].postings.owner[span]
        return int(self.alive[self.starts[place] + holders].sum())

    def lexical(self, words: Mapping[str, float]) -> Floats:
        """BM25 over the weights that name, place, signature and text of a piece add up to; words count so much each."""
        scores = np.zeros(len(self.alive), dtype=np.float32)
        for word, share in words.items():
            rarity = self.rarity(word) * share
            for place, segment in enumerate(self.segments):
                span = segment.postings.of(word)
                rows = self.starts[place] + segment.postings.owner[span]
                assert segment.postings.weights is not None
                weights = segment.postings.weights[span].astype(np.float32)
                scores[rows] += rarity * weights * (K1 + 1) / (weights + self._saturation[rows])
        return scores if self.is_whole else scores * self.alive

    def coverage(self, words: Mapping[str, float]) -> Floats:
        """Which part of a piece's name the words say; they count so much each."""
        said = np.zeros(len(self.alive), dtype=np.float32)
        for word, share in words.items():
            rarity = self.rarity(word) * share
            for place, segment in enumerate(self.segments):
                said[self.starts[place] + segment.names.owner[segment.names.of(word)]] += rarity
        said /= self._name_rarity
        return said

    @cached_property
    def _name_rarity(self) -> Floats:
        rarities = [np.repeat(self._rarities(segment), np.diff(segment.names.bounds)) for segment in self.segments]
        pairs = zip(self.segments, rarities, strict=True)
        total = np.concatenate([np.bincount(s.names.owner, rarity, s.size) for s, rarity in pairs])
        return (2.0 + total).astype(np.float32)  # a name of one common word is soon said

    def _rarities(self, named: Segment) -> npt.NDArray[np.float64]:
        """What `rarity` tells of each word that the pieces of a segment are called by."""
        found = [
            np.append(counts, 0)[named.name_words if segment is named else named.names.places(segment.postings)]
            for segment, counts in zip(self.segments, self._counts, strict=True)
        ]
        counts = np.sum(found, axis=0)
        return np.where(counts > 0, np.log(1 + (self.size - counts + 0.5) / (counts + 0.5)), 0.0)

    @cached_property
    def _counts(self) -> list[npt.NDArray[np.int64]]:
        """For each segment how many of its pieces that are alive have each of its words."""
        live = np.split(self.alive, self.starts[1:-1])
        return [segment.postings.counts(~alive) for segment, alive in zip(self.segments, live, strict=True)]

    @cached_property
    def called(self) -> npt.NDArray[np.uint32]:
        """Pieces of the same name have the same number; 0 is none."""
        return np.concatenate([segment.called for segment in self.segments])

    @cached_property
    def share(self) -> float:
        """The part of the definitions that is documented."""
        definitions = np.concatenate([segment.prior.definitions for segment in self.segments]) & self.alive
        documented = np.concatenate([segment.prior.documented for segment in self.segments])
        return float((definitions & documented).sum() / max(int(definitions.sum()), 1))

    @cached_property
    def offered(self) -> Floats:
        """What speaks for a piece as far as definitions are documented."""
        return np.float32(self.share) * np.concatenate([segment.prior.offered for segment in self.segments])

    @cached_property
    def wanted(self) -> Floats:
        """What speaks for a piece where the question is short."""
        return np.concatenate([segment.prior.wanted for segment in self.segments])

    @cached_property
    def documents(self) -> Documents:
        """What documents name of the code."""
        speakers = [start + s.speaker for start, s in zip(self.starts, self.segments, strict=False)]
        owner, names = np.concatenate(speakers), np.concatenate([segment.spoken for segment in self.segments])
        defined = np.concatenate([segment.prior.definitions for segment in self.segments]) & self.alive
        live = self.alive[owner]
        return Documents(owner[live], names[live], self.called, defined)

    @cached_property
    def extensions(self) -> frozenset[str]:
        """Endings of the files that have pieces."""
        return frozenset().union(*(segment.extensions for segment in self.segments))

    def language(self, path: str) -> str | None:
        """The language of a file that has pieces."""
        for segment in self.segments:
            if len(rows := np.flatnonzero(segment.where("path", [path]))):
                return str(segment.columns["language"][int(rows[0])].as_py())
        return None

    @property
    def model(self) -> str | None:
        """The model that made all vectors; none where there is no such model."""
        models = {segment.model for segment in self.segments if segment.size}
        return models.pop() if len(models) == 1 else None

    def semantic(self, vectors: Sequence[Floats]) -> list[Floats]:
        """For each question the cosine of each piece and it, both seen from the mean of all pieces.

        A question's is what it has beyond what is usual.
        """
        centre = self._centre
        questions = [vector * centre.length - centre.mean for vector in vectors]
        questions = [question / max(float(np.linalg.norm(question)), 1e-9) - centre.usual for question in questions]
        found = self._products(questions) if questions else []
        for cosines, question in zip(found, questions, strict=True):
            cosines -= float(centre.mean @ question)
            cosines *= centre.scale
        return found

    @cached_property
    def _centre(self) -> _Centre:
        live = np.split(self.alive, self.starts[1:-1])
        # A segment without pieces has vectors of no length.
        full = ((s, keep) for s, keep in zip(self.segments, live, strict=True) if s.size)
        sums = [s.total - s.vectors[~keep].sum(axis=0, dtype=np.int64) for s, keep in full]
        mean = (np.sum(sums, axis=0) / max(self.size, 1)).astype(np.float32)
        squares = np.concatenate([segment.squares for segment in self.segments])
        apart = np.maximum(squares - 2 * self._products([mean])[0] + float(mean @ mean), 1.0)
        length = float(np.sqrt(squares[self.alive].mean())) if self.size else 1.0
        return _Centre(mean, (1 / np.sqrt(apart)).astype(np.float32), length, self._usual(mean, length))

    def _usual(self, mean: Floats, length: float) -> Floats:
        """About the mean of what `semantic` makes of the questions that people ask."""
        usual = search_usual(self.model) if self.model else None
        if usual is None:
            return np.zeros_like(mean)
        # Questions have length 1: that of each seen from the mean, on the whole.
        apart = length**2 - 2 * length * float(usual @ mean) + float(mean @ mean)
        return np.asarray(USUAL * (usual * length - mean) / max(apart, 1.0) ** 0.5, np.float32)

    def _products(self, questions: Sequence[Floats]) -> list[Floats]:
        longest = max((float(segment.longest) for segment in self.segments), default=0.0)
        return products([segment.vectors for segment in self.segments], longest, questions)


@dataclass(frozen=True, slots=True)
class _Centre:
    """All vectors together: their mean, one over each one's distance from it, how long they are; what is usual."""

    mean: Floats
    scale: Floats
    length: float
    usual: Floats

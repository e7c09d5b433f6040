"""Words and meaning together: each piece's score, and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

import numpy as np
import numpy.typing as npt

from indexer.facade import search_meaning, search_vector
from query.search.highest import highest
from query.search.index import TextIndex
from query.search.model import Evidence, Filters
from query.search.prior import MOST_OFFERED, MOST_WANTED, Bools, Floats
from query.search.segment import Segment
from query.search.typos import corrected

MEANING, NAMING = 0.7, 0.1  # shares of the vector and of the name, held against 1 - MEANING for the words
MEANT, SPOKEN = 0.8, 1.2  # shares of the vector and of the words that a question in other words may mean
MEANING_MORE, WORDS_LESS = 0.275, 0.074  # of a short question, which seldom says the code's words; learnt with WANTED
SPOKEN_OF = 0.5  # share of documents that are like the question and name the piece
MOST_MEANT, LEAST_RARE = 6, 2.0  # words of the latter, and how rare: in an eighth of the pieces at the most
NAMED = 2.0  # times the weight of the latter: how much a name counts that says them, as if the question did
REPEATED = 0.1  # part that a further piece of the same name loses: a short question rather wants other things
SHORT = 4  # words of a question up to which it is short
NEAREST = 200  # pieces that the vector alone may bring in
LEAST_LIKE = 0.1  # cosine below which two texts have nothing in common
SOURCES = ("lexical", "semantic", "documents")
PAGE = 400  # best pieces that are looked at, before those of one symbol are folded into one


@dataclass(frozen=True, slots=True)
class Ranked:
    """Numbers of pieces, the best first."""

    numbers: list[int]
    scores: list[float]
    sources: list[tuple[str, ...]]
    total: int
    evidence: Evidence


@dataclass(slots=True)
class Asked:
    """A question on its way: scores by source, and what is told about them."""

    words: list[str]
    lexical: Floats
    vector: Floats | None = None
    semantic: Floats | None = None
    naming: Floats | None = None
    spoken_of: Floats | None = None
    fallback: str | None = None
    swapped: dict[str, str] = field(default_factory=dict)
    short: float = 0.0  # how little the question says, 1 for a few words; 0 for a name, and for words alone

    def parts(self, numbers: npt.NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Words and meaning of some pieces, 1 at the most."""
        top = float(self.lexical.max(initial=0.0))
        words = self.lexical[numbers] / top if top > 0 else self.lexical[numbers]
        meaning = np.zeros_like(words) if self.semantic is None else np.maximum(self.semantic[numbers], 0)
        return words, meaning

    def most(self, index: TextIndex) -> float:
        """What the parts of a score add up to at the most."""
        return 1 + NAMING + SPOKEN_OF + MOST_OFFERED * index.share + self.short * (MOST_WANTED + MEANING_MORE)


@dataclass(frozen=True, slots=True)
class _Fused:
    """Numbers of the pieces that are found, in order, and the score of each."""

    numbers: npt.NDArray[np.intp]
    scores: Floats
    candidates: dict[str, int]  # by source


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    filters: Filters
    semantic: bool


def rank(index: TextIndex, text: str, filters: Filters, semantic: bool) -> Ranked:
    """The pieces that answer, each definition once."""
    return rank_all(index, [Question(text, filters, semantic)])[0]


def rank_all(index: TextIndex, questions: Sequence[Question]) -> list[Ranked]:
    """The same for several questions: all are held against the vectors in one pass."""
    asked = held_against(index, questions)
    return [_ranked(index, one, question.filters) for one, question in zip(asked, questions, strict=True)]


def held_against(index: TextIndex, questions: Sequence[Question]) -> list[Asked]:
    """What words and vectors say of all pieces."""
    asked = [_ask(index, question) for question in questions]
    vectors = [one.vector for one in asked if one.vector is not None]
    cosines = iter(index.semantic(vectors))
    for one in asked:
        one.semantic = next(cosines) if one.vector is not None else None
        if one.semantic is not None and one.short:
            likeness = _likeness(*one.parts(index.documents.sections))
            one.spoken_of = index.documents.named(likeness, len(index.alive))
    return asked


def _likeness(words: Floats, meaning: Floats) -> Floats:
    return np.asarray((1 - MEANING) * words + MEANING * meaning, np.float32)


def _ranked(index: TextIndex, asked: Asked, filters: Filters) -> Ranked:
    begun = time.perf_counter()
    fused = _fuse(index, asked, _allowed(index, filters))
    best, scores = _best(index, fused, REPEATED * asked.short**2)
    sources = _sources(asked, best)
    evidence = Evidence(
        sources=tuple(name for name in SOURCES if any(name in source for source in sources)),
        candidates=fused.candidates,
        fusion_ms=round((time.perf_counter() - begun) * 1000, 3),
        model=index.model if asked.semantic is not None else None,
        fallback_reason=asked.fallback,
        corrected=asked.swapped,
    )
    return Ranked(best, scores, sources, len(fused.numbers), evidence)


def _ask(index: TextIndex, question: Question) -> Asked:
    words, swapped = corrected(index, question.text)
    shares = {word: 1 + float(np.log(count)) for word, count in Counter(words).items()}
    asked = Asked(words, index.lexical(shares), naming=index.coverage(dict.fromkeys(words, 1.0)), swapped=swapped)
    if not question.semantic:
        asked.fallback = "semantic search was switched off"
    elif index.model is None:
        asked.fallback = "the index has no vectors, or vectors of several models"
    else:
        try:
            asked.vector = search_vector(question.text, index.model)
        except OSError as error:  # an embedder that is a server may be down
            asked.fallback = f"the question could not be embedded: {error}"
        else:
            _paraphrase(index, asked, question.text, index.model)
    return asked


def _paraphrase(index: TextIndex, asked: Asked, text: str, model: str) -> None:
    """Look besides for what code says that such a question is about."""
    if len(text.split()) > 1:  # else it is a name, and all that have it are wanted
        asked.short = min(1.0, SHORT / max(1, len(set(asked.words))))
    meant = search_meaning(text, model)
    if meant is None or asked.vector is None:
        return
    asked.vector = asked.vector + np.float32(MEANT * meant.weight) * meant.vector
    asked.vector /= max(float(np.linalg.norm(asked.vector)), 1e-9)
    telling = _telling(index, meant.terms)
    if asked.naming is not None:
        named = np.float32(min(1.0, NAMED * meant.weight)) * index.coverage(telling)
        asked.naming = np.maximum(asked.naming, named)
    found = index.lexical(telling)
    top = float(found.max(initial=0.0))
    if top > 0:
        asked.lexical += np.float32(SPOKEN * meant.weight * (float(asked.lexical.max()) or 1.0) / top) * found


def _telling(index: TextIndex, terms: dict[str, float]) -> dict[str, float]:
    """Those that tell most; what every other piece says would only bring in what nobody asked for."""
    worth = {term: share * rarity for term, share in terms.items() if (rarity := index.rarity(term)) > LEAST_RARE}
    return {term: terms[term] for term in sorted(worth, key=lambda term: (-worth[term], term))[:MOST_MEANT]}


def _allowed(index: TextIndex, filters: Filters) -> Bools | None:
    """Which pieces may answer; none where all may."""
    if filters.empty:
        return None if index.is_whole else index.alive
    return index.alive & admitted(index, filters)


def admitted(index: TextIndex, filters: Filters) -> Bools:
    """Which pieces the filters let through."""
    return np.concatenate([_admitted(segment, filters) for segment in index.segments])


def _admitted(segment: Segment, filters: Filters) -> Bools:
    mask = np.ones(segment.size, np.bool_)
    if filters.languages:
        mask &= segment.where("language", list(filters.languages))
    if filters.kinds:
        mask &= segment.where("kind", list(filters.kinds))
    if filters.file_types or filters.directory:
        paths = segment.columns["path"].dictionary.to_pylist()
        mask &= segment.where("path", [path for path in paths if path_admitted(path, filters)])
    return mask


def path_admitted(path: str, filters: Filters) -> bool:
    folder = filters.directory.replace("\\", "/").removeprefix("./").strip("/")
    inside = not folder or path.startswith(folder + "/")
    types = {kind.lower().lstrip(".") for kind in filters.file_types}
    return inside and (not types or path.rpartition(".")[2].lower() in types)


def _fuse(index: TextIndex, asked: Asked, allowed: Bools | None) -> _Fused:
    """The pieces that are found at all, and their scores: what no source brings in is not looked at further."""
    found = asked.lexical > 0
    if allowed is not None:
        found &= allowed
    candidates = {"lexical": int(np.count_nonzero(found))}
    if asked.semantic is not None:
        alike = asked.semantic if allowed is None else np.where(allowed, asked.semantic, np.float32(-1))
        near = int(np.count_nonzero(alike >= LEAST_LIKE))
        candidates["semantic"] = min(NEAREST, near)
        found |= alike >= (highest(alike, NEAREST) if near > NEAREST else LEAST_LIKE)
    if asked.spoken_of is not None:
        named = asked.spoken_of > 0 if allowed is None else (asked.spoken_of > 0) & allowed
        candidates["documents"] = int(np.count_nonzero(named))
        found |= named
    numbers = np.flatnonzero(found)
    return _Fused(numbers, _scores(index, asked, numbers), candidates)


def _scores(index: TextIndex, asked: Asked, numbers: npt.NDArray[np.intp]) -> Floats:
    words, meaning = asked.parts(numbers)
    score = words if asked.semantic is None else _likeness(words, meaning)
    if asked.naming is not None:
        score = score + NAMING * asked.naming[numbers]
    if asked.spoken_of is not None:
        score = score + SPOKEN_OF * asked.spoken_of[numbers]
    score = score * index.factor[numbers] + index.offered[numbers]
    if asked.short:
        more = index.wanted[numbers] + MEANING_MORE * meaning - WORDS_LESS * words
        score = score + np.float32(asked.short) * more
    return np.asarray(np.maximum(score, 0) / asked.most(index), dtype=np.float32)


def _best(index: TextIndex, fused: _Fused, loss: float) -> tuple[list[int], list[float]]:
    """The highest scores; ties in the order of path and place, which is that of the rows."""
    numbers, scores = fused.numbers, fused.scores
    if len(numbers) > PAGE:
        enough = scores >= highest(scores, PAGE)
        numbers, scores = numbers[enough], scores[enough]
    order = np.argsort(-scores, kind="stable")
    if loss:
        scores = _spread(scores, index.called[numbers], order, loss)
        order = np.argsort(-scores, kind="stable")
    return numbers[order].tolist(), scores[order].tolist()


def _spread(scores: Floats, called: npt.NDArray[np.uint32], order: npt.NDArray[np.intp], loss: float) -> Floats:
    """The best piece of each name as it is, further ones a little lower."""
    _, first = np.unique(called[order], return_index=True)
    repeated = np.ones(len(order), np.bool_)
    repeated[first] = False
    repeated[called[order] == 0] = False
    spread = scores.copy()
    spread[order[repeated]] *= np.float32(1 - loss)
    return spread


def _sources(asked: Asked, numbers: list[int]) -> list[tuple[str, ...]]:
    """What speaks for each of the pieces."""
    spoken = (asked.lexical[numbers] > 0).astype(np.int8)
    if asked.semantic is not None:
        spoken += 2 * (asked.semantic[numbers] >= LEAST_LIKE)
    if asked.spoken_of is not None:
        spoken += 4 * (asked.spoken_of[numbers] > 0)
    told = [tuple(compress(SOURCES, (mask & 1, mask & 2, mask & 4))) for mask in range(8)]
    return [told[mask] for mask in spoken.tolist()]

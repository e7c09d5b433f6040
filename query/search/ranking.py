"""Words and meaning together: each piece's score, and why."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import compress

import numpy as np

from indexer.facade import search_vector
from query.search.index import TextIndex
from query.search.model import Evidence, Filters
from query.search.segment import Bools, Floats, Segment
from query.search.typos import corrected

MEANING, NAMING = 0.7, 0.1  # shares of the vector and of the name, held against 1 - MEANING for the words
NEAREST = 200  # pieces that the vector alone may bring in
LEAST_LIKE = 0.1  # cosine below which two texts have nothing in common
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
class _Asked:
    """A question on its way: scores by source, and what is told about them."""

    words: list[str]
    lexical: Floats
    semantic: Floats | None = None
    naming: Floats | None = None
    model: str | None = None
    fallback: str | None = None
    swapped: dict[str, str] = field(default_factory=dict)


def rank(index: TextIndex, text: str, filters: Filters, semantic: bool) -> Ranked:
    """The pieces that answer, each definition once."""
    asked = _ask(index, text, semantic)
    begun = time.perf_counter()
    allowed = index.alive if filters.empty else index.alive & admitted(index, filters)
    score, found = _fuse(index, asked, allowed)
    best = _best(score, found)
    sources = _sources(asked, best)
    evidence = Evidence(
        sources=tuple(name for name in ("lexical", "semantic") if any(name in source for source in sources)),
        candidates=_counted(asked, allowed),
        fusion_ms=round((time.perf_counter() - begun) * 1000, 3),
        model=asked.model,
        fallback_reason=asked.fallback,
        corrected=asked.swapped,
    )
    return Ranked(best, score[best].tolist(), sources, int(found.sum()), evidence)


def _ask(index: TextIndex, text: str, semantic: bool) -> _Asked:
    words, swapped = corrected(index, text)
    asked = _Asked(words, index.lexical(words), naming=index.coverage(words), swapped=swapped)
    if not semantic:
        asked.fallback = "semantic search was switched off"
    elif index.model is None:
        asked.fallback = "the index has no vectors, or vectors of several models"
    else:
        try:
            asked.semantic = index.semantic(search_vector(text, index.model))
            asked.model = index.model
        except OSError as error:  # an embedder that is a server may be down
            asked.fallback = f"the question could not be embedded: {error}"
    return asked


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


def _fuse(index: TextIndex, asked: _Asked, allowed: Bools) -> tuple[Floats, Bools]:
    """(scores, which pieces are found at all)"""
    found = allowed & (asked.lexical > 0)
    top = float(asked.lexical.max(initial=0.0))
    score = asked.lexical / top if top > 0 else asked.lexical
    if asked.semantic is not None:
        alike = np.maximum(asked.semantic, 0)
        near = np.flatnonzero(allowed & (alike >= LEAST_LIKE))
        if len(near) > NEAREST:
            near = near[alike[near] >= np.partition(alike[near], -NEAREST)[-NEAREST]]
        found[near] = True
        score = (1 - MEANING) * score + MEANING * alike
    if asked.naming is not None:
        score = score + NAMING * asked.naming
    return np.asarray(score * index.factor / (1 + NAMING), dtype=np.float32), found


def _best(score: Floats, found: Bools) -> list[int]:
    """The highest scores; ties in the order of path and place, which is that of the rows."""
    numbers = np.flatnonzero(found)
    if len(numbers) > PAGE:
        least = np.partition(score[numbers], -PAGE)[-PAGE]
        numbers = numbers[score[numbers] >= least]
    order: list[int] = numbers[np.argsort(-score[numbers], kind="stable")].tolist()
    return order


def _sources(asked: _Asked, numbers: list[int]) -> list[tuple[str, ...]]:
    """What speaks for each of the pieces."""
    names = ["lexical"] if asked.semantic is None else ["lexical", "semantic"]
    spoken = (asked.lexical[numbers] > 0).astype(np.int8)
    if asked.semantic is not None:
        spoken += 2 * (asked.semantic[numbers] >= LEAST_LIKE)
    told = [tuple(compress(names, (mask & 1, mask & 2))) for mask in range(4)]
    return [told[mask] for mask in spoken.tolist()]


def _counted(asked: _Asked, allowed: Bools) -> dict[str, int]:
    counts = {"lexical": int((allowed & (asked.lexical > 0)).sum())}
    if asked.semantic is not None:
        counts["semantic"] = min(NEAREST, int((allowed & (asked.semantic >= LEAST_LIKE)).sum()))
    return counts

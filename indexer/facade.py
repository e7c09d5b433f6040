"""What the query side may ask of the indexer: contents as tables, and a question as the text index sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.memory import give_back, libc

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from indexer.search.phrases import Meant

__all__ = [
    "draft", "fetch_snapshot", "forget_terms", "forget_vectors", "give_back", "index_contents", "libc", "overlay",
    "search_meaning", "search_terms", "search_vector", "uncommon_terms",
]  # fmt: skip


def fetch_snapshot(cache: Path, repo_id: str, commit: str) -> bool:
    """Whether a snapshot that is not in the cache came from the object store behind it."""
    from indexer import store

    return store.obtain(cache, repo_id, commit) is not None


def index_contents(contents: Mapping[str, bytes]) -> dict[str, pa.Table]:
    """The tables that a commit with exactly these files would have, built in this process."""
    from indexer.assemble import assemble
    from indexer.model import Settings, Silent
    from indexer.reading import read_rows
    from indexer.source.contents import ContentsSource

    source = ContentsSource(contents, Settings())
    rows = read_rows(source, source.entries, 0, Silent())
    return dict(assemble(rows.raw, rows.entries, rows.tree(), None))


def overlay(
    root: Path, cache: Path, repo_id: str, commit: str, contents: Mapping[str, bytes | None]
) -> dict[str, pa.Table]:
    """The layer that lays files over a commit's snapshot, None meaning deleted; its masks say what it hides below."""
    from indexer.layers.overlay import lay_over

    return lay_over(root, cache, repo_id, commit, contents)


def draft(
    root: Path, cache: Path, repo_id: str, commit: str, contents: Mapping[str, bytes | None]
) -> dict[str, pa.Table] | None:
    """The same layer before it is linked: what the files say themselves; none where that takes other files."""
    from indexer.layers.overlay import draft_over

    return draft_over(root, cache, repo_id, commit, contents)


def search_terms(text: str) -> list[str]:
    """The words of a text as the column `terms` of chunks spells them."""
    from indexer.search.words import stem, words

    return [stem(word) for word in words(text)]


def forget_vectors() -> None:
    """Forget the vectors of words that were asked for, where there are any."""
    import sys

    if "indexer.search.static" in sys.modules:
        from indexer.search.static import forget

        forget()


def forget_terms() -> None:
    """Forget what is remembered of words: those of a whole repository are not asked for again."""
    from indexer.search import words

    words.split.cache_clear()
    words.stem.cache_clear()


def uncommon_terms(text: str) -> set[str]:
    """Those of the terms whose words no dictionary has: names, and words with a slip in them."""
    from indexer.search.static import model
    from indexer.search.words import stem, words

    return {stem(word) for word in words(text) if not model().is_common(word)}


def search_vector(text: str, model: str) -> npt.NDArray[np.float32]:
    """The vector of a question, to be held against those that the model made."""
    from indexer.search.embedders import question

    return question(text, model)


def search_usual(model: str) -> npt.NDArray[np.float32] | None:
    """The mean of what people ask, as a vector of the model; none where that is unknown."""
    from indexer.search import static
    from indexer.search.phrases import book

    return book().mean if model == static.MODEL else None


def search_meaning(text: str, model: str) -> Meant | None:
    """What code says that a question in other words is about; none where that is unknown, or to other models."""
    from indexer.search import static
    from indexer.search.phrases import book

    return book().meant(text) if model == static.MODEL else None

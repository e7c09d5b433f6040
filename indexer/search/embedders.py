"""Which model makes the vectors."""

from __future__ import annotations

from indexer.search.static import MODEL, Floats, model
from indexer.search.words import words


def question(text: str, name: str) -> Floats:
    """The unit vector of a question, by the model that made the vectors it is held against."""
    if name == MODEL:
        return model().text(words(text))
    raise ValueError(name)

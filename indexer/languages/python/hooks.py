"""Python: what neither the table nor the query can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.languages.python.roles import ROLES

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found

__all__ = ["ROLES", "refine"]

PROPERTY = ("property", "cached_property", "classproperty", "setter", "getter", "deleter", "abstractproperty")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """A method behind `@property` and its kin is a property."""
    if definition.kind == "method":
        words = [text.lstrip("@").partition("(")[0].rpartition(".")[2] for text in definition.decorators]
        if any(word in PROPERTY for word in words):
            definition.kind = "property"

"""Kotlin's frameworks are Java's: their functions register themselves."""

from indexer.languages.java import facts

__all__ = ["facts"]

"""What keeps a term from being followed: it costs the term, not the language, and is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.model import Diagnostic

if TYPE_CHECKING:
    from indexer.link.program import Program

FAULTS = (RecursionError, LookupError, TypeError, ValueError, AttributeError, AssertionError)
MOST_TOLD = 20  # files of one language


def reason(fault: Exception) -> str:
    deep = isinstance(fault, RecursionError)  # chains that nobody wrote by hand
    return "bases or aliases follow each other too deep" if deep else f"{type(fault).__name__} in the linker"


def told(program: Program, faults: dict[int, Exception]) -> Iterator[Diagnostic]:
    """Files with terms that could not be followed; -1 is what belongs to none."""
    for number in sorted(faults)[:MOST_TOLD]:
        path = program.files[number].path if number >= 0 else ""
        message = f"{reason(faults[number])}: references that depend on it are not linked"
        yield Diagnostic("linking_incomplete", path, message)

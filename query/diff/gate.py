"""`--fail-on`: which differences are to end a job."""

from __future__ import annotations

from indexer.schema import FACT_KINDS
from query.diff.model import Diff
from query.errors import InvalidArgument

_OF_SYMBOLS = {
    "removed": "symbol-removed", "moved": "symbol-moved", "renamed": "symbol-renamed",
    "signature": "signature-changed", "visibility": "visibility-changed",
}  # fmt: skip
_OF_FACTS = ("added", "removed", "changed")


def conditions() -> list[str]:
    """Everything that can be asked for."""
    facts = [f"{kind.replace('_', '-')}-{change}" for kind in FACT_KINDS for change in _OF_FACTS]
    return ["breaking", *_OF_SYMBOLS.values(), "untested", *facts]


def parse(text: str) -> list[str]:
    """Conditions from a list with commas."""
    wanted = [word.strip() for word in text.split(",") if word.strip()]
    if unknown := [word for word in wanted if word not in conditions()]:
        raise InvalidArgument(f"{unknown[0]!r} is nothing to fail on", f"there are: {', '.join(conditions())}")
    return wanted


def met(found: Diff, wanted: list[str]) -> list[str]:
    """Of the conditions asked for those that hold. Tests may change as they like."""
    holding = {"breaking"} if found.breaking else set()
    holding |= {_OF_SYMBOLS[kind] for c in found.symbols if not c.is_test for kind in c.changes if kind in _OF_SYMBOLS}
    holding |= {f"{change.kind.replace('_', '-')}-{change.change}" for change in found.facts}
    holding |= {"untested"} if found.blast.untested else set()
    return [condition for condition in wanted if condition in holding]

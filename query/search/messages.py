"""Messages that code logs or throws, and which of them a text holds once their holes are filled."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from query.engine.laid import Laid
from query.search.statements import rows

if TYPE_CHECKING:
    from query.engine.view import Loaded, View

LEAST_SAID = 8  # letters of a message that must stand in it literally
_BEGINNING = 4
_KEPT = 20_000
_HOLE = re.compile(r"%[-+ #0]*[\d.*]*[a-zA-Z]|%%|\$?\{[^{}]*\}|#\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Message:
    parts: tuple[str, ...]  # what stands between the holes
    longest: str  # of the parts
    said: int  # letters of all of them
    path: str
    line_start: int
    line_end: int

    def in_text(self, text: str) -> bool:
        return self.longest in text and bool(re.search(".*?".join(map(re.escape, self.parts)), text, re.DOTALL))


@dataclass(frozen=True, slots=True)
class _Known:
    """Messages by how their longest part begins: a text is held against few of thousands."""

    messages: dict[str, list[Message]]
    below: _Known | None = None  # what is laid under them, but for some files
    hidden: frozenset[str] = frozenset()

    def of(self, beginning: str) -> Iterator[Message]:
        yield from self.messages.get(beginning, ())
        if self.below is not None:
            yield from (message for message in self.below.of(beginning) if message.path not in self.hidden)


_KNOWN: WeakKeyDictionary[Loaded, _Known] = WeakKeyDictionary()


def logged(view: View, text: str, least: float = LEAST_SAID) -> list[Message]:
    """Messages that the text holds and that say so much of it, the longest first."""
    known = _known(view.loaded)
    beginnings = {"", *(text[at : at + _BEGINNING] for at in range(len(text)))}
    possible = (message for beginning in beginnings for message in known.of(beginning))
    found = [message for message in possible if message.said >= least and message.in_text(text)]
    return sorted(found, key=lambda one: (-one.said, one.path, one.line_start))


def _by_beginning(messages: Iterator[Message]) -> dict[str, list[Message]]:
    known = defaultdict(list)
    for message in messages:
        known[message.longest[:_BEGINNING] if len(message.longest) >= _BEGINNING else ""].append(message)
    return known


def _known(loaded: Loaded) -> _Known:
    if loaded not in _KNOWN:
        _KNOWN[loaded] = _laid(loaded) if isinstance(loaded, Laid) else _Known(_by_beginning(_all(loaded)))
    return _KNOWN[loaded]


def _all(loaded: Loaded) -> Iterator[Message]:
    return _read(rows(loaded.mounted, "messages"))


def _laid(loaded: Laid) -> _Known:
    """Those of the snapshot below but for what the layer hides, and the layer's."""
    own = loaded.layer.rows("facts", ["kind", "detail", "path", "line_start", "line_end"], "path").to_pylist()
    told = _read(row for row in own if row["kind"] in ("log", "exception") and row["detail"] is not None)
    return _Known(_by_beginning(told), _known(loaded.below), frozenset(loaded.layer.hidden("facts").to_pylist()))


def _read(told: Iterable[dict[str, Any]]) -> Iterator[Message]:
    for row in told:
        parts, said = _parts(row["detail"])
        place = str(row["path"]), int(row["line_start"]), int(row["line_end"])
        if said >= LEAST_SAID:
            yield Message(parts, max(parts, key=len), said, *place)


@lru_cache(_KEPT)
def _parts(detail: str) -> tuple[tuple[str, ...], int]:
    """(what stands between the holes, letters of all of it); kept, since the next state says nearly the same"""
    told = json.loads(detail)
    # Whoever quotes a message leaves its full stop away.
    parts = tuple(_HOLE.split((told.get("template") or told.get("message") or "").rstrip(" .")))
    return parts, sum(len(part.strip()) for part in parts)

"""What an editor tells, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from query.state import Workspace

EventType = Literal["open", "change", "save", "close", "checkpoint"]
Result = Literal["success", "partial", "failed"]


@dataclass(frozen=True, slots=True)
class Event:
    """One event in the life of a buffer, with the whole content."""

    type: EventType
    path: str
    content: bytes
    version: int
    dirty: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """A buffer's newest content; `sequence` is the overlay version that it came with."""

    path: str
    content: bytes
    version: int
    dirty: bool
    open: bool
    sequence: int


@dataclass(frozen=True, slots=True)
class Receipt:
    accepted: bool
    overlay_version: int
    parse_scheduled: bool = False
    checkpoint_scheduled: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """`at` is when the last one succeeded."""

    checkpoint_id: str
    pending: int
    files: int
    failed: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Past:
    """What is remembered of earlier checkpoints; `at` is the last that succeeded, the rest is of the last one."""

    at: datetime | None = None
    result: Result | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Status:
    pending: int
    dirty: int
    parse_queue: int
    checkpoint_pending: bool
    last_event: datetime | None
    past: Past
    reconcile_queue: int
    reconciling: bool


@dataclass(frozen=True, slots=True)
class Layer:
    """A state of the drafts that is shown: the workspace that holds it, its texts, and whether it is linked yet."""

    workspace: Workspace
    texts: Mapping[str, bytes]
    overlay_version: int
    linked: bool = True

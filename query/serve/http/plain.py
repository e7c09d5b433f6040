"""Which answers are sent as one JSON body, and which as a stream of events.

A stream costs more to set up and take down than most answers do to find; only progress needs one.
"""

from __future__ import annotations

from contextvars import ContextVar

_PLAIN: ContextVar[bool] = ContextVar("plain", default=False)


def note(body: bytes) -> None:
    """Note what the request that is handled now asks for."""
    _PLAIN.set(b'"tools/call"' in body and b'"progressToken"' not in body)


class AsAsked:
    """For the SDK's `json_response`, which is meant to be one for all: it looks at its truth anew for each request."""

    def __bool__(self) -> bool:
        return _PLAIN.get()

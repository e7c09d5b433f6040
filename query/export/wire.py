"""Protobuf as bytes: the four shapes of field that a SCIP index is made of."""

from __future__ import annotations

from collections.abc import Iterable

_VARINT, _BYTES = 0, 2


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    if value < 0x80:
        return bytes((value,))
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def number(field: int, value: int) -> bytes:
    """A whole number or an enum; the default is not written."""
    return varint(field << 3 | _VARINT) + varint(value) if value else b""


def text(field: int, value: str | None) -> bytes:
    """A string; the default is not written."""
    return message(field, value.encode("utf-8", "replace")) if value else b""


def message(field: int, content: bytes) -> bytes:
    return varint(field << 3 | _BYTES) + varint(len(content)) + content


def packed(field: int, values: Iterable[int]) -> bytes:
    """A list of numbers."""
    return message(field, b"".join(map(varint, values)))

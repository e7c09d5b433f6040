"""Reads a SCIP index: its documents with their occurrences; everything else in it is passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from indexer.model import SourceError

DEFINITION, IMPORT, WRITE = 0x1, 0x2, 0x4
UTF8, UTF16, CODE_POINTS = 1, 2, 3
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_REMEDY = "make the index again; `scip lint` tells what is wrong with one"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at a place: line and columns are 0-based, in the units of its document."""

    line: int
    col: int
    line_end: int
    col_end: int
    symbol: str
    roles: int
    reached: bool = False  # something leads to it: `a.name`
    brief: bool = False  # stands alone in a list, neither reached nor given something (`name: 1`)


@dataclass(frozen=True, slots=True)
class Document:
    """A file as the compiler saw it; `text` is empty where the index does not hold it."""

    path: str
    text: str
    encoding: int
    occurrences: tuple[Occurrence, ...]


def documents(data: bytes) -> Iterator[Document]:
    """The documents of an index, one after the other."""
    try:
        for field, value in _fields(memoryview(data)):
            if field == 2 and isinstance(value, memoryview):
                yield _document(value)
    except (IndexError, UnicodeDecodeError, ValueError) as error:
        raise SourceError("the file is not a SCIP index, or is damaged", _REMEDY) from error


def _document(data: memoryview) -> Document:
    path = text = ""
    encoding, found = UTF16, []  # what indexers mean that do not say
    for field, value in _fields(data):
        if isinstance(value, int):
            encoding = value or UTF16 if field == 6 else encoding
        elif field == 1:
            path = str(value, "utf-8")
        elif field == 5:
            text = str(value, "utf-8")
        elif field == 2:
            found.append(_occurrence(value))
    return Document(path, text, encoding, tuple(found))


def _occurrence(data: memoryview) -> Occurrence:
    place: list[int] = []
    symbol, roles = "", 0
    for field, value in _fields(data):
        if field == 1:
            place += [value] if isinstance(value, int) else list(_varints(value))
        elif field == 2 and not isinstance(value, int):
            symbol = str(value, "utf-8")
        elif field == 3 and isinstance(value, int):
            roles = value
    if len(place) == 3:
        place.insert(2, place[0])
    line, col, line_end, col_end = place
    return Occurrence(line, col, line_end, col_end, symbol, roles)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        wire = tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield tag >> 3, value
            continue
        if wire == _BYTES:
            size, at = _varint(data, at)
        elif wire in (_FIXED32, _FIXED64):
            size = 4 if wire == _FIXED32 else 8
        else:
            raise ValueError(f"wire type {wire}")
        if at + size > len(data):
            raise IndexError("a field ends behind its message")
        yield tag >> 3, data[at : at + size]
        at += size


def _varints(data: memoryview) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _varint(data, at)
        yield value


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a number that does not end")

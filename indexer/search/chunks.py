"""What a search can find: pieces of files cut along their syntax.

A definition is one piece, or several windows where it is long; a type's piece leaves out what its members say
themselves; what stands outside of all definitions is a piece of the file. Documents are cut at their headings.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from indexer.schema import KIND_PREFIX, TYPE_KINDS
from indexer.search.named import named

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition
    from indexer.extract.unit import Unit

Span = tuple[int, int]
ALONE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix in ("T", "M"))
MODULES = frozenset({"module", "namespace", "package"})  # their own text is that of the file
NEWLINE = 10
WINDOW_LINES = 80
LEAST_LINES = 4  # of a variable, field or property that is a piece of its own
MOST_TEXT = 400_000  # bytes of a document; longer ones are data
# What is said of some kinds of definitions and never written in them.
SPOKEN = {"constructor": "constructor create"}
SECTIONED = frozenset({"markdown", "rst", "asciidoc", "text"})
# Written by people to configure or to show something; data, styles and translations are not.
CONFIGURATION = frozenset(
    {
        "batch", "cmake", "dockerfile", "graphql", "groovy", "handlebars", "html", "ini", "jinja", "json",
        "make", "msbuild", "powershell", "properties", "protobuf", "razor", "svelte", "terraform", "toml",
        "vue", "xml", "yaml",
    }
)  # fmt: skip
UNDERLINED = rb"(?=\S)[^\n]{1,200}\n(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,})[ \t]*"
HEADING = re.compile(rb"^(?:#{1,6}[ \t]+\S.*|={1,6}[ \t]+\S.*|" + UNDERLINED + rb")$", re.MULTILINE)


@dataclass(slots=True)
class Chunk:
    """Spans are byte offsets into the file; the body has holes where a member has its own piece."""

    kind: str  # definition, window, file, section
    symbol: int  # number within the batch, or -1
    start: int
    end: int
    body: str
    name: str = ""
    container: str = ""  # names of what encloses it, and words for its kind
    signature: str = ""
    documentation: str = ""
    names: tuple[str, ...] = ()  # of code, that a section speaks of


class Lines:
    """Line numbers of byte offsets."""

    def __init__(self, data: bytes) -> None:
        self.starts: list[int] = [0, *(np.flatnonzero(np.frombuffer(data, np.uint8) == NEWLINE) + 1).tolist()]

    def at(self, offset: int) -> int:
        return bisect_right(self.starts, offset)


def of_unit(unit: Unit, path: str, lines: Lines) -> Iterator[Chunk]:
    """The pieces of one reading of a source file; another reading of it adds only what is its own."""
    own = [_stands_alone(definition, lines) for definition in unit.found.definitions]
    spans: dict[int, Span] = {}
    holes: dict[int, list[Span]] = {}
    for index, definition in enumerate(unit.found.definitions):
        if own[index]:
            spans[index] = _with_comments(unit, definition.start), definition.end
            holes.setdefault(_owner(unit, definition, own), []).append(spans[index])
    for index, span in spans.items():
        definition = unit.found.definitions[index]
        if unit.counts(definition.name_start):
            inner = holes.get(index, []) if definition.kind in TYPE_KINDS else []
            yield from _definition(unit, index, _segments(unit.data, *span, inner), lines)
    if unit.beside is None:
        yield from _rest(unit, path, holes.get(-1, []), lines)


def is_document(data: bytes, language: str | None) -> bool:
    """Whether a file that is not parsed has pieces."""
    return len(data) <= MOST_TEXT and (language in SECTIONED or language in CONFIGURATION)


def of_text(data: bytes, language: str | None, lines: Lines) -> Iterator[Chunk]:
    """The pieces of a file that is not parsed: sections of a document, windows of a configuration."""
    starts = [match.start() for match in HEADING.finditer(data)] if language in SECTIONED else []
    bounds = [0, *(start for start in starts if start > 0), len(data)]
    for start, end in pairwise(bounds):
        title = decode(data[start:end].strip().partition(b"\n")[0][:200]).strip("#= \t") if starts else ""
        for number, spans in enumerate(_windows([(start, end)], lines)):
            body = _text(data, spans)
            if body.strip():
                names = tuple(named(body)) if language in SECTIONED else ()
                yield Chunk("section", -1, spans[0][0], spans[-1][1], body, title if number == 0 else "", names=names)


def _stands_alone(definition: Definition, lines: Lines) -> bool:
    if not definition.name_end or definition.kind in MODULES:
        return False
    if definition.kind in ALONE:
        return True
    return lines.at(definition.end - 1) - lines.at(definition.start) + 1 >= LEAST_LINES


def _with_comments(unit: Unit, start: int) -> int:
    """Where the comments begin that stand right above a definition: they speak of it."""
    data, comments = unit.data, unit.visitor.comments
    place = bisect_left(comments, (start, 0)) - 1
    while place >= 0:
        first, last = comments[place]
        between, before = data[last:start], data[data.rfind(b"\n", 0, first) + 1 : first]
        if between.strip() or between.count(b"\n") > 1 or before.strip():
            break
        start, place = first, place - 1
    return start


def _owner(unit: Unit, definition: Definition, own: list[bool]) -> int:
    """The nearest enclosing definition with a piece of its own; -1 is the file."""
    parent = definition.parent
    while parent >= 0 and not own[parent]:
        parent = unit.found.definitions[parent].parent
    return parent


def _definition(unit: Unit, index: int, segments: list[Span], lines: Lines) -> Iterator[Chunk]:
    definition = unit.found.definitions[index]
    container = _around(unit, definition)
    for number, spans in enumerate(_windows(segments, lines)):
        first = number == 0
        yield Chunk(
            "definition" if first else "window",
            unit.numbers[index],
            spans[0][0],
            spans[-1][1],
            _text(unit.data, spans),
            decode(definition.name),
            container,
            (definition.signature or "") if first else "",
            (definition.documentation or "") if first else "",
        )


def _around(unit: Unit, definition: Definition) -> str:
    """Names of what encloses it in the file, or of the type it says it belongs to, and what its kind is called."""
    names = [definition.container] if definition.container else []
    parent = definition.parent
    while parent >= 0:
        names.append(unit.found.definitions[parent].name)
        parent = unit.found.definitions[parent].parent
    return f"{decode(b' '.join(names))} {SPOKEN.get(definition.kind, '')}".rstrip()


def _rest(unit: Unit, path: str, holes: list[Span], lines: Lines) -> Iterator[Chunk]:
    """What stands outside of all pieces: imports, constants, statements, the file's own documentation."""
    definitions = unit.found.definitions
    number = unit.numbers[0] if definitions and not definitions[0].name_end else -1
    name = path.rpartition("/")[2].partition(".")[0]
    for spans in _windows(_segments(unit.data, 0, len(unit.data), holes), lines):
        body = _text(unit.data, spans)
        if body.strip():
            yield Chunk("file", number, spans[0][0], spans[-1][1], body, name)


def _segments(data: bytes, start: int, end: int, holes: list[Span]) -> list[Span]:
    """A span without the holes in it, and without the blanks that are left between them."""
    bounds = [start]
    for hole_start, hole_end in sorted(holes):
        if hole_start >= bounds[-1]:
            bounds += [hole_start, hole_end]
    bounds.append(max(end, bounds[-1]))
    parts = [(first, data[first:last].rstrip()) for first, last in zip(bounds[::2], bounds[1::2], strict=True)]
    return [(first + len(part) - len(part.lstrip()), first + len(part)) for first, part in parts if part]


def _windows(segments: list[Span], lines: Lines) -> Iterator[list[Span]]:
    """Segments in groups of about equal length, none above WINDOW_LINES by much; cut between lines."""
    total = sum(lines.at(end - 1) - lines.at(start) + 1 for start, end in segments)
    if total <= WINDOW_LINES:
        yield from [segments] if segments else []
        return
    size = ceil(total / ceil(total / WINDOW_LINES))
    group: list[Span] = []
    room = size
    for start, end in segments:
        while (count := lines.at(end - 1) - lines.at(start) + 1) > room:
            cut = lines.starts[lines.at(start) - 1 + room]
            yield [*group, (start, cut)]
            start, group, room = cut, [], size
        group.append((start, end))
        room -= count
        if room <= 0:
            yield group
            group, room = [], size
    if group:
        yield group


def decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _text(data: bytes, spans: list[Span]) -> str:
    return decode(b"\n".join(data[start:end] for start, end in spans))

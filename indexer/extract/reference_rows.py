"""Uses, imports and bases of one file as rows of `refs`, `imports` and `types`."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from indexer.extract.imports import unquoted
from indexer.extract.scopes import LOCAL, TYPE_PARAMETER
from indexer.extract.terms import Op
from indexer.extract.text import decode, one_line
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.rows import Batch, Row
    from indexer.extract.settle import Settled
    from indexer.extract.unit import Unit

HINT_LIMIT = 80
CALL, INSTANTIATE, TYPE_USE, IMPORT, OVERRIDE = map(
    REF_KINDS.index, ("call", "instantiate", "type_use", "import", "override")
)
INSTANTIABLE = frozenset({"class", "struct", "record"})


def add_references(batch: Batch, unit: Unit, settled: Settled) -> dict[int, int]:
    """A row for each use but those of locals. Returns start byte -> definition for what scope settles."""
    definitions, data, symbols, texts = unit.found.definitions, unit.data, unit.numbers, batch.texts.numbers
    bindings, called = settled.bindings, settled.called
    callees, linked = unit.visitor.callees, bool(unit.language.linking)
    resolved: dict[int, int] = {}
    rows: list[Row] = []
    locals_apart = unit.language.scoping.locals_apart
    for start, end, kind, scope, owner, hint_start, hint_end, term in unit.visitor.uses:
        target = -1
        if scope is not None:
            target = bindings[callees.get(term, term)]
            if LOCAL >= target >= TYPE_PARAMETER:
                if term not in called:
                    continue
                term = called[term]
            if target >= 0:
                resolved[start] = target
                if locals_apart and definitions[target].local:
                    if kind != CALL or definitions[target].kind != "function":
                        continue
                    visitor = unit.visitor  # its name is no reference, but it is called
                    term, target = visitor.term(Op.CALLED, visitor.term(Op.SYMBOL, target)), -1
                elif kind == CALL and definitions[target].kind in INSTANTIABLE:
                    kind = INSTANTIATE
                if target >= 0:  # which constructor is meant depends on the arguments
                    target = -1 if linked and kind == INSTANTIATE and term in callees else symbols[target]
        hint = -1
        if hint_end:
            text = data[hint_start:hint_end]
            if len(text) > HINT_LIMIT or b"\n" in text:
                text = _hint(text)
            hint = texts.setdefault(text, len(texts))
        name = data[start:end]
        number = texts.setdefault(name, len(texts))
        if start < end:  # the parser puts nameless names where it misses one
            rows.append((start, end, kind, symbols[owner] if owner >= 0 else -1, target, number, hint, term))
    rows.extend(_others(batch, unit))
    if unit.beside:  # another reading's names are that one's
        rows = [row for row in rows if unit.counts(row[0])]
    batch.refs.append(rows)
    batch.ref_files.append((unit.file, unit.base, unit.level(suspect=False), unit.suspect))
    return resolved


def _hint(text: bytes) -> bytes:
    if len(text) <= HINT_LIMIT and b"\n" not in text:
        return text
    return one_line(text, HINT_LIMIT).encode()


def _others(batch: Batch, unit: Unit) -> list[Row]:
    """References that are no expressions: imported names, overrides, implementations."""
    found, data, texts = unit.found, unit.data, batch.texts
    owner = _Owner(unit)
    rows: dict[int, Row] = {}
    aliases = unit.language.scoping.aliases_named
    for item in found.imports:
        whole = unit.visitor.term(Op.FROM, unit.visitor.text(item.module_text), unit.visitor.text(b""))
        named = [(item.imported, item.module_text, item.term), (item.module, b"", whole)]
        if aliases and item.imported is not None:
            named.append((item.alias, item.module_text, item.term))
        for node, hint, term in named:
            text = unquoted(node, data) if node is not None else b""
            start = data.find(text, node.start_byte) if node is not None else -1
            if text and start not in rows:
                number = texts(_hint(hint)) if hint else -1
                rows[start] = (start, start + len(text), IMPORT, owner(start), -1, texts(text), number, term)
    overrides = set(unit.language.describe.overrides)
    for index, d in enumerate(found.definitions if overrides else ()):
        if not overrides.isdisjoint(d.modifiers) or not overrides.isdisjoint(d.decorators):
            rows[d.name_start] = (d.name_start, d.name_end, OVERRIDE, unit.numbers[index], -1, texts(d.name), -1, 0)
    for word, node, told in found.references:
        start, end = node.start_byte, node.end_byte
        number = texts(_hint(data[told.start_byte : told.end_byte])) if told is not None else -1
        index = found.by_name.get(start, -1)
        source = unit.numbers[index] if index >= 0 else owner(start)
        name = texts(data[start:end])
        term = unit.visitor.terms.numbers.get((Op.FROM, number, name), 0)  # where the language made one
        rows[start] = (start, end, REF_KINDS.index(word), source, -1, name, number, term)
    return [row for row in rows.values() if row[0] < row[1]]


class _Owner:
    """The innermost definition around a position, as its number."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.begins = sorted((d.start, index) for index, d in enumerate(unit.found.definitions) if d.owns)

    def __call__(self, position: int) -> int:
        definitions = self.unit.found.definitions
        index = bisect_right(self.begins, position, key=lambda pair: pair[0]) - 1
        best = self.begins[index][1] if index >= 0 else -1
        while best >= 0 and definitions[best].end <= position:
            best = definitions[best].parent
        return self.unit.numbers[best] if best >= 0 else -1


def add_imports(batch: Batch, unit: Unit) -> None:
    for item in unit.found.imports:
        start = item.node.start_byte
        if unit.counts(start):
            local = decode(item.local_name) if item.local_name else None
            imported = decode(item.imported_name) if item.imported_name else None
            batch.imports.append((unit.file, unit.base + start, local, decode(item.module_text), imported))


def add_types(batch: Batch, unit: Unit, resolved: dict[int, int]) -> None:
    counts: dict[int, int] = {}
    for owner_id, relation, base in unit.found.bases:
        owner = unit.found.by_node.get(owner_id)
        if owner is None:
            continue
        position = counts.get(owner, 0)
        counts[owner] = position + 1
        if not unit.counts(base.start_byte):
            continue
        target = _base_target(base, unit.data, resolved)
        name = one_line(unit.data[base.start_byte : base.end_byte], 200)
        number = unit.numbers[target] if target >= 0 else -1
        batch.types.append((unit.numbers[owner], position, relation, name, number))


def _base_target(base: Node, data: bytes, resolved: dict[int, int]) -> int:
    """A base that is one bare name (maybe with type arguments) and that scope settled."""
    target = resolved.get(base.start_byte, -1)
    if target < 0:
        return -1
    text = data[base.start_byte : base.end_byte]
    head = text.partition(b"<")[0].partition(b"[")[0].strip()
    return target if b"." not in head and b":" not in head else -1

"""Definitions of one file as rows of `symbols`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.fingerprint import Normalised
from indexer.extract.text import decode
from indexer.schema import CONFIDENCES, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition
    from indexer.extract.rows import Batch
    from indexer.extract.unit import Unit


def add_symbols(batch: Batch, unit: Unit) -> None:
    definitions = unit.found.definitions
    if not definitions:
        return
    data, positions = unit.data, unit.positions
    starts = [d.start for d in definitions]
    ends = [d.start + len(data[d.start : d.end].rstrip()) for d in definitions]
    begin, finish = positions.locate(starts), positions.locate(ends)
    named = positions.locate([d.name_start for d in definitions])
    code = Normalised(data, positions.starts, unit.visitor.comments, unit.language.scoping.indentation)
    prints = code.fingerprints(starts, ends)
    places = [a.tolist() for a in (begin[0], finish[0], begin[1], finish[1], named[0], named[1])]
    numbered = iter(unit.numbers)
    first = len(batch.symbols)
    for d, name, mark, *place in zip(definitions, local_names(unit), prints, *places, strict=True):
        if next(numbered) < first:
            continue  # another reading of the file has it
        if d.parameters:
            batch.parameters.extend(d.parameters)
        batch.symbols.append(
            (
                unit.file, unit.numbers[d.parent] if d.parent >= 0 else -1,
                decode(d.container) if d.container else None, decode(d.namespace) if d.namespace else None,
                d.kind, decode(d.name), name, _shape(d, unit), *place, d.signature or None,
                None if d.parameters is None else len(d.parameters), d.return_type, d.documentation, d.visibility,
                d.exported, d.is_test, d.modifiers or None, d.decorators or None, mark,
                CONFIDENCES[unit.level(_near_error(unit, d, place[0], place[1]))],
            )
        )  # fmt: skip


def _near_error(unit: Unit, definition: Definition, first: int, last: int) -> bool:
    """An error in the definition's header counts; what goes on in the body does not matter."""
    if not unit.suspect:
        return False
    header = definition.body.start_point[0] + 1 if definition.body is not None else last
    return any(line in unit.suspect for line in range(first, header + 1))


def local_names(unit: Unit) -> list[str]:
    """Names with what encloses them in this file; the module comes later."""
    separator = unit.language.separator
    spell = getattr(unit.language.hooks, "spell", None)
    names: list[str] = []
    for definition in unit.found.definitions:
        parent = names[definition.parent] if definition.parent >= 0 else ""
        if definition.name_end == 0:
            name = ""
        elif spell is not None:
            name = spell(definition, unit.found, parent)
        else:
            name = decode(definition.id_name or definition.name)
            if definition.container:
                name = decode(definition.container) + separator + name
            if parent:
                name = parent + separator + name
        names.append(name)
    return names


def _shape(definition: Definition, unit: Unit) -> str | None:
    """Parameter types, where they tell definitions apart; those of a type are its constructor's."""
    parameters = definition.parameters
    if parameters is None or not unit.language.scoping.overloads or definition.kind in TYPE_KINDS:
        return None
    if definition.id_shape is not None:
        return definition.id_shape
    return ",".join("".join((kind or name).split()) for name, kind, _ in parameters)

"""Definitions of one file as rows of `symbols`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.text import Lines, decode
from indexer.schema import CONFIDENCES, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition
    from indexer.extract.rows import Batch
    from indexer.extract.unit import Unit


def add_symbols(batch: Batch, unit: Unit) -> None:
    data, base, first = unit.data, unit.base, len(batch.symbols)
    lines = Lines(data) if unit.suspect else None
    numbered = zip(unit.numbers, unit.found.definitions, local_names(unit), strict=True)
    for number, d, name in numbered:
        if number < first:
            continue  # another reading of the file has it
        end = d.start + len(data[d.start : d.end].rstrip())
        batch.spans.append((base + d.start, base + end, base + d.name_start))
        if d.parameters:
            batch.parameters.extend(d.parameters)
        batch.symbols.append(
            (
                unit.file, unit.numbers[d.parent] if d.parent >= 0 else -1,
                decode(d.container) if d.container else None, decode(d.namespace) if d.namespace else None,
                d.kind, decode(d.name), name, _shape(d, unit), d.signature or None,
                None if d.parameters is None else len(d.parameters), d.return_type, d.documentation, d.visibility,
                d.exported, d.is_test, d.modifiers or None, d.decorators or None,
                CONFIDENCES[unit.level(lines is not None and _near_error(unit.suspect, d, lines))],
            )
        )  # fmt: skip


def _near_error(suspect: set[int], definition: Definition, lines: Lines) -> bool:
    """An error in the definition's header counts; what goes on in the body does not matter."""
    end = definition.body.start_byte if definition.body is not None else definition.end
    return any(line in suspect for line in range(lines.at(definition.start), lines.at(end) + 1))


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

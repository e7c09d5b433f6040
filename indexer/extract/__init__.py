"""One file's content to rows: parse, find definitions, walk scopes, settle what the file alone can settle.

The same blob, path and language give the same rows; what needs other files is left to `assemble`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer import languages
from indexer.extract.places import count_lines
from indexer.extract.reference_rows import add_imports, add_references, add_types
from indexer.extract.rows import Batch
from indexer.extract.settle import Settled
from indexer.extract.symbol_rows import add_symbols
from indexer.extract.unit import Unit, prepare_language
from indexer.facts.marks import add_marks
from indexer.model import Diagnostic
from indexer.spent import EXTRACT, FACTS, SEARCH

if TYPE_CHECKING:
    from indexer.model import Limits

__all__ = ["Batch", "extract", "list_only", "prepare_language"]

BOM = b"\xef\xbb\xbf"


def extract(batch: Batch, file: int, path: str, name: str, data: bytes, limits: Limits) -> list[Diagnostic]:
    """Add the rows of one file, in the language `name`, to the batch."""
    if len(data) > limits.file_bytes:
        list_only(batch, file, path, name, data)
        message = f"{len(data):,} bytes, more than limits.file_bytes = {limits.file_bytes:,}: listed, not parsed"
        return [Diagnostic("file_too_large", path, message)]
    language = languages.load(name)
    text = data.removeprefix(BOM)
    prepare = getattr(language.hooks, "prepare", None)
    unit = Unit(batch, file, path, language, prepare(text) if prepare is not None else text, limits)
    unit.number_from(len(batch.symbols))
    package = unit.found.package.decode("utf-8", "replace") or None
    batch.files.append((file, name, count_lines(data), package, unit.is_test, unit.errors))
    _add(batch, unit, path)
    # What the prepared text leaves out (inactive branches of the preprocessor) has rows too, told as less sure.
    for rest in getattr(language.hooks, "left_out", lambda _: [])(text):
        other = Unit(batch, file, path, language, rest, limits, beside=unit)
        other.number_from(len(batch.symbols))
        _add(batch, other, path)
    return unit.diagnostics


def _add(batch: Batch, unit: Unit, path: str) -> None:
    unit.base = batch.places.add(unit.data, unit.visitor.comments, unit.language.scoping.indentation)
    add_symbols(batch, unit)
    settled = Settled(unit)
    resolved = add_references(batch, unit, settled)
    settled.add_rows()  # references of local functions have terms of their own
    add_imports(batch, unit)
    add_types(batch, unit, resolved)
    batch.laps.end(EXTRACT)
    add_marks(batch, unit, settled)
    batch.laps.end(FACTS)
    batch.pieces.add_unit(unit, path)
    batch.laps.end(SEARCH)


def list_only(batch: Batch, file: int, path: str, name: str | None, data: bytes) -> None:
    """A row in `files` for what is not parsed."""
    is_test = name is not None and languages.is_parsed(name) and languages.load(name).is_test_path(path)
    batch.files.append((file, name, count_lines(data), None, is_test, None))

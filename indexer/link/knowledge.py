"""What is known of libraries: rows made from their stubs, loaded file by file as linking meets their modules.

`ci/knowledge` makes the data; a family of languages without data knows no library, and links all the same.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from indexer.link.program import File, Import

if TYPE_CHECKING:
    from indexer.link.program import Program

FOLDER = Path(__file__).parent / "data"
TABLES = ("files", "symbols", "imports", "terms", "flows", "texts")


@cache
def read(family: str) -> dict[str, pa.Table] | None:
    path = FOLDER / f"{family}.arrow.zst"
    if not path.exists():
        return None
    with pa.input_stream(str(path), compression="zstd") as stream:
        return {name: pa.ipc.open_stream(stream).read_all().combine_chunks() for name in TABLES}


def write(family: str, tables: dict[str, pa.Table], folder: Path = FOLDER) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{family}.arrow.zst"
    with pa.output_stream(str(path), compression=None) as raw, pa.CompressedOutputStream(raw, "zstd") as stream:
        for name in TABLES:
            with pa.ipc.new_stream(stream, tables[name].schema) as writer:
                writer.write_table(tables[name])
    return path


class Knowledge:
    """The known files of a family, at hand in a program by module name."""

    def __init__(self, program: Program, family: str) -> None:
        self.program = program
        self.tables = read(family)
        self.modules: dict[str, list[int]] = {}
        if self.tables is None:
            return
        first = max(program.files, default=-1) + 1
        self.offsets = program.reserve(self.tables, first)
        files = self.tables["files"]
        rows = zip(
            *(files[name].to_pylist() for name in ("file", "path", "language", "module", "package")), strict=True
        )
        for number, path, language, module, package in rows:
            program.files[number + first] = File(path, language, module, package, external=True)
            self.modules.setdefault(module or package or "", []).append(number)
        flow_files = self.tables["symbols"]["file"].to_numpy()[self.tables["flows"]["symbol"].to_numpy()]
        self.bounds = {name: self.tables[name]["file"].to_numpy() for name in ("symbols", "imports")}
        self.bounds["flows"] = flow_files
        self.loaded: set[int] = set()

    @classmethod
    def of(cls, program: Program, family: str) -> Knowledge:
        """What a program knows of a family's libraries: its rows are there once, whoever links."""
        if family not in program.libraries:
            program.libraries[family] = cls(program, family)
        return program.libraries[family]  # type: ignore[no-any-return]

    def load(self, module: str) -> list[int]:
        """The program's numbers of a module's files, their rows filled in."""
        if self.tables is None:
            return []
        files = [number + self.offsets.file for number in self.modules.get(module, [])]
        for file in files:
            self.load_file(file)
        return files

    def load_file(self, file: int) -> None:
        number = file - self.offsets.file
        if number not in self.loaded:
            self.loaded.add(number)
            self._load(number)

    def load_all(self) -> None:
        """Symbols and flows of all files; what they import is not asked for."""
        if self.tables is not None and not self.loaded:
            self.loaded.update(range(self.tables["files"].num_rows))
            self.program.fill(self.tables, self.offsets)

    def symbols(self, file: int) -> range:
        """The program's numbers of the symbols of a file that is loaded."""
        number = file - self.offsets.file
        begin, end = np.searchsorted(self.bounds["symbols"], (number, number + 1)).tolist()
        return range(begin + self.offsets.symbol, end + self.offsets.symbol)

    def _load(self, number: int) -> None:
        assert self.tables is not None
        slices: dict[str, pa.Table] = {}
        begins: dict[str, int] = {}
        for name, bounds in self.bounds.items():
            begin, end = np.searchsorted(bounds, (number, number + 1)).tolist()
            slices[name], begins[name] = self.tables[name].slice(begin, end - begin), begin
        self.program.fill(slices, self.offsets, begins["symbols"])
        add_imports(self.program, slices["imports"], self.offsets.file, -1)


def add_imports(program: Program, table: pa.Table, first: int, row: int = 0) -> None:
    """Imports by the names they bind; a row of -1 says that nobody asks for their targets."""
    columns = (table[name].to_pylist() for name in ("file", "local_name", "module", "imported_name"))
    for place, (file, local, module, imported) in enumerate(zip(*columns, strict=True)):
        item = Import(file + first, local, module, imported, place if row >= 0 else -1)
        home = program.files[file + first]
        if local == "*":
            home.stars.append(item)
        elif local:
            home.imports[local].append(item)
        else:
            home.unnamed.append(item)

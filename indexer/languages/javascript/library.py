"""What is known of the platform and of packages: modules by name, and what is global."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow
from indexer.link.knowledge import Knowledge
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.link.program import Program


class Library:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.knowledge = Knowledge.of(program, "javascript")
        self.ambient: dict[str, int] = {}  # `declare module "name"` -> the file that has it
        self.names: dict[str, set[int]] = {}  # what is global -> the files that declare it
        self.found: dict[str, list[int]] = {}
        if self.knowledge.tables is not None:
            self._index(self.knowledge.tables)

    def _index(self, tables: dict[str, pa.Table]) -> None:
        symbols = tables["symbols"]
        names, files, parents = (symbols[name].to_pylist() for name in ("name", "file", "parent"))
        kinds, modifiers = symbols["kind"].to_pylist(), symbols["modifiers"].to_pylist()
        bound = tables["imports"].filter(tables["imports"]["local_name"].is_valid())  # `import("x").T` binds nothing
        modules = set(bound["file"].to_pylist())  # files that import or export something are no scripts
        flows = zip(tables["flows"]["how"].to_pylist(), tables["flows"]["symbol"].to_pylist(), strict=True)
        modules |= {files[symbol] for how, symbol in flows if how == Flow.EXPORT and parents[symbol] < 0}
        top = [n for n, parent in enumerate(parents) if parent >= 0 and parents[parent] < 0]
        modules |= {files[n] for n in top if "export" in (modifiers[n] or ())}
        for number in top:
            if kinds[number] == "module":
                self.ambient.setdefault(names[number], files[number])
            elif files[number] not in modules:
                self.names.setdefault(names[number], set()).add(files[number])
        shared = {n for n, kind in enumerate(kinds) if kind == "namespace" and names[n] == "global"}
        for number, parent in enumerate(parents):
            if parent in shared:
                self.names.setdefault(names[number], set()).add(files[number])

    def global_name(self, name: str) -> list[int]:
        """All parts of what is declared for every file."""
        if name not in self.found:
            files = sorted(self.names.get(name, ()))
            self.found[name] = [symbol for number in files for symbol in self._shared(number).get(name, ())]
        return self.found[name]

    def parts(self, symbol: int) -> list[int]:
        """A type or namespace that several files declare parts of: all its parts."""
        program = self.program
        parent = program.parent[symbol]
        if parent < 0 or not (program.parent[parent] < 0 or program.name[parent] == "global"):
            return [symbol]
        found = self.global_name(program.name[symbol])
        return found if symbol in found else [symbol]

    def _loaded(self, number: int) -> int:
        """The symbol of a file whose rows are filled in now."""
        file = self.program.files[number + self.knowledge.offsets.file]
        self.knowledge.load(file.module or "")
        return file.symbol

    def _shared(self, number: int) -> dict[str, list[int]]:
        """What a file declares for all: `declare global`, and all of a script."""
        members, kinds = self.program.members, self.program.kind
        found = dict(members.get(self._loaded(number), {}))
        inner = [module for listed in found.values() for module in listed if kinds[module] == "module"]
        for shared in [*found.get("global", ()), *(s for m in inner for s in members.get(m, {}).get("global", ()))]:
            for name, symbols in members.get(shared, {}).items():
                found[name] = found.get(name, []) + symbols
        return found

    def _declared(self, name: str) -> list[int]:
        """`declare module "name"`."""
        if name not in self.ambient:
            return []
        listed = self.program.members.get(self._loaded(self.ambient[name]), {}).get(name, ())
        return [symbol for symbol in listed if self.program.kind[symbol] == "module"]

    def module(self, path: str, module: str) -> Value | None:
        """The module that a specifier in a file of the library (or of the repository: no path) leads to."""
        if module.startswith("."):
            return self._first(_joined(path, module))
        name = module.removeprefix("node:")
        for spelling in (module, name):
            for symbol in self._declared(spelling):
                return (Tag.MODULE, symbol)
        typed = f"@types/{name.removeprefix('@').replace('/', '__')}"
        places = [f"node_modules/{base}{tail}" for base in (typed, f"@types/{name}", name) for tail in ("/index", "")]
        return self._first(places) or (Tag.EXTERNAL, module)

    def _first(self, places: list[str]) -> Value | None:
        for place in places:
            for number in self.knowledge.load(place):
                return (Tag.MODULE, self.program.files[number].symbol)
        return None


def _joined(path: str, module: str) -> list[str]:
    """The places that a relative specifier may mean."""
    folder = path.split("/")[:-1]
    for part in module.split("/"):
        if part == "..":
            folder = folder[:-1]
        elif part != ".":
            folder.append(part)
    place = "/".join(folder)
    for ending in (".js", ".ts", ".d"):
        place = place.removesuffix(ending)
    return [place, f"{place}/index"]

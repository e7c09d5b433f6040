"""Who can reach a name through the module of the file that binds it, where there is no other way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import Flow, Op
from indexer.link.changes import HANDING, MODULAR
from indexer.link.values import Tag

if TYPE_CHECKING:
    from indexer.link.ground import Ground
    from indexer.link.side import Side

Ints = npt.NDArray[np.int64]
Bound = list[tuple[int, str | None]]  # files, and names that imports bind there
EXPORTING = HANDING - MODULAR
WHOLE, DEFAULT, EXPORT = "export=", "default", "export"


def seers_of(ground: Ground, path: str, names: set[str], now: Side, files: Ints) -> set[int]:
    """Files but those given that may get one of the names from a file, also through files that hand it on."""
    found: set[int] = set()
    waiting = [(path, names)]
    known: set[tuple[str, str]] = set()
    while waiting:
        at, asked = waiting.pop()
        fresh = {name for name in asked if (at, name) not in known}
        known |= {(at, name) for name in fresh}
        if not fresh:
            continue
        kind = Exporting if ground.program.files[ground.number[at]].language in EXPORTING else Handing
        taking, bound = kind(ground, at, files).takers(fresh, now)
        found |= taking
        waiting += [(ground.paths[file], {local}) for file, local in bound if local and local != "*"]
    return found - set(files.tolist())


class Handing:
    """A file as others import it; `files` are those that do not count, itself among them."""

    def __init__(self, ground: Ground, path: str, files: Ints) -> None:
        self.ground, self.files, self.path = ground, files, path
        self.dotted = path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")
        module = ground.modules[ground.number[path]]
        self.known_as = {f".{self.dotted}", *([f".{module}"] if module else [])}

    def takers(self, names: set[str], now: Side) -> tuple[set[int], Bound]:
        """Files that may get one of the names from this one, and what their imports of them bind."""
        rows = self._leading()
        bound: Bound = [(file, local) for file, local, imported in rows if imported in names]
        found = {file for file, _ in bound}
        if any(local == "*" for _, local, _ in rows):
            starred = self._starred(names, now)
            found |= self.ground.mentioning(starred, self.files)
            bound += self.ground.binding(starred)
        return found | self._taking(names), bound

    def is_starred(self) -> bool:
        """Whether somebody else imports everything."""
        return any(local == "*" for file, local, _ in self._leading() if file not in self.files)

    def _leading(self) -> list[tuple[int, str, str]]:
        """Imports from this file: the file that has it, the name there, and the name here."""
        last = {known.rpartition(".")[2] for known in self.known_as}
        rows = [row for word in last for row in self.ground.importing.get(word, ())]
        return [
            (file, local, imported)
            for file, local, module, imported in rows + self.ground.importing.get("", [])
            if self._leads(file, module)
        ]

    def _leads(self, file: int, module: str) -> bool:
        """Whether a module, as an import in a file writes it, may be this one."""
        bare = module.lstrip(".")
        if bare == module:
            return any(known.endswith(f".{bare}") for known in self.known_as)
        folder = self.ground.paths[file].split("/")[: len(bare) - len(module)]  # one less for each dot
        return ".".join((*folder, bare) if bare else folder) == self.dotted

    def _is_value(self) -> bool:
        """Whether somebody holds the module itself."""
        ground, program = self.ground, self.ground.program
        if ground.named({program.files[ground.number[self.path]].symbol}, self.files):
            return True
        for term in self._others(ground.saying({self.dotted.rpartition(".")[2]}, (Op.FROM,))):
            module, name = (program.texts[part] for part in program.parts[term])
            if not name and self._leads(program.term_file[term], module):
                return True
        return False

    def _taking(self, names: set[str]) -> set[int]:
        """Files that ask the module for one of the names, as far as it is known who holds it."""
        program, terms = self.ground.program, self._others(self.ground.saying(names, (Op.MEMBER,)))
        if not terms or not self._is_value():
            return set()
        symbol = program.files[self.ground.number[self.path]].symbol
        number = self.ground.number[self.path]
        family = next(name for name, files in self.ground.families.items() if number in files)
        held = self.ground.held([program.parts[term][0] for term in terms], family)
        return {
            program.term_file[term]
            for term, values in zip(terms, held, strict=True)
            if any(value[0] == Tag.MODULE and symbol in value[1:3] for value in values)
        }

    def _others(self, terms: Ints) -> list[int]:
        others: list[int] = terms[~np.isin(self.ground.raw.terms["file"].to_numpy()[terms], self.files)].tolist()
        return others

    def _starred(self, names: set[str], now: Side) -> set[str]:
        """Those of the names that who imports everything gets."""
        if not any(
            path == self.path and name == "__all__" for path, name in zip(now.paths, now.columns["name"], strict=True)
        ):
            return names
        return names & {now.text(parts[0]) for op, parts in now.terms.values() if op == Op.CONSTANT}


class Exporting:
    """The same where modules say what they hand out (JavaScript, TypeScript)."""

    def __init__(self, ground: Ground, path: str, files: Ints) -> None:
        self.ground, self.files, self.path, self.number = ground, files, path, ground.number[path]

    def takers(self, names: set[str], now: Side) -> tuple[set[int], Bound]:
        """Files that import one of the names; where somebody has the whole module, all that say one."""
        rows = self.ground.led_to(self.number)
        handed = self._exported_as(names) | (names if self._is_script() else names & self._exported(now))
        if not handed:
            return set(), []
        bound = [(file, local) for file, local, imported in rows if imported in handed]
        found = {file for file, _ in bound}
        if WHOLE in handed or any(self._is_whole(imported) for _, _, imported in rows):
            found |= self.ground.mentioning(handed, self.files)
            bound += self.ground.binding(handed)
        return found, bound

    def holders(self) -> set[int]:
        """Files that hold the module itself."""
        rows = self.ground.led_to(self.number)
        return {file for file, _, imported in rows if self._is_whole(imported)} - set(self.files.tolist())

    def _is_whole(self, imported: str | None) -> bool:
        return not imported or (imported == DEFAULT and self._is_script())  # whose default may be the whole

    def _is_script(self) -> bool:
        return self.ground.program.files[self.number].language == "javascript"

    def _exported(self, now: Side) -> set[str]:
        """Definitions that say that they are exported, or did."""
        program = self.ground.program
        members = program.members.get(program.files[self.number].symbol, {})
        before = {name for name, each in members.items() if any(EXPORT in (program.modifiers[s] or ()) for s in each)}
        rows = zip(now.paths, *(now.columns[name] for name in ("name", "modifiers")), strict=True)
        return before | {name for path, name, words in rows if path == self.path and EXPORT in (words or ())}

    def _exported_as(self, names: set[str]) -> set[str]:
        """What a module exports that is one of the names, or may be made of it."""
        program = self.ground.program
        found = set()
        for _, term in program.flows[Flow.EXPORT].get(program.files[self.number].symbol, ()):
            word, given = program.parts[term]
            op, parts = program.ops[given], program.parts[given]
            said = parts[1] if op == Op.FROM else parts[0] if op == Op.IMPORT else -1
            if op != Op.SYMBOL and (said < 0 or program.texts[said] in names):
                found.add(program.texts[word])
        return found

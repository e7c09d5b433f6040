"""How C finds what a name means: what the file includes declares it, what is linked with it may define it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.c.includes import LANGUAGES, Includes
from indexer.languages.c.scopes import BOUNDED, GIVEN, REFUTED, SUPPOSED
from indexer.link.dialect import Dialect, Entity, Member
from indexer.link.knowledge import Knowledge
from indexer.link.values import Tag, Value
from indexer.schema import KIND_PREFIX, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")
TAGS = ("struct", "union", "enum")
TAG = "struct "
HIDDEN = frozenset({"field"})  # no bare name means these
MOST_ASKED = 40  # files that include a header and are asked what its names mean


class C(Dialect):
    follows_changes = False  # which of several definitions counts depends on conditions around them

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.knowledge = Knowledge.of(program, "c")
        self.chosen, self.declared, self.dead, self.maybe, self.likely, *rest = map(self.marked, range(9))
        self.special, self.scoped, self.constant, self.pointing = rest
        self.given, self.bounded = self.marked(GIVEN), self.marked(BOUNDED)
        self.judged: dict[int, bool] = {}
        self.refuted: dict[int, bool] = {}
        self.names: dict[str, list[int]] = defaultdict(list)
        self.tags: dict[str, list[int]] = defaultdict(list)
        for symbol in range(program.own):
            if program.files[program.file[symbol]].language in LANGUAGES:
                self._enter(symbol)
        self.includes = Includes(program, self.knowledge, self._enter_library)
        self.meant: dict[tuple[int, str], list[int]] = {}

    def _enter_library(self, file: int) -> None:
        for symbol in self.knowledge.symbols(file):
            self._enter(symbol)

    def marked(self, mark: int) -> set[int]:
        """Definitions by what extraction says: the one of several, only declared, not compiled."""
        flows = self.program.flows[Flow.EXPORT].items()
        return {symbol for symbol, marks in flows if any(place == mark for place, _ in marks)}

    def is_likely(self, symbol: int) -> bool:
        """Whether what may be compiled is: no header defines the macros that must not be, or headers all that must."""
        if symbol not in self.judged:
            self.judged[symbol] = self._is_likely(symbol)
        return self.judged[symbol]

    def _is_likely(self, symbol: int) -> bool:
        names = self._asked(symbol, SUPPOSED)
        if symbol in self.likely and not any(map(self._macros, names)):
            return True
        return symbol in self.given and bool(names) and all(self._is_given(symbol, name) for name in names)

    def _asked(self, symbol: int, place: int) -> list[str]:
        """The macros that decide on a symbol."""
        program = self.program
        terms = (term for where, term in program.flows[Flow.EXPORT].get(symbol, ()) if where == place)
        return [program.texts[program.parts[term][0]] for term in terms]

    def is_refuted(self, symbol: int) -> bool:
        """Whether what may be compiled is not, since no header defines the macros that it is for."""
        if symbol not in self.refuted:
            self.refuted[symbol] = False  # where macros ask for each other nothing is known
            names = self._asked(symbol, REFUTED) if symbol in self.maybe else ()
            self.refuted[symbol] = bool(names) and not any(map(self._macros, names))
        return self.refuted[symbol]

    def _macros(self, name: str) -> list[int]:
        """Macros of headers: what a source defines is its own, what needs macros that nobody defines is none."""
        program, includers = self.program, self.includes.includers
        alive = (s for s in self.names.get(name, ()) if program.kind[s] == "macro" and s not in self.dead)
        listed = (s for s in alive if includers.get(program.file[s]) and not program.is_external(s))
        return [s for s in listed if not self.is_refuted(s)]

    def _is_given(self, symbol: int, name: str) -> bool:
        """Whether a header defines a macro for sure that something else sees beside the symbol's file."""
        home, seen = self.program.file, self.includes.seen
        sure = {home[s] for s in self._macros(name) if s not in self.maybe}
        return any({file, home[symbol]} <= seen(other) for file in sure for other in list(self.includes.direct))

    def _enter(self, symbol: int) -> None:
        program = self.program
        kind = program.kind[symbol]
        if kind in HIDDEN or program.container[symbol] or symbol in self.special:
            return
        if kind != "macro" and not self.is_outer(symbol):
            return
        is_tag = kind in TAGS and symbol not in program.flows[Flow.TYPE]
        (self.tags if is_tag else self.names)[program.name[symbol]].append(symbol)

    def is_outer(self, symbol: int) -> bool:
        """Whether a name belongs to the file: inside a struct that holds for tags and enumerators."""
        parent = self.program.parent[symbol]
        if parent < 0:
            return True
        return self.program.kind[parent] in TYPE_KINDS and self.program.kind[symbol] in (*TAGS, "enum_member")

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        found = self.meaning(file, name)
        if len(found) > 1 and self.is_alternative(found):
            return [(self.plainest(found)[0], "candidates")]  # one configuration: a plain one, else the first branch
        return [(symbol, "scope" if self.program.file[symbol] == file else "star_import") for symbol in found]

    def is_alternative(self, symbols: list[int]) -> bool:
        """Whether definitions stand in branches of the preprocessor that exclude each other."""
        return len({self.program.file[s] for s in symbols}) == 1 and all(s in self.maybe for s in symbols)

    def meaning(self, file: int, name: str) -> list[int]:
        key = (file, name)
        if key not in self.meant:
            self.meant[key] = self._look_up(file, name)
        return self.meant[key]

    def _look_up(self, file: int, name: str) -> list[int]:
        return self.visible(file, name) or self.from_includers(file, name) or self._completed(file, name)

    def symbols(self, name: str) -> list[int]:
        if name.startswith(TAG):
            return self.tags.get(name[len(TAG) :], [])
        return self.names.get(name, [])

    def visible(self, file: int, name: str) -> list[int]:
        """What the file or something it includes declares under a name."""
        seen = self.includes.seen(file)
        named = self.symbols(name)
        if not named:
            return []
        home = self.program.file
        found = [symbol for symbol in named if home[symbol] in seen]
        known = [symbol for symbol in found if self.program.is_external(symbol)]
        if known and all(symbol in self.maybe or symbol in self.dead or symbol in known for symbol in found):
            return known[:1]  # what a file has for want of a library's, it does not need here
        return self.settle(file, found, named) or found[:1]

    def from_includers(self, file: int, name: str) -> list[int]:
        """A header may lean on what those who include it have included before: if they agree."""
        askers = self.includes.includers.get(file, ())[:MOST_ASKED]
        return self.agreed([self.visible(other, name) for other in askers])

    def agreed(self, answers: list[list[int]]) -> list[int]:
        """What all say who know a name; a macro has to be known to no small part of those who are asked."""
        told = [found for found in answers if found]
        if not told or any(found != told[0] for found in told):
            return []
        is_macro = self.program.kind[told[0][0]] == "macro"
        return told[0] if not is_macro or 2 * len(told) >= len(answers) else []

    def _completed(self, file: int, name: str) -> list[int]:
        """A tag that a header leaves open: the one type of that name in a file that includes the header."""
        if not name.startswith(TAG):
            return []
        whole = [s for s in self.symbols(name) if file in self.includes.seen(self.program.file[s])]
        return whole if len(whole) == 1 else []

    # -- which of several

    def settle(self, file: int, symbols: list[int], named: list[int]) -> list[int]:
        """Macros before all else, definitions before declarations, and what the file itself has before the rest."""
        program = self.program
        symbols = self.handed_out([s for s in symbols if s not in self.dead])
        if repeated := self._repeated(symbols, named):
            return repeated
        if len(symbols) < 2 and not any(s in self.declared for s in symbols):
            return symbols
        macros = [s for s in symbols if program.kind[s] == "macro"]
        whole = macros or [s for s in symbols if s not in self.declared]
        if whole:
            return self._likeliest(file, whole)
        return self._defined(symbols, named) or self._nearest(file, symbols)

    def _repeated(self, symbols: list[int], named: list[int]) -> list[int]:
        """Parser generators repeat the header beside the source under the header's guard: the header's type counts."""
        program = self.program
        if not symbols or symbols[0] not in self.maybe or program.kind[symbols[0]] not in TAGS:
            return []
        stem, _, ending = program.files[program.file[symbols[0]]].path.rpartition(".")
        if ending == "h":
            return []
        return [s for s in named if program.files[program.file[s]].path == f"{stem}.h" and program.kind[s] in TAGS]

    def _likeliest(self, file: int, symbols: list[int]) -> list[int]:
        """What is compiled for sure, the file's own first; else its own yields: it is there for want of another."""
        home, maybe = self.program.file, self.maybe
        for wanted in ((True, False), (False, False), (False, True)):
            if found := [s for s in symbols if (home[s] == file, s in maybe) == wanted]:
                return found if not wanted[1] else self.plainest(found)
        return self.plainest(symbols)

    def plainest(self, symbols: list[int]) -> list[int]:
        """Of what stands in branches that exclude each other first that which is compiled where no more is defined."""
        return sorted(symbols, key=self._doubt) if self.is_alternative(symbols) else symbols

    def _doubt(self, symbol: int) -> int:
        return 0 if self.is_likely(symbol) else 2 if self.is_refuted(symbol) else 1

    def handed_out(self, symbols: list[int]) -> list[int]:
        """Without what the file of its own does not compile or knows better."""
        program = self.program
        settled = {program.file[s] for s in symbols if s in self.chosen}
        return [s for s in symbols if s in self.chosen or program.file[s] not in settled] if settled else symbols

    def _defined(self, declarations: list[int], named: list[int]) -> list[int]:
        """The definition that declarations of a name are linked with: it sees one of them, or is the only one."""
        program = self.program
        called = program.kind[declarations[0]] in CALLABLE
        whole = [
            s for s in self.handed_out(named)
            if s not in self.declared and s not in self.dead and program.visibility[s] != "private"
            and (program.kind[s] in CALLABLE) == called and program.kind[s] != "macro"
        ]  # fmt: skip
        homes = {program.file[s] for s in declarations}
        seeing = [s for s in whole if not homes.isdisjoint(self.includes.seen(program.file[s]))]
        chosen = seeing or whole
        return chosen if len(chosen) == 1 else []

    def _nearest(self, file: int, symbols: list[int]) -> list[int]:
        """Declarations of one thing: the file's own, else the first."""
        return ([s for s in symbols if self.program.file[s] == file] or symbols)[:1]

    # -- includes

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        found = self.includes.resolve(file, module)
        if found is not None and self.program.files[found].external:
            return [((Tag.EXTERNAL, module), "import")]
        if found is not None:
            return [((Tag.MODULE, self.program.files[found].path, found, "file"), "import")]
        return ()

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            own = self.program.members.get(value[1], {}).get(name, [])
            return [(symbol, value) for symbol in self.plainest(self.handed_out(own))]
        if tag == Tag.OBJECT:
            return [(symbol, value) for symbol in self.fields(value[1], name)]
        return ()

    def fields(self, term: int, name: str) -> Iterable[int]:
        """Fields of a nameless struct."""
        program = self.program
        for part in program.parts[term][1:]:
            word, field = program.parts[part]
            if program.texts[word] == name and program.ops[field] == Op.SYMBOL:
                yield program.parts[field][0]

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.FUNCTION_TYPE:
            yield from self.linker.read(value[1])


DIALECT = C

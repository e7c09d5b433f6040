"""Where a name comes from, as a path of names outside the repository: `fastapi.APIRouter().get`.

`()` is what a call gives or an instance of a type, `[]` an element, `.$0` what a function hands to the first parameter
of a nameless function that it is given. Definitions of the repository are looked through:
a variable is what it holds, a type what its bases are, a call what the function returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.facts.commit import Commit, Imported
    from indexer.facts.rules import RuleSet

Origins = frozenset[str]
PATH_STEP = re.compile(r"::|\\")  # Rust, Ruby and PHP write a step of a path so
NONE: Origins = frozenset()


class _Open(frozenset[str]):
    """Nothing, while it is being looked for."""


OPEN: Origins = _Open()
DEEPEST = 40
PLACES = 64  # a function and the place of a parameter as one number
MOST = 12  # a name that could come from more places comes from none in particular
LONGEST = 200
HOLDERS = frozenset({"variable", "constant", "field", "property", "enum_member", "event"})
SAME = frozenset({Op.AWAIT, Op.ENTER, Op.CALLED, Op.HIDDEN, Op.NARROW, Op.SPREAD})
ANYTHING = "(.*)"
DECLARATIONS = ".d.ts"  # files that only say what a host gives
ABSOLUTE = "\\"  # how a name begins that says all of its path
TYPES = frozenset({"type", "Type"})  # of which a value is a type itself: `type[Router]`
WRAPPERS = frozenset({"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired"})


class OriginFinder:
    """One language's view: its rules say which origins are one and the same."""

    def __init__(self, commit: Commit, rules: RuleSet) -> None:
        self.commit = commit
        self.rules = rules
        self.known: dict[tuple[str, int], Origins] = {}
        self.passed: Callable[[int, int], Origins] = lambda function, place: NONE  # what callers hand over
        self.decorated: Callable[[int], Origins] = lambda symbol: NONE  # what decorators make of a function
        self.depth = 0
        self.round = self.cut = False  # whether something was asked for on the way to itself, or too deep

    def of_term(self, term: int) -> Origins:
        return self._once("t", term)

    def of_symbol(self, symbol: int) -> Origins:
        """What a definition stands for when its name is read."""
        return self._other("s", symbol, symbol)

    def of_instance(self, symbol: int) -> Origins:
        return self._with(self.of_symbol(symbol), "()")

    def returned(self, symbol: int) -> Origins:
        """What a call of a definition gives."""
        return self._other("r", symbol, symbol)

    def _other(self, what: str, number: int, symbol: int) -> Origins:
        """The same of a definition, with a note where it is one of another file."""
        if symbol >= 0 and self.commit.file[symbol] != self.commit.asked.asker:
            self.commit.asked.note(symbol, what)
        return self._once(what, number)

    def _once(self, what: str, number: int) -> Origins:
        key = what, number
        if key in self.known:
            self.round = self.round or self.known[key] is OPEN
            return self.known[key]
        if self.depth > DEEPEST or number < 0:
            self.cut = self.cut or number >= 0
            return NONE
        self.known[key] = OPEN  # for whoever asks again on the way
        self.depth += 1
        asked = self.commit.asked
        asker, asked.asker = asked.asker, self._home(what, number)
        found = {"t": self._term, "s": self._symbol, "r": self._returned, "p": self._parameter}[what](number)
        self.depth -= 1
        asked.asker = asker
        self.known[key] = frozenset(found) if len(found) <= MOST else NONE
        return self.known[key]

    def _home(self, what: str, number: int) -> int:
        """The file of a term, of a definition, or of a function whose parameter is meant."""
        commit = self.commit
        return (
            int(commit.term_file[number]) if what == "t" else commit.file[number // PLACES if what == "p" else number]
        )

    def _with(self, origins: Iterable[str], step: str) -> Origins:
        same = self.rules.same
        made = (origin + step for origin in origins if len(origin) < LONGEST)
        return frozenset(same.get(origin, origin) for origin in made)

    def _term(self, term: int) -> Origins:
        commit = self.commit
        op, parts = commit.term(term)
        if op == Op.IMPORT:
            return self._import(int(commit.term_file[term]), commit.text(parts[0]))
        if op == Op.FREE and commit.target(term) < 0:
            return self._free(int(commit.term_file[term]), self.plain(commit.text(parts[0])))
        if op in (Op.SYMBOL, Op.FREE):
            own = self.of_symbol(commit.target(term)) | self._reopened(commit.target(term))
            return own | (self._repeated(commit.text(parts[0]), commit.target(term)) if op == Op.FREE else NONE)
        if op == Op.MEMBER:
            target = commit.target(term)
            beside = self.of_symbol(target) if target >= 0 else self._field(*parts[:2])
            return beside | self._with(self.of_term(parts[0]), "." + self.plain(commit.text(parts[1])))
        if op in (Op.CALL, Op.NEW):
            target = commit.target(term)  # where signatures are overloaded, the call is linked, not its name
            return self.called(parts[0]) | (self.returned(target) if target >= 0 else NONE) | self._asked(parts)
        if op == Op.LAMBDA_PARAMETER:
            taker = commit.taker(int(commit.term_file[term]), parts[0])
            return self.handed(self.of_term(taker), parts[1]) if taker >= 0 else NONE
        if op == Op.THROUGH and (target := commit.target(term)) >= 0 and commit.text(parts[0]) in self.rules.steps:
            return self.of_symbol(target)  # linking settled the step
        return self._step(op, parts)

    def _reopened(self, symbol: int) -> Origins:
        """`module ActiveRecord … end` in the repository: what it adds to is still the library's (Ruby)."""
        name = self.commit.name[symbol]
        is_open = self.commit.kind[symbol] == "module" and self.commit.parent[symbol] < 0
        return frozenset({name}) if is_open and name in self.rules.prefixes else NONE

    def _repeated(self, name: str, symbol: int) -> Origins:
        r"""What a file only declares again is still the library's: `\Route` for editors (PHP), `console` in `.d.ts`."""
        declared = name.startswith(ABSOLUTE) or self.commit.paths[self.commit.file[symbol]].endswith(DECLARATIONS)
        return self._with({name}, "") if declared and name in self.rules.prefixes else NONE

    def _step(self, op: int, parts: list[int]) -> Origins:
        if op in SAME:
            return self.of_term(parts[0])
        if op == Op.UNION:
            return frozenset().union(*map(self.of_term, parts))
        if op == Op.INSTANCE:
            return self._instance(parts[0])
        if op == Op.SELF:
            return self.of_instance(parts[0])
        if op == Op.CLS:
            return self.of_symbol(parts[0])
        if op == Op.SUPER:
            return self._with(self._bases(parts[0]), "()")
        if op == Op.PARAMETER:
            return self.parameter(*parts)
        if op == Op.APPLY:
            return self.of_term(parts[0])
        if op == Op.TYPE_PARAMETER:
            return self._bound(*parts)
        if op in (Op.INDEX, Op.ITEM):
            return self._with(self.of_term(parts[0]), "[]")
        if op == Op.LITERAL:
            return self._with({self.commit.text(parts[0])}, "()")
        if op == Op.WRAP:
            return frozenset().union(*map(self.of_term, parts[1:]))
        if op == Op.THROUGH and self.commit.text(parts[0]) in self.rules.steps:
            return self.of_term(parts[1])
        if op == Op.FROM:
            module, *name = map(self.commit.text, parts)
            return self._with({module}, "." + name[0] if name and name[0] else "")
        return NONE

    def _bound(self, owner: int, name: int) -> Origins:
        """`where T : IHost`: what a type parameter is known to be."""
        named = self.commit.flows(Flow.TYPE_PARAMETER, owner)
        place = next((n for n, term in enumerate(named) if self.commit.term(term)[1][1:] == [name]), -2)
        return frozenset().union(*map(self.of_term, self.commit.flows(Flow.BOUND, owner, place)))

    def _instance(self, declared: int) -> Origins:
        """A value of a declared type; `Optional[X]` and its like are of type X."""
        op, parts = self.commit.term(declared)
        if op in (Op.APPLY, Op.INDEX) and len(parts) > 1:
            heads = self.of_term(parts[0])
            if any(head.rpartition(".")[2] in WRAPPERS for head in heads):
                return self._instance(parts[1])
            if any(head.rpartition(".")[2] in TYPES for head in heads):
                return self.of_term(parts[1])
        if op in (Op.UNION, Op.WRAP):
            return frozenset().union(*map(self._instance, parts if op == Op.UNION else parts[1:]))
        return self._with(self.of_term(declared), "()")

    def _import(self, file: int, name: str) -> Origins:
        found = self.commit.imported(file, name)
        return self._brought(name, found) if found is not None else NONE

    def _brought(self, name: str, found: Imported) -> Origins:
        """What an import gives a name to."""
        inside = self.of_symbol(found.symbol) if found.symbol >= 0 else NONE
        module = PATH_STEP.sub(".", found.module)
        if found.name and found.name != self.rules.whole:
            return inside | self._with({module}, "." + found.name)
        first = module.partition(".")[0] if "/" not in module else ""
        return inside | self._with({first if first == name else module}, "")

    def of_path(self, file: int, path: str) -> Origins:
        """What a path of names means by the imports of a file."""
        first, dot, rest = path.partition(".")
        hidden = self.commit.hidden.get((file, first), ()) if self.rules.namespaces else ()
        others = frozenset().union(*(self._brought(first, item) for item in hidden))
        return self._with(others | (self._import(file, first) or self._free(file, first)), dot + rest)

    def _free(self, file: int, name: str) -> Origins:
        """A name that the file's scopes do not bind: imported, the language's own, or of a module imported whole."""
        if self.commit.imported(file, name) is not None:
            return self._import(file, name)
        for home in self.commit.starred(file) if self.rules.stars_hand_on else ():
            if self.commit.imported(home, name) is not None:
                return self._import(home, name)
        stars = (PATH_STEP.sub(".", module) for module in self.commit.stars.get(file, ()))
        modules = [*stars, *self._everywhere]
        known = {origin for module in modules if (origin := f"{module}.{name}") in self.rules.prefixes}
        return self._with({name, *known}, "")

    @cached_property
    def _everywhere(self) -> list[str]:
        """Modules whose names are there in all files: by themselves, or because one file imports them for all."""
        common = self.commit.files_with_free(self.rules.shared_imports) if self.rules.shared_imports else ()
        return [*self.rules.implicit, *(module for file in common for module in self.commit.stars.get(file, ()))]

    def plain(self, name: str) -> str:
        """A name without the signs that scoping adds."""
        match = re.fullmatch(self.rules.plain, name) if self.rules.plain != ANYTHING else None
        return match[1] if match else name

    def called(self, callee: int) -> Origins:
        """What a call of a term gives."""
        if callee < 0:
            return NONE
        op, parts = self.commit.term(callee)
        if op == Op.APPLY and len(parts) == 2 and self._name_of(parts[0]) in self.rules.given:
            return self._instance(parts[1])
        target = self.commit.target(callee)
        own = self.returned(target) if target >= 0 else self._extended(op, parts)
        return own | self._with(self.of_term(callee), "()")

    def _extended(self, op: int, parts: list[int]) -> Origins:
        """What the repository's extension methods of that name give, where what they extend is not its own."""
        asked = self.rules.extensions and op == Op.MEMBER
        named = self.commit.extensions.get(self.commit.text(parts[1]), ()) if asked else ()
        receivers = self.of_term(parts[0]) if named else NONE
        fitting = (one for one in named if not receivers.isdisjoint(self.parameter(one, 0)))
        return frozenset().union(*map(self.returned, fitting))

    def _asked(self, call: list[int]) -> Origins:
        """`app.get(Orders)` gives an instance of the type that it is asked for, `compose(Base, …)` what it is given."""
        instances, first = self.rules.instances, self.rules.first
        called = self.of_term(call[0]) if len(call) > 1 and (instances or first) else NONE
        if not first.isdisjoint(called):
            return self.of_term(call[1])
        return NONE if instances.isdisjoint(called) else self._instance(call[1])

    def _field(self, holder: int, name: int) -> Origins:
        """`({ app }: { app: App }) => …`: a field of a parameter whose type is written out."""
        op, parts = self.commit.term(holder)
        for declared in self.commit.flows(Flow.PARAMETER_TYPE, *parts) if op == Op.PARAMETER else ():
            op, members = self.commit.term(declared)
            for member in members[1:] if op == Op.OBJECT else ():
                op, pair = self.commit.term(member)
                if op == Op.KEYWORD and self.commit.text(pair[0]) == self.commit.text(name):
                    return self.of_term(pair[1])
        return NONE

    def handed(self, takers: Origins, place: int) -> Origins:
        """What functions that are given a function hand to its parameter at a place."""
        return self._with(takers, f".${place}")

    def _name_of(self, term: int) -> str:
        op, parts = self.commit.term(term)
        return self.commit.text(parts[1]) if op == Op.MEMBER else ""

    def _returned(self, symbol: int) -> Origins:
        commit = self.commit
        if commit.kind[symbol] in TYPE_KINDS:
            return self.of_instance(symbol)
        if declared := commit.flows(Flow.RETURN_TYPE, symbol):
            return frozenset().union(*map(self._instance, declared))
        return frozenset().union(*map(self.of_term, commit.flows(Flow.RETURN, symbol)))

    def _symbol(self, symbol: int) -> Origins:
        commit = self.commit
        kind = commit.kind[symbol]
        if kind in TYPE_KINDS:
            return self._bases(symbol)
        if kind in HOLDERS:
            flows = commit.flows(Flow.TYPE, symbol) or commit.flows(Flow.VALUE, symbol)
            return frozenset().union(*map(self.of_term, flows))
        return self.decorated(symbol)

    def _bases(self, symbol: int) -> Origins:
        return frozenset().union(*map(self.of_term, self.commit.flows(Flow.BASE, symbol)))

    def parameter(self, function: int, place: int) -> Origins:
        """What a parameter is declared to be, else what callers hand over."""
        return self._other("p", function * PLACES + place, function)

    def _parameter(self, number: int) -> Origins:
        function, place = divmod(number, PLACES)
        declared = self.commit.flows(Flow.PARAMETER_TYPE, function, place)
        if declared:
            return frozenset().union(*map(self._instance, declared))
        if typed := self.commit.flows(Flow.TYPE, function):
            return self.handed(frozenset().union(*map(self.of_term, typed)), place)
        default = self.commit.flows(Flow.PARAMETER_VALUE, function, place)
        return self.passed(function, place) | frozenset().union(*map(self.of_term, default))

"""The marks of all files with their names joined to definitions: what the rules' functions ask."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.facts.model import Hit, Lines, Mark, spelled
from indexer.facts.origins import HOLDERS, PLACES, OriginFinder, Origins
from indexer.facts.reading import Value
from indexer.facts.routing import Key, Routing
from indexer.facts.rules import rule_set

if TYPE_CHECKING:
    from indexer.facts.commit import Commit

DEEPEST = 12
CALLS = frozenset({"call", "pass"})
MOST_BASES = 60


class Scene:
    def __init__(self, commit: Commit) -> None:
        self.commit = commit
        self.finders: dict[str, OriginFinder] = {}
        self.routing = Routing()
        self.made: dict[Key, Mark] = {}  # objects that a rule knows -> the call that makes each
        self.entities: dict[str, str] = {}  # classes that queries may name -> their tables
        self.pipelines: Counter[Key | None] = Counter()
        self.marks = list(self._marks())
        self.values = {mark.symbol: mark for mark in reversed(self.marks) if mark.shape == "value"}

    def _marks(self) -> Iterator[Mark]:
        commit = self.commit
        symbols, terms, marks = (commit.first_rows(name) for name in ("symbols", "terms", "marks"))
        columns = [commit.raw.marks[name].to_pylist() for name in commit.raw.marks.column_names]
        for row, (file, shape, name, start, end, symbol, term, data) in enumerate(zip(*columns, strict=True)):
            firsts = symbols.get(file, 0), terms.get(file, 0), marks[file]
            yield Mark(row, file, shape, name, start, end, symbol, term, json.loads(data), firsts)

    def finder(self, file: int) -> OriginFinder:
        language = self.commit.language[file]
        if language not in self.finders:
            rules = rule_set(language)
            assert rules is not None, f"{language} has marks but no rules"
            self.finders[language] = OriginFinder(self.commit, rules)
            self.finders[language].passed = self._passed
            self.finders[language].decorated = self._made_by_decorators
        return self.finders[language]

    def hits(self) -> Iterator[Hit]:
        """Every mark with the rules that its origins meet; one rule meets a mark once."""
        for mark in self.marks:
            if mark.shape == "class":
                yield from self._met(mark, self.finder(mark.file).of_symbol(mark.symbol), "class")
            elif mark.shape == "value":
                yield from self._met(mark, frozenset({mark.name}), "value")
            else:
                shapes = ("call", "decorator") if mark.decorated >= 0 else (mark.shape,)
                known = mark.term >= 0 or mark.shape in ("decorator", "subscript")
                met = list(self._met(mark, self.origins(mark), *shapes)) if known else []
                yield from met or self._habitual(mark)

    def origins(self, mark: Mark) -> Origins:
        suffix = {"subscript": "[]", "member": ".*"}.get(mark.shape, "")
        found = self._found(mark)
        return frozenset(origin + suffix for origin in found) if suffix else found

    def _found(self, mark: Mark) -> Origins:
        if mark.term >= 0:
            return self.finder(mark.file).of_term(self.callee(mark.term))
        if mark.shape == "subscript":  # of a local variable
            return self.value_origins(mark.data.get("r"), mark)
        return self.finder(mark.file).of_path(mark.file, _path(mark))

    def callee(self, term: int) -> int:
        """What is called, where the name of a call stands for the call."""
        op, parts = self.commit.term(term)
        return parts[0] if op in (Op.CALL, Op.NEW) else term

    def _met(self, mark: Mark, origins: Origins, *shapes: str) -> Iterator[Hit]:
        rules = self.finder(mark.file).rules
        pairs = ((origin, shape) for origin in sorted(origins) for shape in shapes)
        met = {id(rule): Hit(rule, mark, o) for o, shape in pairs for rule in rules.on(shape, o)}
        yield from met.values()

    def _habitual(self, mark: Mark) -> Iterator[Hit]:
        """Rules that also take a receiver by its name, where nobody can tell what it is."""
        receiver = spelled(mark.data["r"]) if mark.shape == "call" and "r" in mark.data else ""
        for rule in self.finder(mark.file).rules.by_habit.get(mark.name, ()) if receiver else ():
            if re.fullmatch(rule.part("receivers"), receiver.rpartition(".")[2]):
                yield Hit(rule, mark, f"{receiver}.{mark.name}", sure=False)

    def value_origins(self, value: Value, mark: Mark) -> Origins:
        """Where a value comes from: a name, or what a call gives."""
        if not isinstance(value, dict):
            return frozenset()
        if "m" in value and "call" not in value:  # a local that holds what a call gives
            return self._given_by(self.marks[value["m"] + mark.firsts[2]].term, mark.file)
        if "call" in value:
            return self._given_by(value["call"].get("t", -1 - mark.firsts[1]) + mark.firsts[1], mark.file)
        if "t" in value:
            return self.finder(mark.file).of_term(value["t"] + mark.firsts[1])
        return self.finder(mark.file).parameter(*place) if (place := self.parameter(value, mark)) else frozenset()

    def _given_by(self, term: int, file: int) -> Origins:
        """What a call gives, by the term of its name."""
        is_call = term >= 0 and self.callee(term) != term
        return self.finder(file).of_term(term) if is_call else self.finder(file).called(term)

    def parameter(self, value: Value, mark: Mark) -> tuple[int, int] | None:
        """The function, and the place, of the parameter that a bare name is."""
        name = value.get("n") if isinstance(value, dict) and "t" not in value else None
        function = mark.symbol if name is not None else -1
        while function >= 0:
            if self.commit.kind[function] in CALLABLE and name in (names := self.commit.parameters(function)):
                return function, names.index(name)
            function = self.commit.parent[function]
        return None

    def _passed(self, function: int, place: int) -> Origins:
        """Where what callers hand to a parameter comes from."""
        given = self._passing.get((function, place), ())
        found = [self.value_origins(value, mark) for value, mark in given]
        found += [self.finder(mark.file).handed(self.origins(mark), place) for mark in self._takers.get(function, ())]
        return frozenset().union(*found)

    @cached_property
    def _takers(self) -> dict[int, list[Mark]]:
        """Calls that are given a function by its name, and so call it."""
        found: dict[int, list[Mark]] = {}
        for mark in self.marks:
            for value in mark.args if mark.shape == "call" and mark.term >= 0 else ():
                if (symbol := self.symbol(value, mark)) >= 0 and self.commit.kind[symbol] in CALLABLE:
                    found.setdefault(symbol, []).append(mark)
        return found

    def _made_by_decorators(self, symbol: int) -> Origins:
        """What decorators make of a function: what they give when they are called with it."""
        made: set[str] = set()
        for mark in self.at(symbol):
            step = "()" if mark.shape == "decorator" else "()()"
            made |= {origin + step for origin in self.origins(mark)}
        same = self.finder(self.commit.file[symbol]).rules.same
        return frozenset(same.get(origin, origin) for origin in made)

    @cached_property
    def _passing(self) -> dict[tuple[int, int], list[tuple[Value, Mark]]]:
        found: dict[tuple[int, int], list[tuple[Value, Mark]]] = {}
        for mark in self.marks:
            function = self._called(mark)
            bound = function >= 0 and self.commit.has_receiver(function)
            given = mark.args if function >= 0 else []
            if function >= 0 and self.commit.extends(function) and len(given) < len(self.commit.parameters(function)):
                given = [mark.data.get("r"), *given]
            for place, value in enumerate(given):
                found.setdefault((function, place + bound), []).append((value, mark))
        return found

    def _called(self, mark: Mark) -> int:
        """The repository's function that a call calls; a module that is one is known by its name (JavaScript)."""
        if mark.shape not in CALLS:
            return -1
        return self.commit.target(mark.term) if mark.term >= 0 else self.commit.required(mark.file, mark.name)

    def passed(self) -> Iterator[tuple[int, int, Value, Mark]]:
        """Function, place of the parameter, and what a caller hands to it."""
        for (function, place), given in self._passing.items():
            for value, mark in given:
                yield function, place, value, mark

    def symbol(self, value: Value, mark: Mark) -> int:
        """The repository's definition that a name means, -1 where there is none."""
        if not isinstance(value, dict):
            return -1
        if "s" in value:
            return int(value["s"]) + mark.firsts[0]
        return self.commit.target(value["t"] + mark.firsts[1]) if "t" in value else -1

    def made_of(self, value: Value, mark: Mark) -> str | None:
        """The last name of what was called to make what a local holds."""
        op, parts = self.commit.term(value["t"] + mark.firsts[1]) if "t" in value else (Op.UNKNOWN, [])
        if op not in (Op.CALL, Op.NEW):
            return None
        op, parts = self.commit.term(parts[0])
        if op in (Op.FREE, Op.IMPORT, Op.MEMBER):
            return self.finder(mark.file).plain(self.commit.text(parts[1 if op == Op.MEMBER else 0]))
        return self.commit.name[parts[0]] if op == Op.SYMBOL else None

    def receiver(self, value: Value, mark: Mark) -> int:
        """The term of `a` in `a.b`, -1 where a value is no such name."""
        if not isinstance(value, dict) or "t" not in value:
            return -1
        op, parts = self.commit.term(value["t"] + mark.firsts[1])
        return parts[0] if op == Op.MEMBER else -1

    def lines(self, symbol: int) -> Lines:
        """The lines of a definition."""
        symbols = self.commit.raw.symbols
        return symbols["line_start"][symbol].as_py(), symbols["line_end"][symbol].as_py()

    def text(self, value: Value, mark: Mark, depth: int = 0) -> str | None:
        """The text that a value is: constants looked up, `{name}` for what is only known when it runs."""
        if isinstance(value, str):
            return value
        if not isinstance(value, dict) or depth > DEEPEST:
            return None
        if "join" in value:
            parts = ((self.text(part, mark, depth + 1), part) for part in value["join"])
            return "".join(text if text is not None else "{" + spelled(part) + "}" for text, part in parts)
        held = self.values.get(self.symbol(value, mark))
        return self.text(held.args[0], held, depth + 1) if held is not None and held.args else None

    def listed(self, value: Value, mark: Mark) -> list[tuple[Value, Mark]]:
        """The elements of a list, also through a variable that holds it."""
        if isinstance(value, list):
            return [(item, mark) for item in value]
        held = self.values.get(self.symbol(value, mark))
        return [(item, held) for item in held.args[0]] if held is not None and isinstance(held.args[0], list) else []

    def key(self, value: Value, mark: Mark) -> Key | None:
        """What object a value is, wherever it is named."""
        if not isinstance(value, dict):
            return None
        if "m" in value:
            return self.mark_key(self.marks[value["m"] + mark.firsts[2]])
        if "call" in value:
            function = self.symbol(value["call"], mark)
            return ("f", function) if function >= 0 else None
        if "t" in value and (key := self.term_key(value["t"] + mark.firsts[1])) is not None:
            return key
        if "o" in value:
            return self.mark_key(self.marks[value["o"] + mark.firsts[2]])
        if place := self.parameter(value, mark):
            return "p", place[0] * PLACES + place[1]
        return self.symbol_key(self.symbol(value, mark))

    def mark_key(self, mark: Mark) -> Key:
        """An object by what holds it: the function that returns it, a variable, else the call that makes it."""
        for letter in "fs":
            if letter in mark.data:
                return letter, mark.data[letter] + mark.firsts[0]
        return "m", mark.row

    def term_key(self, term: int) -> Key | None:
        target = self.commit.target(term)
        if target >= 0:
            return self.symbol_key(target)
        op, parts = self.commit.term(term)
        if op == Op.CALL and (function := self.commit.target(parts[0])) >= 0:
            return "f", function
        if op == Op.MEMBER:  # a part of an object from outside: `app.router`
            return self.term_key(parts[0])
        return ("p", parts[0] * PLACES + parts[1]) if op == Op.PARAMETER else None

    def symbol_key(self, symbol: int, depth: int = 0) -> Key | None:
        """A variable that only hands on another object is that object."""
        if symbol < 0:
            return None
        values = self.commit.flows(Flow.VALUE, symbol) if self.commit.kind[symbol] in HOLDERS else []
        if len(values) == 1 and depth < DEEPEST:
            target = self.commit.target(values[0])
            if target >= 0 and self.commit.kind[target] in HOLDERS:
                return self.symbol_key(target, depth + 1)
            op, parts = self.commit.term(values[0])
            function = self.commit.target(parts[0]) if op == Op.CALL else -1
            if function >= 0 and self.commit.kind[function] in ("function", "method"):
                return "f", function
        return "s", symbol

    def next_in(self, pipeline: Key | None) -> int:
        """The place of what is added next to the pipeline of an object, from 1."""
        self.pipelines[pipeline] += 1
        return self.pipelines[pipeline]

    @cached_property
    def _decorators(self) -> dict[int, list[Mark]]:
        found: dict[int, list[Mark]] = {}
        for mark in self.marks:
            if mark.decorated >= 0:
                found.setdefault(mark.decorated, []).append(mark)
        return found

    def at(self, symbol: int) -> list[Mark]:
        """Marks that stand at a definition as decorators."""
        return self._decorators.get(symbol, [])

    def constant(self, symbol: int) -> str | None:
        """The text that a definition holds."""
        held = self.values.get(symbol)
        return self.text(held.args[0], held) if held is not None and held.args else None

    def lineage(self, symbol: int) -> list[int]:
        """A type and the repository's types that it derives from, nearest first."""
        found: dict[int, None] = {}
        waiting = [symbol]
        while waiting and len(found) < MOST_BASES:
            if (current := waiting.pop(0)) >= 0 and current not in found:
                found[current] = None
                waiting += map(self._type_named, self.commit.flows(Flow.BASE, current))
        return list(found)

    def _type_named(self, term: int) -> int:
        """The type of the repository that a base is, also where it has type arguments."""
        op, parts = self.commit.term(term)
        return self._type_named(parts[0]) if op == Op.APPLY else self.commit.target(term)

    def member(self, symbol: int, name: str) -> int:
        """A type's member, its own or that of a base in the repository; -1 where there is none."""
        return next((m[name] for s in self.lineage(symbol) if name in (m := self.commit.members.get(s, {}))), -1)

    def all_members(self, symbol: int) -> list[int]:
        """Members of a type and of its bases in the repository; what is overridden only once."""
        found: dict[str, int] = {}
        for owner in self.lineage(symbol):
            for name, member in self.commit.members.get(owner, {}).items():
                found.setdefault(name, member)
        return list(found.values())


def _path(mark: Mark) -> str:
    """A name as written, with dots: all there is where names of attributes are not linked."""
    return f"{spelled(mark.data['r']).replace('::', '.')}.{mark.name}" if "r" in mark.data else mark.name

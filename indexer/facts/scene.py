"""Which rules the marks meet: names are followed to where they come from. What the rules' functions ask is here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from typing import TYPE_CHECKING, TypeVar

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.facts.folders import loaded_functions
from indexer.facts.model import Hit, Mark, spelled
from indexer.facts.objects import Objects
from indexer.facts.origins import PLACES, OriginFinder, Origins
from indexer.facts.reading import Value
from indexer.facts.routing import Key, join
from indexer.facts.rules import RuleSet, Syntax, rule_set
from indexer.link.faults import FAULTS

if TYPE_CHECKING:
    from indexer.facts.commit import Commit

Made = TypeVar("Made")
MOST_FAULTS = 100  # then what all marks ask for is at fault
CALLS = frozenset({"call", "pass"})
TYPE = re.compile(r"\w+(?:\.\w+)+")  # one of another package
ANY = "*"  # the name of rules that ask for what is told under whatever name
Passing = dict[tuple[int, int], list[tuple[Value, Mark]]]  # by function and place of the parameter what calls hand over


class Scene(Objects):
    def __init__(self, commit: Commit) -> None:
        super().__init__(commit)
        self.finders: dict[str, OriginFinder] = {}
        self.faults: list[tuple[int, Exception]] = []  # by files with marks of which nothing could be made
        self.thrown: dict[tuple[int, str], str] = {}  # what a call in a function throws, by the name as written
        self.entities: dict[str, str] = {}  # classes that queries may name -> their tables

    def finder(self, file: int) -> OriginFinder:
        language = self.commit.language[file]
        if language not in self.finders:
            # Of a language without rules, functions are called by others: what their parameters are can be told.
            rules = rule_set(language) or RuleSet(language, (), Syntax(), {})
            self.finders[language] = OriginFinder(self.commit, rules)
            self.finders[language].passed = self._passed
            self.finders[language].decorated = self._made_by_decorators
        return self.finders[language]

    def hits(self, marks: Iterable[Mark] | None = None) -> Iterator[Hit]:
        """Every mark, or each of some, with the rules that its origins meet; one rule meets a mark once."""
        for mark in self.marks.each() if marks is None else marks:
            yield from self.tried(mark.file, self._hits_of(mark))

    def tried(self, file: int, made: Iterator[Made]) -> Iterator[Made]:
        """What comes of a mark of the file, for which is looked up what is; a fault costs the mark, and is told."""
        if len(self.faults) >= MOST_FAULTS:
            return
        self.commit.asked.asker = file
        try:
            yield from made
        except FAULTS as fault:
            self.faults.append((file, fault))

    def _hits_of(self, mark: Mark) -> Iterator[Hit]:
        if mark.shape == "class":
            yield from self._met(mark, self.finder(mark.file).of_symbol(mark.symbol), "class")
        elif mark.shape in ("value", "extend"):
            names = {mark.name, ANY} if mark.shape == "extend" else {mark.name}
            yield from self._met(mark, frozenset(names), "value")
        else:
            shapes = ("call", "decorator") if mark.decorated >= 0 else (mark.shape,)
            known = mark.term >= 0 or mark.shape in ("decorator", "subscript")
            of_kind = self._made_with if mark.shape == "pass" else self._met
            met = list(of_kind(mark, self.origins(mark), *shapes)) if known else []
            yield from met or self._by_use(mark) or self._habitual(mark)

    def _made_with(self, mark: Mark, origins: Origins, *_: str) -> Iterator[Hit]:
        """`OwnApi(blueprint)`: a type of the program's own makes a group, and is handed another."""
        return (hit for hit in self._met(mark, origins, "call") if hit.rule.kind == "@group")

    def origins(self, mark: Mark) -> Origins:
        suffix = {"subscript": "[]", "member": ".*"}.get(mark.shape, "")
        found = self._found(mark)
        return frozenset(origin + suffix for origin in found) if suffix else found

    def _found(self, mark: Mark) -> Origins:
        if mark.term >= 0:
            return self.finder(mark.file).of_term(self.callee(mark.term))
        if mark.shape == "subscript" and "r" in mark.data:  # of a local variable
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

    def _by_use(self, mark: Mark) -> list[Hit]:
        """Of what nobody can tell where it comes from: it is what functions take that it is handed to."""
        rules = self.finder(mark.file).rules
        if mark.shape != "call" or "r" not in mark.data or mark.name.encode() not in rules.routing_names:
            return []
        key = self.key(mark.data["r"], mark)
        if key is None:
            return []
        self.routing.asked.add(key)
        origins = self._taken_as.get(key, frozenset())
        return list(self._met(mark, frozenset(f"{origin}.{mark.name}" for origin in origins), "call"))

    @cached_property
    def _taken_as(self) -> dict[Key, Origins]:
        asked = self.commit.asked
        asker, asked.asker = asked.asker, -1  # for all files
        found = self.taken_as(self._passing)
        asked.asker = asker
        return found

    def taken_as(self, passing: Passing) -> dict[Key, Origins]:
        """Objects that are handed to functions -> what their parameters are declared to be."""
        found: dict[Key, Origins] = {}
        for function, place, value, mark in each_passed(passing):
            key = self.key(value, mark) if isinstance(value, dict) else None
            if key is not None and key[0] != "p" and (declared := self._declared(function, place)):
                found[key] = found.get(key, frozenset()) | declared
        return found

    def _declared(self, function: int, place: int) -> Origins:
        """What a parameter is by its declaration; nothing where that is no plain name of a type."""
        file = self.commit.file[function]
        if self.commit.flows(Flow.PARAMETER_TYPE, function, place):
            return self.finder(file).parameter(function, place)
        given = self.commit.raw.symbols["parameters"][function].as_py() or ()
        named = str(given[place].get("type") or "").lstrip("*&") if place < len(given) else ""
        if not TYPE.fullmatch(named):
            return frozenset()
        same = self.finder(file).rules.same
        return frozenset(same.get(f"{one}()", f"{one}()") for one in self.finder(file).of_path(file, named))

    def _habitual(self, mark: Mark) -> Iterator[Hit]:
        """Rules that also take a receiver by its name, where nobody can tell what it is."""
        rules = self.finder(mark.file).rules
        receiver = spelled(mark.data["r"]) if mark.shape == "call" and "r" in mark.data else ""
        for rule in rules.by_bare_name.get(mark.name, ()) if "r" not in mark.data else ():
            if mark.shape == "call" and self._is_unknown(mark):
                yield Hit(rule, mark, mark.name, sure=False)
        for rule in rules.by_habit.get(mark.name, ()) if receiver else ():
            owners = rule.part("owners")
            by_name = re.fullmatch(rule.part("receivers"), receiver.rpartition(".")[2])
            if by_name or (owners and re.fullmatch(owners, self._owner(mark))):
                yield Hit(rule, mark, f"{receiver}.{mark.name}", sure=False)

    def _is_unknown(self, mark: Mark) -> bool:
        """Whether nobody can tell what is called: a parameter that no caller gives."""
        return mark.term < 0 or (self.commit.target(self.callee(mark.term)) < 0 and not self.origins(mark))

    def _owner(self, mark: Mark) -> str:
        """The repository's type whose method a call calls, with the last name of its module."""
        method = self.commit.target(self.callee(mark.term)) if mark.term >= 0 else -1
        if method < 0:
            return ""
        parent, module = self.commit.parent[method], self.commit.modules[self.commit.file[method]] or ""
        owner = self.commit.container(method) or (self.commit.name[parent] if parent >= 0 else "")
        return f"{module.rpartition('/')[2]}.{owner}"

    def text(self, value: Value, mark: Mark, depth: int = 0) -> str | None:
        """Also of a call that joins parts of a path, or names what it is given."""
        rules = self.finder(mark.file).rules if isinstance(value, dict) and "call" in value else None
        if rules is not None and spelled(value["call"]) in rules.naming and value.get("a"):
            return spelled(value["a"][0]).rpartition(".")[2]
        if rules is not None and value.get("a") and self._gives_first(rules.first, value, mark):
            return self.text(value["a"][0], mark, depth + 1)
        if rules is not None and (names := rules.joins):
            if names.isdisjoint(self.value_origins(value["call"], mark)):
                return None
            parts = ((super(Scene, self).text(part, mark, depth + 1), part) for part in value.get("a", ()))
            return reduce(join, [text if text is not None else "{" + spelled(part) + "}" for text, part in parts], "")
        return super().text(value, mark, depth)

    def template(self, value: Value, mark: Mark) -> str | None:
        """Also of a text that is filled in: `"…" % name`, `"…".format(name)`, `String.format("…", name)`."""
        if isinstance(value, dict) and "f" in value:
            return super().template(value["f"], mark)
        called = spelled(value["call"]) if isinstance(value, dict) and "call" in value else None
        if called is not None and called in self.finder(mark.file).rules.formats:
            given = (super(Scene, self).template(one, mark) for one in value.get("a", ())[:2])
            return next((text for text in given if text is not None), None)
        return super().template(value, mark)

    def _gives_first(self, functions: frozenset[str], call: dict[str, Value], mark: Mark) -> bool:
        """Whether a call gives back the first thing that it is given: `aws.String("orders")`."""
        return bool(functions) and not functions.isdisjoint(self.value_origins(call["call"], mark))

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

    def _passed(self, function: int, place: int) -> Origins:
        """Where what callers hand to a parameter comes from."""
        self.commit.asked.functions.add(function)
        given = self._passing.get((function, place), ())
        found = [self.value_origins(value, mark) for value, mark in given]
        found += [self.finder(mark.file).handed(self.origins(mark), place) for mark in self._takers.get(function, ())]
        return frozenset().union(*found)

    @cached_property
    def _takers(self) -> dict[int, list[Mark]]:
        """Calls that are given a function by its name, and so call it."""
        return self.taken_by(self.marks.each())

    def taken_by(self, marks: Iterable[Mark]) -> dict[int, list[Mark]]:
        found: dict[int, list[Mark]] = {}
        for mark in marks:
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
    def _passing(self) -> Passing:
        return self.passed_by(self.marks.each())

    def passed_by(self, marks: Iterable[Mark]) -> Passing:
        found: Passing = {}
        for mark, function in ((each, one) for each in marks for one in self._functions(each)):
            bound = self.commit.has_receiver(function)
            given = mark.args
            if self.commit.extends(function) and len(given) < len(self.commit.parameters(function)):
                given = [mark.data.get("r"), *given]
            for place, value in enumerate(given):
                found.setdefault((function, place + bound), []).append((value, mark))
        return found

    def calls_of(self, function: int) -> list[tuple[Mark, dict[int, Value]]]:
        """The calls of a function with what each hands to its parameters, by place; tests count for what is theirs."""
        of_test = self.commit.file[function] in self.commit.test_files
        calls: dict[int, tuple[Mark, dict[int, Value]]] = {}
        self.commit.asked.functions.update(self.commit.overloads(function))
        for each in self.commit.overloads(function):
            for place, name in enumerate(self.commit.parameters(each)):
                for value, mark in self._passing.get((each, place), ()):
                    calls.setdefault(mark.row, (mark, {}))[1][place] = value
                for mark, named in (call for call in calls.values() if name in call[0].named):
                    named.setdefault(place, mark.named[name])
        return [call for call in calls.values() if of_test or call[0].file not in self.commit.test_files]

    def _functions(self, mark: Mark) -> list[int]:
        """What a call calls: a function, each of a list, or those of the modules that it loads from a folder."""
        if (function := self._called(mark)) >= 0:
            return [function]
        if "e" in mark.data:
            return self._gone_over(mark)
        return loaded_functions(mark, self.commit) if mark.shape in CALLS and mark.args else []

    def _gone_over(self, mark: Mark) -> list[int]:
        """The functions that a loop around a call goes over: those of a list, and those that are added to it."""
        over = mark.data["e"]
        self.commit.asked.extended.add(self.symbol(over, mark))
        added = self._added.get(self.symbol(over, mark), ())
        given = [*self.elements(mark.data, mark), *((one.args[0], one) for one in added)]
        found = (self.symbol(value, home) for value, home in given)
        return [symbol for symbol in dict.fromkeys(found) if symbol >= 0 and self.commit.kind[symbol] in CALLABLE]

    @cached_property
    def _added(self) -> dict[int, list[Mark]]:
        """By variable, what is told of it that may be one more element."""
        found: dict[int, list[Mark]] = {}
        for mark in self.marks.each():
            if mark.shape == "extend" and mark.term >= 0 and mark.args:
                found.setdefault(self.commit.target(mark.term), []).append(mark)
        return found

    def _called(self, mark: Mark) -> int:
        """The repository's function that a call calls; a module that is one is known by its name (JavaScript)."""
        if mark.shape not in CALLS:
            return -1
        return self.commit.target(mark.term) if mark.term >= 0 else self.commit.required(mark.file, mark.name)

    def passed(self) -> Iterator[tuple[int, int, Value, Mark]]:
        return each_passed(self._passing)

    def handed_texts(self, value: Value, mark: Mark) -> Iterator[tuple[str, Mark]]:
        """The texts that callers give for a parameter, also through functions between, each with the call."""
        key = self.key(value, mark)
        waiting = [divmod(key[1], PLACES)] if key is not None and key[0] == "p" else []
        seen: set[tuple[int, int]] = set()
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            waiting += self.commit.handed_on.get(place, ())
            self.commit.asked.functions.update(self.commit.overloads(place[0]))
            overloads = ((function, place[1]) for function in self.commit.overloads(place[0]))
            for one, home in (given for each in overloads for given in self._passing.get(each, ())):
                if text := self.text(one, home):
                    yield text, home
                elif (further := self.key(one, home)) is not None and further[0] == "p":
                    waiting.append(divmod(further[1], PLACES))

    def made_of(self, value: Value, mark: Mark) -> str | None:
        """The last name of what was called to make what a local holds."""
        return self.maker(value["t"] + mark.firsts[1]) if "t" in value else None

    def maker(self, term: int) -> str | None:
        """The last name of what a term calls; None where it is no call."""
        op, parts = self.commit.term(term)
        if op not in (Op.CALL, Op.NEW):
            return None
        file = int(self.commit.term_file[term])
        rules = self.finder(file).rules
        if len(parts) > 1 and rules.first and not rules.first.isdisjoint(self.finder(file).of_term(parts[0])):
            return self.maker(parts[1])
        op, parts = self.commit.term(parts[0])
        if op in (Op.FREE, Op.IMPORT, Op.MEMBER):
            return self.finder(file).plain(self.commit.text(parts[1 if op == Op.MEMBER else 0]))
        return self.commit.name[parts[0]] if op == Op.SYMBOL else None


def each_passed(passing: Passing) -> Iterator[tuple[int, int, Value, Mark]]:
    """Function, place of the parameter, and what a caller hands to it."""
    for (function, place), given in passing.items():
        for value, mark in given:
            yield function, place, value, mark


def _path(mark: Mark) -> str:
    """A name as written, with dots: all there is where names of attributes are not linked."""
    return f"{spelled(mark.data['r']).replace('::', '.')}.{mark.name}" if "r" in mark.data else mark.name

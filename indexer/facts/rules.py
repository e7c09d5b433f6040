"""Rules as data: what a language's `facts*.toml` declare, and which names a worker has to look at for them."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.languages import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

SHAPES = frozenset({"call", "decorator", "subscript", "member", "class", "raise", "value", "extend", "return"})
PARTS = frozenset({"name", "arguments", "argument", "receiver", "key", "types", "kept"})
NAMED_SHAPES = frozenset({"call", "decorator", "subscript", "member"})  # those that are looked for by name
ROUTING = frozenset({"@group", "@mount", "route"})  # kinds of rules that routes are put together from
LIBRARY = "$library"
ANY = b"*"
BEGINNING = re.compile(r"\.(\w+)\*$")
NAMED = re.compile(r"([\w$]+[?!]?)(?:\(\)|\[\])*$")
ENDS = re.compile(r"[.(\[]|$")
BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Rule:
    """One framework's way to say something; `parts` name the places where its pieces stand."""

    kind: str  # a kind of fact, or `@group`, `@mount`: what routes are composed with
    framework: str
    on: tuple[str, ...]  # origins of the name, written out
    shape: str = "call"
    compose: str = ""  # the function that makes facts of it; the kind's own where none is named
    imports: tuple[str, ...] = ()  # looked at only in files that import one of these
    confidence: str = "high"
    parts: dict[str, Any] = field(default_factory=dict)

    def part(self, name: str, default: str = "") -> str:
        return str(self.parts.get(name, default))


@dataclass(frozen=True)
class Syntax:
    """How the language's nodes are read; each entry is node types, or node type -> word."""

    nodes: dict[str, Any] = field(default_factory=dict)  # node type -> how `values` reads it
    text: tuple[str, ...] = ()  # inside a string: what stands for itself
    escape: tuple[str, ...] = ()
    placeholder: tuple[str, ...] = ()
    plus: str = "+"  # the sign that joins texts
    formats: tuple[str, ...] = ()  # signs and methods that fill in the text that they stand behind
    choices: tuple[str, ...] = ()  # signs between a value and what stands in for it (`??`)
    holders: dict[str, str] = field(default_factory=dict)  # node type of an assignment -> field of its name
    through: tuple[str, ...] = ()  # a value passes through these on its way to what holds it
    returns: tuple[str, ...] = ()
    loops: dict[str, list[str]] = field(
        default_factory=dict
    )  # node type -> fields of the name and of what it goes over
    calls_elements: bool = False  # a call of the name that a loop gives calls each element
    catches: tuple[str, ...] = ()  # clauses whose head says `as name:`
    calls_make: bool = False  # a call of a name in upper case makes an instance of that type
    throws: tuple[str, ...] = ()  # names of functions that throw what they are given
    decorators: tuple[str, ...] = ()  # node types that say something of the definition they stand at
    decorators_before: bool = False  # they stand before it as siblings

    def role(self, node: Node) -> str | None:
        """How a node is read."""
        return self.roles.get(node.type)

    @cached_property
    def roles(self) -> dict[str, str]:
        return {kind: spec["role"] if isinstance(spec, dict) else spec for kind, spec in self.nodes.items()}


@dataclass(frozen=True)
class RuleSet:
    """All rules of one language."""

    language: str
    rules: tuple[Rule, ...]
    syntax: Syntax
    same: dict[str, str]  # origins that are another name for one, or the type of what a call gives
    plain: str = "(.*)"  # pattern whose group is the name itself, where scoping adds signs to names
    steps: frozenset[str] = frozenset()  # words of steps (`Op.THROUGH`) whose result is what they begin with
    given: frozenset[str] = frozenset()  # functions that give an instance of their type argument
    instances: frozenset[str] = frozenset()  # origins of functions that give an instance of the type they are given
    first: frozenset[str] = frozenset()  # origins of functions that give back the first thing they are given
    naming: frozenset[str] = frozenset()  # words that give the name of what they are given
    formats: frozenset[str] = frozenset()  # functions that fill in a text that they are given
    joins: frozenset[str] = frozenset()  # functions that join parts of a path
    # names of what routes are added to in files that do not say where it comes from: name -> those beside it
    objects: dict[bytes, tuple[bytes, ...]] = field(default_factory=dict)
    routers: frozenset[str] = frozenset()  # names of types that routes are added to, or handed on with
    shared_imports: str = ""  # the free name by which a file says that its imports hold in all files
    implicit: tuple[str, ...] = ()  # modules whose names are there without an import
    values: frozenset[bytes] = frozenset()  # variables whose value is wanted, whatever it is
    stars_hand_on: bool = False  # `import *` also gives what the module itself imports
    extensions: bool = False  # functions may be called as if they were members of what their first parameter is
    mounts_held: bool = False  # what a local holds may be mounted: `api := newAPI(); r.Mount("/api", api)`
    namespaces: bool = False  # a file may import two things of one name, such as a module and a macro
    begins: dict[bytes, re.Pattern[bytes]] = field(default_factory=dict)  # name -> beginning of its arguments
    whole: str = ""  # the name that imports give to what a module hands out as a whole
    least: dict[bytes, int] = field(default_factory=dict)  # name -> arguments of a call that is about routes

    @cached_property
    def by_origin(self) -> dict[tuple[str, str], list[Rule]]:
        found: dict[tuple[str, str], list[Rule]] = defaultdict(list)
        for rule in self.rules:
            for origin in rule.on:
                found[rule.shape, origin].append(rule)
        return dict(found)

    @cached_property
    def by_habit(self) -> dict[str, list[Rule]]:
        """Rules that take a receiver by its name (`receivers`), by the names that are called."""
        found: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.rules:
            for name in {origin.rpartition(".")[2] for origin in rule.on} if "receivers" in rule.parts else ():
                found[name].append(rule)
        return dict(found)

    @cached_property
    def by_bare_name(self) -> dict[str, list[Rule]]:
        """Rules that take a call by its bare name (`bare`), where nobody can tell what it is."""
        found: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.rules:
            for name in rule.parts.get("bare", ()):
                found[name].append(rule)
        return dict(found)

    @cached_property
    def router_names(self) -> tuple[bytes, ...]:
        return tuple(sorted(word.encode() for word in self.routers))

    @cached_property
    def names(self) -> dict[str, frozenset[bytes]]:
        """Per shape the names that rules without a guard look for."""
        return self._names(lambda rule: not rule.imports)

    @cached_property
    def guarded(self) -> dict[bytes, dict[str, frozenset[bytes]]]:
        """The same for rules that want an import, by the import's first word."""
        words = {word for rule in self.rules for word in rule.imports}
        return {word.encode(): self._names(lambda rule, word=word: word in rule.imports) for word in words}

    @cached_property
    def _named(self) -> dict[tuple[bytes, ...], dict[str, frozenset[bytes]]]:
        return {}

    def named(self, imported: tuple[bytes, ...]) -> dict[str, frozenset[bytes]]:
        """The names of each shape that count where these guards are imported; decorators are called, too."""
        names = self._named.get(imported)
        if names is None:
            several = (self.names, *(self.guarded[word] for word in imported))
            names = {shape: frozenset().union(*(one[shape] for one in several)) for shape in self.names}
            names["decorator"] |= names["call"]
            self._named[imported] = names
        return names

    @cached_property
    def _routing(self) -> dict[tuple[bytes, ...], dict[str, frozenset[bytes]]]:
        return {}

    def routing(self, imported: tuple[bytes, ...]) -> dict[str, frozenset[bytes]]:
        """The same for those that make, mount or fill groups of routes."""
        if imported not in self._routing:
            words = {word.decode() for word in imported}
            self._routing[imported] = self._names(
                lambda rule: rule.kind in ROUTING and (not rule.imports or not words.isdisjoint(rule.imports))
            )
        return self._routing[imported]

    @cached_property
    def routing_names(self) -> frozenset[bytes]:
        """Names that make, mount or fill groups of routes, whatever a file imports."""
        return frozenset().union(*self._names(lambda rule: rule.kind in ROUTING).values())

    @cached_property
    def mounting_names(self) -> frozenset[bytes]:
        """Names of calls that are given what is mounted, whatever a file imports."""
        return self._names(lambda rule: rule.kind == "@mount")["call"]

    @cached_property
    def call_names(self) -> frozenset[bytes]:
        """Names of calls that any rule looks for, whatever a file imports."""
        return self._names(lambda rule: True)["call"]

    @cached_property
    def setting_names(self) -> frozenset[bytes]:
        """Names that read a setting."""
        return frozenset().union(*self._names(lambda rule: rule.kind == "config").values())

    @cached_property
    def _spellings(self) -> dict[str, list[str]]:
        """Other ways to write an origin."""
        found: dict[str, list[str]] = defaultdict(list)
        for written, origin in self.same.items():
            found[origin].append(written)
        return found

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """Every path that a rule's origin, or another way to write one, begins with."""
        told = {origin for rule in self.rules for origin in rule.on}.union(self.same)
        return frozenset(origin[: match.start()] for origin in told for match in ENDS.finditer(origin))

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """Of origins such as `app.Use*`, what the names that are called begin with."""
        found = {match[1] for rule in self.rules for origin in rule.on if (match := BEGINNING.search(origin))}
        return tuple(sorted(found))

    @cached_property
    def name_beginnings(self) -> tuple[bytes, ...]:
        """The same as they stand in a file."""
        return tuple(word.encode() for word in self.beginnings)

    def on(self, shape: str, origin: str) -> list[Rule]:
        """The rules that an origin meets."""
        found = self.by_origin.get((shape, origin), [])
        owner, _, name = origin.rpartition(".")
        open_ends = [f"{owner}.{word}*" for word in self.beginnings if name.startswith(word)]
        return [*found, *(rule for end in open_ends for rule in self.by_origin.get((shape, end), ()))]

    def _names(self, chosen: Any) -> dict[str, frozenset[bytes]]:
        found: dict[str, set[bytes]] = {shape: set() for shape in NAMED_SHAPES}
        for rule in filter(chosen, self.rules):
            for origin in rule.on if rule.shape in found else ():
                spelled = [origin.removesuffix(".*"), *self._spellings.get(origin, ())]
                found[rule.shape].update(match[1].encode() for word in spelled if (match := NAMED.search(word)))
                found[rule.shape].update(word.encode() for word in rule.parts.get("called", ()))
                if origin.endswith(("()[]", "().*")):  # an instance has the name that the program gives it
                    found[rule.shape].add(ANY)
        return {shape: frozenset(names) for shape, names in found.items()}

    @cached_property
    def shapes(self) -> list[str]:
        """The shape that each pattern of `facts.scm` finds."""
        language = languages.load(self.language)
        return [next(iter(words & SHAPES)) for words in language.captures[language.first_fact :]]


def written_out(pattern: str) -> list[str]:
    """`a.{b,c}()` -> `a.b()`, `a.c()`."""
    pieces = BRACES.split(pattern)
    choices = [piece.split(",") if place % 2 else [piece] for place, piece in enumerate(pieces)]
    return ["".join(chosen) for chosen in product(*choices)]


@cache
def rule_set(language: str) -> RuleSet | None:
    """The rules of a language with those it inherits; None where it has none."""
    if not languages.load(language).patterns("facts.scm"):
        return None
    tables = [tomllib.loads(path.read_text("utf-8")) for path in _files(language)]
    tables += [table for own in tables for other in own.get("rules_of", ()) for table in _rules_of(other)]
    syntax: dict[str, Any] = {}
    same: dict[str, str] = {}
    for table in tables:
        for key, value in table.get("syntax", {}).items():
            syntax[key] = {**syntax.get(key, {}), **value} if isinstance(value, dict) else _frozen(value)
        same |= {one: to for names, to in table.get("same", {}).items() for one in written_out(names)}
    rules = tuple(rule for table in tables for given in table.get("rule", ()) for rule in _rules(given))
    implicit = tuple(word for table in tables for word in table.get("implicit", ()))
    asked = {name for rule in rules if rule.shape == "value" for name in rule.on}
    values = frozenset(word.encode() for word in asked.union(*(table.get("values", ()) for table in tables)))
    words = ("plain", "shared_imports", "whole", "stars_hand_on", "extensions", "namespaces", "mounts_held")
    said = {key: table[key] for table in tables for key in words if key in table}
    sets: dict[str, Any] = {
        key: frozenset(one for table in tables for word in table.get(key, ()) for one in written_out(word))
        for key in ("steps", "given", "instances", "first", "naming", "joins", "formats", "routers")
    }
    begins = {name.encode(): re.compile(p.encode()) for table in tables for name, p in table.get("begins", {}).items()}
    objects = {
        name.encode(): tuple(word.encode() for word in (name, *beside))
        for table in tables
        for name, beside in table.get("objects", {}).items()
    }
    counts = [pair for table in tables for pair in table.get("least", {}).items()]
    least = {name.encode(): count for names, count in counts for name in written_out(names)}
    return RuleSet(
        language, rules, Syntax(**syntax), same, implicit=implicit, values=values, begins=begins, least=least,
        objects=objects, **sets, **said,
    )  # fmt: skip


def _rules_of(language: str) -> list[dict[str, Any]]:
    """What another language's files say of frameworks, without how it is read."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in _files(language)]
    return [{key: table[key] for key in ("rule", "same", "implicit", "values") if key in table} for table in tables]


def _files(language: str) -> list[Any]:
    inherits = languages.load(language).inherits
    return [*(_files(inherits) if inherits else ()), *sorted((FOLDER / language).glob("facts*.toml"))]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _rules(given: dict[str, Any]) -> Iterator[Rule]:
    """One rule, or where its framework is `$library` one for each library that its origins begin with."""
    if given.get("framework") != LIBRARY:
        yield _rule(given)
        return
    origins = [origin for pattern in given["on"] for origin in written_out(pattern)]
    for library in dict.fromkeys(_library(origin) for origin in origins):
        yield _rule({**given, "framework": library, "on": [one for one in origins if _library(one) == library]})


def _library(origin: str) -> str:
    return origin[: next(ENDS.finditer(origin)).start()]


def _rule(given: dict[str, Any]) -> Rule:
    rest = dict(given)
    named = {key: rest.pop(key) for key in ("kind", "framework", "shape", "compose", "confidence") if key in rest}
    origins = tuple(origin for pattern in rest.pop("on") for origin in written_out(pattern))
    return Rule(on=origins, imports=tuple(rest.pop("imports", ())), parts=rest, **named)

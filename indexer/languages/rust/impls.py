"""What is said of Rust's types apart from them: inherent impls, impls of traits, derives, impls for all types."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.rust.naming import Naming

Head = int | str  # a type's symbol, or the word of one that is built in
DERIVED = {
    "Clone": "clone", "Copy": "marker", "Debug": "fmt", "Default": "default", "Hash": "hash", "PartialEq": "cmp",
    "Eq": "cmp", "PartialOrd": "cmp", "Ord": "cmp",
}  # fmt: skip
CALLED = frozenset({"Fn", "FnMut", "FnOnce"})  # what functions and closures have without an impl that says so
_DERIVE = re.compile(r"#\[\s*derive\s*\(([^)]*)\)")
DEEPEST = 3  # impls for all types that rest on other such impls


@dataclass(slots=True)
class Said:
    """Of one type: its own members by name, and the traits it has with the impl that says so (-1: derived)."""

    inherent: dict[str, list[int]] = field(default_factory=dict)
    traits: list[tuple[int, int]] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)  # impls of traits that nobody knows


class Impls:
    def __init__(self, dialect: Naming) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.by_name: dict[str, list[int]] = {}  # by the last word of the type as written
        self.said: dict[Head, Said] = {}
        self.found: dict[tuple[Head, str], list[int]] = {}
        self.given: dict[tuple[Head, str, tuple[int, ...]], list[int]] = {}
        self.outside: dict[Head, frozenset[str]] = {}
        self.heads: dict[int, Head | None] = {}
        self.traits: dict[int, int] = {}
        self.blanket: dict[str, list[tuple[int, int]]] = {}  # name of a trait's item -> trait, impl
        self._collect()

    def _collect(self) -> None:
        program, aliased = self.program, []
        for symbol, kind in enumerate(program.kind):
            if kind == "impl" and (term := program.term_at(Flow.TYPE, symbol, 0)) is not None:
                word = self._word(term)
                self.by_name.setdefault(word, []).append(symbol)
                if not program.is_external(symbol):
                    aliased.append((symbol, word))
        for symbol, word in aliased:  # an alias may stand for a type of another name
            head = self.head(symbol)
            name = program.name[head] if isinstance(head, int) else head
            if name is not None and name != word:
                self.by_name.setdefault(name, []).append(symbol)
        for symbol in self.by_name.get("", ()):
            trait = self.trait(symbol)
            for name in program.members.get(trait, {}) if trait >= 0 and self.head(symbol) is None else ():
                self.blanket.setdefault(name, []).append((trait, symbol))

    def _word(self, term: int) -> str:
        program = self.program
        while program.ops[term] == Op.APPLY:
            term = program.parts[term][0]
        op, parts = program.ops[term], program.parts[term]
        if op in (Op.FREE, Op.WRAP):
            return program.texts[parts[0]]
        return program.texts[parts[1]] if op == Op.MEMBER else ""

    def head(self, impl: int) -> Head | None:
        """The type that an impl is for; None where it is for any."""
        if impl not in self.heads:
            term = self.program.term_at(Flow.TYPE, impl, 0)
            self.heads[impl] = head_of(self.dialect.named(term)) if term is not None else None
        return self.heads[impl]

    def trait(self, impl: int) -> int:
        """The trait of an impl: -1 where it has none, -2 where nobody knows it."""
        if impl not in self.traits:
            term = self.program.term_at(Flow.BASE, impl, 0)
            value = self.dialect.named(term) if term is not None else None
            known = value is not None and value[0] == Tag.CLASS
            self.traits[impl] = -1 if term is None else value[1] if known and value is not None else -2
        return self.traits[impl]

    def of(self, head: Head) -> Said:
        if head not in self.said:
            self.said[head] = said = Said()
            name = self.program.name[head] if isinstance(head, int) else head
            for impl in dict.fromkeys(self.by_name.get(name, ())):
                if self.head(impl) == head:
                    self._add(said, impl)
            if isinstance(head, int):
                said.traits += [(trait, -1) for trait in self._derived(head)]
        return self.said[head]

    def _add(self, said: Said, impl: int) -> None:
        trait = self.trait(impl)
        if trait >= 0:
            said.traits.append((trait, impl))
        elif trait == -2:
            said.unknown.append(impl)
        elif self.program.is_external(impl) or not self._is_outside(impl):
            for name, members in self.program.members.get(impl, {}).items():
                said.inherent.setdefault(name, []).extend(members)

    def _is_outside(self, impl: int) -> bool:
        """An impl of another library's type can only be of one that takes its place under other conditions."""
        head = self.head(impl)
        return isinstance(head, int) and self.program.is_external(head)

    def _derived(self, symbol: int) -> list[int]:
        groups = [group for text in self.program.decorators[symbol] or () for group in _DERIVE.findall(text)]
        words = [word.strip() for group in groups for word in group.split(",")]
        known = (self.dialect.known("core", DERIVED[word], word) for word in words if word in DERIVED)
        return [trait for trait in known if trait is not None]

    # -- members

    def find(self, head: Head, name: str) -> list[int]:
        """Members of a type that go by a name: its own first, then those of its traits."""
        key = (head, name)
        if key not in self.found:
            self.found[key] = self._find(head, name)
        return self.found[key]

    def _find(self, head: Head, name: str) -> list[int]:
        said = self.of(head)
        if own := said.inherent.get(name):
            return self.dialect.alternatives(own)
        is_trait = isinstance(head, int) and self.program.kind[head] == "trait"
        if is_trait and (own := self.of_trait(head, name)):
            return own
        found = {symbol: None for trait, _ in said.traits for symbol in self.of_trait(trait, name, beyond=False)}
        return list(found) or self.for_all(head, name)

    def of_trait(self, trait: Head, name: str, beyond: bool = True) -> list[int]:
        """Items of a trait and of what it extends."""
        for owner in self.dialect.order(trait) if beyond and isinstance(trait, int) else (trait,):
            assert isinstance(owner, int)
            if own := self.program.members.get(owner, {}).get(name):
                return own[:1]
        return []

    def for_all(self, head: Head, name: str, outside: frozenset[str] = frozenset()) -> list[int]:
        """Items of traits that all types have which meet certain bounds, where this one does."""
        found: dict[int, None] = {}
        for trait, impl in self.blanket.get(name, ()):
            if self._meets(head, impl, 0, outside):
                found.update(dict.fromkeys(self.program.members[trait][name][:1]))
        return list(found)

    def _meets(self, head: Head, impl: int, depth: int, outside: frozenset[str] = frozenset()) -> bool:
        """Whether a type has all traits that an impl for all types asks for; some of them nobody knows but by name."""
        term = self.program.term_at(Flow.TYPE, impl, 0)
        variable = self.dialect.named(term) if term is not None else None
        if variable is None or variable[0] != Tag.TYPE_VARIABLE or depth > DEEPEST:
            return False
        for bound in self.dialect.generics.bounds(variable):
            if bound[0] == Tag.EXTERNAL:
                if bound[1] not in (outside or self._outside(head)):
                    return False
            elif bound[0] == Tag.FUNCTION_TYPE:
                if head != "fn":
                    return False
            elif bound[0] != Tag.INSTANCE or not self.has(head, bound[1], depth):
                return False
        return True

    def _outside(self, head: Head) -> frozenset[str]:
        """The traits of other libraries that impls say a type has."""
        if head not in self.outside:
            terms = [self.program.term_at(Flow.BASE, impl, 0) for impl in self.of(head).unknown]
            values = [self.dialect.named(term) for term in terms if term is not None]
            self.outside[head] = frozenset(v[1] for v in values if v is not None and v[0] == Tag.EXTERNAL)
        return self.outside[head]

    def has(self, head: Head, trait: int, depth: int = 0) -> bool:
        if isinstance(head, int) and self.program.kind[head] == "trait" and trait in self.dialect.order(head):
            return True
        if any(trait in self.dialect.order(own) for own, _ in self.of(head).traits):
            return True
        if head == "fn" and self.program.is_external(trait) and self.program.name[trait] in CALLED:
            return True
        names = self.program.members.get(trait, {})
        impls = {impl for name in names for other, impl in self.blanket.get(name, ()) if other == trait}
        return any(self._meets(head, impl, depth + 1) for impl in sorted(impls))

    def impls_with(self, head: Head, name: str, traits: tuple[int, ...] = ()) -> list[int]:
        """What a type's impls of traits, or of some traits, themselves say under a name."""
        key = head, name, traits
        if key not in self.given:
            self.given[key] = self._impls_with(head, name, traits)
        return self.given[key]

    def _impls_with(self, head: Head, name: str, traits: tuple[int, ...]) -> list[int]:
        members, said = self.program.members, self.of(head)
        chosen = [impl for own, impl in said.traits if impl >= 0 and (not traits or own in traits)]
        chosen += said.unknown if not traits else []
        found = [symbol for impl in chosen for symbol in members.get(impl, {}).get(name, ())[:1]]
        if not found:
            for own, impl in self.blanket.get(name, ()):
                if (not traits or own in traits) and name in members.get(impl, {}) and self._meets(head, impl, 0):
                    found += members[impl][name][:1]
        return found


def head_of(value: Value | None) -> Head | None:
    if value is None:
        return None
    if value[0] in (Tag.CLASS, Tag.INSTANCE):
        return value[1]  # type: ignore[no-any-return]
    if value[0] == Tag.WRAPPED and not value[1].startswith(("::", "as")):
        return value[1]  # type: ignore[no-any-return]
    return "fn" if value[0] in (Tag.FUNCTION, Tag.FUNCTION_TYPE, Tag.LAMBDA) else None

"""What facts are made of: marks, the rules they meet, and the facts that come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from indexer.facts.reading import Value
from indexer.facts.rules import Rule

Lines = tuple[int, int]
LAST = "-1"


@dataclass(slots=True)
class Mark:
    """One row of marks; numbers inside its data become those of the commit by the three firsts of its file."""

    row: int
    file: int
    shape: str
    name: str
    line_start: int
    line_end: int
    symbol: int  # innermost definition around it; of a class or a value the definition itself
    term: int
    data: dict[str, Value]
    firsts: tuple[int, int, int]  # of the file's symbols, terms, marks

    @property
    def args(self) -> list[Value]:
        return self.data.get("a", [])  # type: ignore[no-any-return]

    @property
    def named(self) -> dict[str, Value]:
        return self.data.get("k", {})  # type: ignore[no-any-return]

    @property
    def decorated(self) -> int:
        """The definition that it stands at as a decorator, -1 where it is none."""
        return self.data["d"] + self.firsts[0] if "d" in self.data else -1

    def pick(self, selector: str) -> Value:
        """The argument that `2|name` selects: by place (`-1` the last), else by name; None where it is not given."""
        return pick(self.data, selector)


def pick(call: dict[str, Value], selector: str) -> Value:
    args, named = call.get("a", []), call.get("k", {})
    for word in selector.split("|"):
        if word.startswith("<") and int(word[1:-1]) < len(types := call.get("y", [])):
            return types[int(word[1:-1])]
        if word.isdigit() and int(word) < len(args):
            return args[int(word)]
        if word == LAST and args:
            return args[-1]
        if word in named:
            return named[word]
        place, dot, key = word.partition(".")
        if dot and (found := entry(pick(call, place), key)) is not None:
            return found
    return None


def entry(value: Value, key: str) -> Value:
    """What a mapping holds under a key; None where it is none, or has no such key."""
    pairs = value.get("map", ()) if isinstance(value, dict) else ()
    return next((held for name, held in pairs if name == key), None)


@dataclass(slots=True)
class Hit:
    """A mark that a rule is about."""

    rule: Rule
    mark: Mark
    origin: str
    sure: bool = True  # by where its name comes from; else only by what its receiver is called

    def pick(self, part: str, default: str = "") -> Value:
        """The argument that the rule names as its part."""
        return self.mark.pick(self.rule.part(part, default))


@dataclass(slots=True)
class Fact:
    kind: str
    value: str
    framework: str | None
    mark: Mark
    symbol: int = -1
    detail: dict[str, Any] = field(default_factory=dict)
    confidence: str = "high"
    lines: Lines | None = None  # where it is not the mark's own lines


def spelled(value: Value) -> str:
    """A value as a reader would write it, short."""
    if isinstance(value, dict):
        if "call" in value:
            return spelled(value["call"]) + "()"
        return str(value.get("n", value.get("x", "…")))
    return str(value)


def amount(value: Value) -> int | float | str | None:
    """A number, or a duration with the numbers that it is made of: `TimeSpan.FromSeconds(2)`."""
    if value is None or isinstance(value, int | float):
        return value
    numbers = value.get("a", []) if isinstance(value, dict) and "call" in value else []
    if numbers and all(isinstance(number, int | float) for number in numbers):
        return f"{spelled(value['call'])}({', '.join(map(str, numbers))})"
    return spelled(value)

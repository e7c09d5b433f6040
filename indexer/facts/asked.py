"""What somebody looked into while facts were made: who edits something else need not make these facts again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Held = TypeVar("Held")
Key = TypeVar("Key")


@dataclass(slots=True)
class Asked:
    owners: dict[int, set[int]] = field(default_factory=dict)  # whose contents, and for marks of which files
    names: set[str] = field(default_factory=set)  # by which names into the contents of all heirs
    functions: set[int] = field(default_factory=set)  # what callers hand to
    marks: set[str] = field(default_factory=set)  # by which names into all marks
    files: set[int] = field(default_factory=set)  # modules that texts name, files behind which something stands
    symbols: dict[int, set[int | str]] = field(default_factory=dict)  # of other files: what bears on them, and how
    heirs: set[int] = field(default_factory=set)  # whose heirs
    lines: set[int] = field(default_factory=set)  # where what is of other files stands
    bodies: dict[int, set[int]] = field(default_factory=dict)  # what is told inside of which, as `owners`
    extended: set[int] = field(default_factory=set)  # what is added to which variables
    extensions: set[str] = field(default_factory=set)  # functions of which names that extend other types
    free: set[str] = field(default_factory=set)  # by which names into what no file binds
    modules: bool = False  # what is imported by any file
    everything: bool = False  # what is known of all files, or what is put together in their order
    asker: int = -1  # the file whose mark, term or definition is being looked at

    def note(self, symbol: int, how: int | str) -> None:
        """What bears on a definition of another file is asked for: `s` as it stands, `r` called, `p` its parameters."""
        self.symbols.setdefault(symbol, set()).add(how)


class Noted(dict[str, Held]):
    """By name what is known of all files; which names are asked for is noted."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self.names = names

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


class Contents(dict[int, Held]):
    """By symbol what it contains, or what is told inside of it; who is asked for is noted, and for which file."""

    def __init__(self, asked: Asked, owners: dict[int, set[int]]) -> None:
        super().__init__()
        self.asked, self.owners = asked, owners

    def get(self, owner: int, default: Any = None) -> Any:
        self.owners.setdefault(owner, set()).add(self.asked.asker)
        return super().get(owner, default)


class Watched(dict[Key, Held]):
    """What rules put together in the order of all files, as it was in the end: adding to it asks for everything."""

    def __init__(self, known: Mapping[Key, Held], asked: Asked) -> None:
        super().__init__(known)
        self.asked = asked

    def __setitem__(self, key: Key, value: Held) -> None:
        self.asked.everything = True
        super().__setitem__(key, value)

    def __missing__(self, key: Key) -> int:
        return 0


class Listed(list[Held]):
    """By number what is known of all files; whoever goes over it asks for everything."""

    def __init__(self, held: Iterable[Held], asked: Asked) -> None:
        super().__init__(held)
        self.asked = asked

    def __iter__(self) -> Iterator[Held]:
        self.asked.everything = True
        return super().__iter__()

    def __contains__(self, value: object) -> bool:
        self.asked.everything = True
        return super().__contains__(value)

    def each(self) -> Iterator[Held]:
        """For what is known of all files by name or number, and is asked for by that."""
        return super().__iter__()

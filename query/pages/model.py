"""What a report says, as plain rows."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A symbol or a file with the figure that puts it on a list."""

    name: str
    path: str
    line: int
    figure: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Package:
    """A folder with source of its own; `uses` counts references to other folders."""

    name: str
    files: int
    lines: int
    symbols: int
    churn: int | None
    uses: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cycle:
    """Packages that all reach one another; without the references of `weakest` there would be no cycle."""

    packages: tuple[str, ...]
    weakest: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Unused:
    """A definition that nothing seems to use, how sure that is, and why it is not surer."""

    symbol_id: str
    kind: str
    path: str
    line: int
    lines: int
    certainty: str
    reason: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A reference from one layer to another that it may not use."""

    layer: str
    used_layer: str
    path: str
    line: int
    symbol_id: str


@dataclass(frozen=True, slots=True)
class Surface:
    kind: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A commit of the repository that the cache has, in numbers; `time` is seconds since the epoch."""

    commit: str
    time: float
    files: int
    symbols: int
    refs: int
    resolved: int


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    repo_id: str
    commit: str
    languages: tuple[tuple[str, int, int, int], ...]  # name, files, lines, symbols
    refs: int
    resolved: int
    external: int
    surfaces: tuple[Surface, ...]
    hot_spots: tuple[Place, ...]
    largest: tuple[Place, ...]
    central: tuple[Place, ...]
    packages: tuple[Package, ...]
    cycles: tuple[Cycle, ...]
    unused: tuple[Unused, ...]
    layers: tuple[str, ...]
    violations: tuple[Violation, ...]
    trend: tuple[Moment, ...]

"""How the scores look on a terminal, and the bars that they are held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from .scoring import Sample, Score, Tally

PRECISION = {"c": 0.98, "cpp": 0.98, "javascript": 0.98}
LEAST_PRECISION = 0.99
RECALL = dict.fromkeys(("python", "typescript", "go", "java", "csharp"), 0.97)
RECALL |= {"rust": 0.92, "c": 0.88, "cpp": 0.88, "javascript": 0.80}
WIDTH = 160  # where there is no terminal to tell its own
MOST_TIES = MOST_STRAYS = 0.01
HEADINGS = {
    "wrong": "bound to something else than the oracle's definition",
    "stray": "bound where the oracle says local or external",
    "ties": "right, with a wrong target beside the right one",
    "missed": "not bound: what the snapshot has at that place, and the oracle's definition",
}
SUMMARY = ("precision", "recall", "F1", "calls' precision", "calls' recall", "ties", "strays", "unresolved")
STATES = ("bound", "external", "unresolved", "absent")


@dataclass(frozen=True, slots=True)
class Repository:
    """One truth table and what the snapshot of its commit scored."""

    name: str
    language: str
    commit: str
    oracle: str
    score: Score

    @property
    def marks(self) -> dict[str, bool]:
        """Whether each bar holds; a language without a bar for its recall passes."""
        precision, recall = PRECISION.get(self.language, LEAST_PRECISION), RECALL.get(self.language, 0.0)
        whole, calls = self.score.whole, self.score.calls
        return {
            "precision": whole.precision >= precision,
            "recall": whole.recall >= recall,
            "calls' precision": calls.precision >= precision,
            "calls' recall": calls.recall >= recall,
            "ties": whole.tie_share <= MOST_TIES,
            "strays": whole.stray_share <= MOST_STRAYS,
        }

    def as_json(self) -> dict[str, object]:
        head = {"name": self.name, "language": self.language, "commit": self.commit, "oracle": self.oracle}
        return head | {"bars": self.marks} | self.score.as_json()


class Report:
    def __init__(self) -> None:
        self.console = Console(highlight=False)
        if not self.console.is_terminal:
            self.console.width = WIDTH

    def repository(self, one: Repository, source: Callable[[str, int], str]) -> None:
        """`source` gives a line's text, so that an answer can be judged without opening the file."""
        score, whole = one.score, one.score.whole
        self.console.rule(f"[bold]{one.name}[/] {one.commit[:12]}, {one.oracle}")
        rates = f"precision [bold]{whole.precision:.4f}[/], recall [bold]{whole.recall:.4f}[/], F1 {whole.f1:.4f}"
        self.console.print(f"{rates}; {score.unresolved:.1%} of the references left unresolved")
        groups = {"all": whole, "calls": score.calls} | score.files
        self._tallies(groups | {f"  {kind}": tally for kind, tally in score.kinds.items()})
        self._rules(score.rules)
        self._states("oracle says", score.states)
        self._states("missed", score.missed)
        for name, heading in HEADINGS.items():
            self._samples(heading, score.samples[name], source)

    def summary(self, repositories: Sequence[Repository]) -> None:
        table = _table("repository", *SUMMARY)
        for one in repositories:
            cells = (_cell(value, one.marks.get(title)) for title, value in _figures(one.score).items())
            table.add_row(one.name, *cells)
        columns = zip(*(_figures(one.score).values() for one in repositories), strict=True)
        table.add_section()
        table.add_row("mean", *(_cell(sum(column) / len(column), None) for column in columns))
        self.console.print(table)
        self.console.print(f"bars: {_bars()}", style="dim", soft_wrap=True)

    def _tallies(self, tallies: Mapping[str, Tally]) -> None:
        table = _table("", "oracle", "right", "wrong", "stray", "unjudged", "ties", "precision", "recall")
        for name, one in tallies.items():
            recall = f"{one.recall:.4f}" if one.truth else "–"
            table.add_row(name, _count(one.truth), *_answers(one), recall)
        self.console.print(table)

    def _rules(self, rules: Mapping[str, Tally]) -> None:
        table = _table("rule", "right", "wrong", "stray", "unjudged", "ties", "precision")
        for name, one in rules.items():
            table.add_row(name, *_answers(one))
        self.console.print(table)

    def _states(self, title: str, rows: Mapping[str, Mapping[str, int]]) -> None:
        table = _table(title, *(f"here {state}" for state in STATES))
        for name, row in rows.items():
            table.add_row(name, *(_count(row.get(state, 0)) for state in STATES))
        self.console.print(table)

    def _samples(self, heading: str, samples: Iterable[Sample], source: Callable[[str, int], str]) -> None:
        for number, one in enumerate(samples):
            if not number:
                self.console.print(f"[bold]{heading}[/]")
            place = f"  {one.path}:{one.line}:{one.col} {one.kind} {one.name}"
            for text in (place, f"      {source(one.path, one.line)}", f"      here {one.ours}; oracle {one.oracle}"):
                self.console.print(text, markup=False, soft_wrap=True)


def _table(first: str, *others: str) -> Table:
    table = Table(first, header_style="bold")
    for title in others:
        table.add_column(title, justify="right")
    return table


def _answers(tally: Tally) -> list[str]:
    counts = (tally.right, tally.wrong, tally.stray, tally.unjudged, tally.ties)
    precision = f"{tally.precision:.4f}" if tally.right + tally.wrong + tally.stray else "–"
    return [*map(_count, counts), precision]


def _figures(score: Score) -> dict[str, float]:
    whole, calls = score.whole, score.calls
    rates = (whole.precision, whole.recall, whole.f1, calls.precision, calls.recall)
    return dict(zip(SUMMARY, (*rates, whole.tie_share, whole.stray_share, score.unresolved), strict=True))


def _cell(value: float, holds: bool | None) -> str:
    return f"{value:.4f} " + {True: "[green]✓[/]", False: "[red]✗[/]", None: " "}[holds]


def _bars() -> str:
    shares = f"ties and strays at most {MOST_TIES:g}, calls as the whole"
    return f"precision {LEAST_PRECISION:g}, {_least(PRECISION)}; recall {_least(RECALL)}; {shares}"


def _least(bars: Mapping[str, float]) -> str:
    languages: dict[float, list[str]] = {}
    for language, least in bars.items():
        languages.setdefault(least, []).append(language)
    return ", ".join(f"{least:g} for {'/'.join(names)}" for least, names in languages.items())


def _count(number: int) -> str:
    return f"{number:,}" if number else "·"

"""`codemap fleet index`: a list of repositories, each tried until it is done or has failed too often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from indexer.fleet.engines import ENGINES
from indexer.fleet.work import Item, Outcome, index_one, read_list

Told = Callable[[Outcome], None]
Work = Callable[..., Outcome]  # index_one, or something around it


@dataclass(frozen=True, slots=True)
class Indexed:
    """Outcomes in the order of the list."""

    cache: str
    outcomes: list[Outcome]

    @property
    def exit_code(self) -> int:
        return 1 if any(one.status == "failed" for one in self.outcomes) else 0


def index_all(
    items: list[Item],
    cache: Path,
    engine: str = "processes",
    jobs: int = 1,
    retries: int = 1,
    told: Told | None = None,
    work: Work = index_one,
) -> Indexed:
    """Index each repository; those that fail are tried again, after all others."""
    from indexer.fleet.engines import run

    outcomes: dict[Item, Outcome] = {}
    left = items
    for attempt in range(1, retries + 2):
        for item, result in run(engine, partial(work, cache=cache), left, jobs):
            outcome = _outcome(item, result, attempt)
            outcomes[item] = outcome
            if told:
                told(outcome)
        left = [item for item in left if outcomes[item].status == "failed"]
        if not left:
            break
    return Indexed(str(cache), [outcomes[item] for item in items])


def _outcome(item: Item, result: Outcome | BaseException, attempt: int) -> Outcome:
    if isinstance(result, BaseException):
        result = Outcome(item.where, item.ref, "failed", error=f"{type(result).__name__}: {result}")
    return replace(result, attempts=attempt)


@click.command()
@click.argument("repos", metavar="REPOS.txt", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--engine", type=click.Choice(ENGINES), default=ENGINES[0], show_default=True,
              help="Where the work is done; ray and dask are extras.")  # fmt: skip
@click.option("--jobs", "-j", type=click.IntRange(min=1), envvar="CODEMAP_JOBS", metavar="N",
              help="Repositories at once.  [default: one per core]")  # fmt: skip
@click.option("--retries", type=click.IntRange(min=0), default=1, show_default=True, metavar="N",
              help="How often a repository that fails is tried again.")  # fmt: skip
def index(cache_dir: Path, as_json: bool, repos: Path, engine: str, jobs: int | None, retries: int) -> Indexed:
    """Index all repositories of a list.

    Each line of REPOS.txt is a path or a URL, and a revision where HEAD is not meant. What is indexed already is found,
    so that the same list can be run again at any time. Exits with 1 when a repository failed.
    """
    import os

    told = None if as_json else lambda one: click.echo(f"{one.status:8} {one.where}", err=True)
    return index_all(read_list(repos), cache_dir.absolute(), engine, jobs or os.cpu_count() or 1, retries, told)

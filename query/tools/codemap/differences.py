"""index.diff: what two commits, or a commit and a workspace, differ in, and what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from query.errors import NotIndexedError
from query.hub import changes
from query.tools.call import Call
from query.tools.codemap.answers import MOST_EVIDENCE, Answer, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import Rows, SymbolKind
from query.tools.codemap.routing import State, Word, opened
from query.tools.codemap.vocabulary import SYMBOL_KINDS
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.diff import Diff
    from query.engine.view import View
    from query.hub import Served

FORK = "..."  # behind the base: compare with the commit where the two parted
MOST_BESIDE = 20  # rows of each list beside the symbols
_MOST_TEXT = 300

Short = Annotated[str, AfterValidator(lambda text: text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…")]
Kind = Annotated[SymbolKind, BeforeValidator(SYMBOL_KINDS.__getitem__)]
# The contract's words for kinds of facts, and words of its style for those that it does not have.
FactWord = Annotated[str, BeforeValidator(lambda kind: kind.title().replace("_", ""))]


class Placed(BaseModel):
    """Something that a comparison tells, with its place."""

    model_config = ConfigDict(from_attributes=True)

    symbol_id: str | None
    file_path: str = Field(validation_alias="path")
    line: int


class ChangedSymbol(Placed):
    symbol_id: str
    changes: list[str]
    kind: Kind
    old_symbol_id: str | None
    before: Short | None
    after: Short | None
    breaking: Short = Field(description="why code outside must change; empty where it need not")


class ChangedFact(Placed):
    change: str
    kind: FactWord
    before: Short | None
    after: Short | None


class ChangedCallers(Placed):
    gained: int
    lost: int
    gained_examples: list[str]
    lost_examples: list[str]


class RiskInfo(Placed):
    score: float
    direct: int
    dependents: int
    tests: int
    churn_30d: int
    breaking: bool


class DiffResponse(Rows):
    rows_field = "symbols"

    base_commit_sha: str
    head_commit_sha: str
    summary: dict[str, int]
    symbols: list[ChangedSymbol]
    facts: list[ChangedFact]
    callers: list[ChangedCallers]
    risks: list[RiskInfo]
    tests: list[str] = Field(description="tests that reach what changed")
    truncated: bool


@FAMILY.tool("index.diff")
def diff(
    call: Call,
    where: State,
    base: Annotated[Word, Field(description="commit or ref; main... for where they parted")],
    limit: Annotated[int, Budget("max_results", 200)] = 50,
) -> Answer[DiffResponse]:
    """What changed since base: symbols, breaking first, routes and other facts, callers, risks, tests to run."""
    from query.diff import diff as compare

    with opened(call, where) as head, _base(call, base) as old:
        _check_exact(call.served)
        found = compare(old.mounted, head.mounted)
        commits = (old.repo.commit, head.repo.commit)
    listed = _listed(found, commits, limit)
    riskiest = next((risk.symbol_id for risk in listed.risks), None)
    deeper = next_action(call, "index.blast_radius", "what depends on the riskiest", symbol_ids=[riskiest])
    return Answer(
        f"{len(found.breaking)} breaking among {len(found.symbols)} changed symbols, {len(found.facts)} facts; "
        f"{found.blast.affected} symbols depend on them, {len(found.blast.tests)} of those in tests",
        listed,
        evidence=[pointer(call, c.path, c.line, c.line, c.symbol_id, None) for c in found.symbols[:MOST_EVIDENCE]],
        next_actions=[deeper if riskiest else None],
        paths={change.path for change in found.symbols},
    )


@contextmanager
def _base(call: Call, revision: str) -> Iterator[View]:
    """The view of the commit that is compared with."""
    assert call.repo is not None
    base = call.hub.at(call.repo, revision.removesuffix(FORK))
    if revision.endswith(FORK):
        fork = changes.git_bytes(base.root, "merge-base", base.commit, call.repo.commit).decode().strip()
        base = call.hub.at(base, fork)
    below = call.served.base.below if call.served else ""
    with call.hub.serve(base, below=below or None) as served:
        _check_exact(served)
        _check_same(served, below)
        yield served.view


def _check_same(served: Served, below: str) -> None:
    """A part must not be compared with all: the rest would look added."""
    if served.base.below != below:
        what = f"of commit {served.repo.commit[:12]} only what lies below {served.base.below} is indexed"
        raise NotIndexedError(what, f"codemap index --path {served.repo.root} --ref {served.repo.commit}")


def _check_exact(served: Served | None) -> None:
    """An ancestor may stand in for a commit that is read, not for one that is compared."""
    if served and len(served.base.changed) > len(served.base.overlaid):
        what = f"commit {served.repo.commit[:12]} is not indexed, and too much differs from {served.base.commit[:12]}"
        raise NotIndexedError(what, f"codemap index --path {served.repo.root} --ref {served.repo.commit}")


def _listed(found: Diff, commits: tuple[str, str], limit: int) -> DiffResponse:
    beside = min(limit, MOST_BESIDE)
    risks = [risk for risk in found.blast.risks if risk.dependents]
    rest = (found.facts, found.callers, risks, found.blast.tests)
    return DiffResponse(
        base_commit_sha=commits[0],
        head_commit_sha=commits[1],
        summary=found.summary,
        symbols=[ChangedSymbol.model_validate(change) for change in found.symbols[:limit]],
        facts=[ChangedFact.model_validate(change) for change in found.facts[:beside]],
        callers=[ChangedCallers.model_validate(change) for change in found.callers[:beside]],
        risks=[RiskInfo.model_validate(risk) for risk in risks[:beside]],
        tests=found.blast.tests[:beside],
        truncated=len(found.symbols) > limit or any(len(rows) > beside for rows in rest),
    )

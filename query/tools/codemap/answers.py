"""Answers of the CodeMap contract: what a tool says, wrapped with where it comes from and what it saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args

from pydantic import BaseModel

from query.tools.call import Call, Cut
from query.tools.codemap import diagnostics, models
from query.tools.codemap.models import Confidence, EvidencePointer, NextAction
from query.tools.codemap.vocabulary import LEVELS
from query.tools.savings import cost, tokens

if TYPE_CHECKING:
    from query.engine.model import Symbol

T = TypeVar("T", bound=BaseModel)

MAX_CHARS = 40_000
MOST_EVIDENCE = 5


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a tool of this family returns. `paths` are the files that a reader need not open now."""

    text: str
    data: T
    evidence: Sequence[EvidencePointer] = ()
    next_actions: Sequence[NextAction | None] = ()
    confidence: Confidence = "High"
    paths: Collection[str] = ()


def envelope_of(returned: Any) -> type[BaseModel]:
    """The model of the whole answer of a function that returns `Answer[X]`."""
    (data,) = get_args(returned)
    return _envelope(data)


@cache
def _envelope(data: type[BaseModel]) -> type[BaseModel]:
    parametrised: Any = models.Envelope
    model: type[BaseModel] = parametrised[data]
    return model


def wrap(call: Call, answer: Answer[Any]) -> BaseModel:
    """The envelope, bounded, with its meta block; what it saved is added to the running totals."""
    data, size = _fitted(call, answer.data)
    saved = tokens(_read_instead(call, answer.paths) - size)
    call.services.savings.add(saved)
    return _envelope(type(data))(
        answer=answer.text,
        data=data,
        evidence=list(answer.evidence),
        next_actions=[action for action in answer.next_actions if action is not None],
        confidence=answer.confidence,
        meta=_meta(call, saved),
    )


def _fitted(call: Call, data: BaseModel) -> tuple[BaseModel, int]:
    """The data with as many of its rows as the character budget holds."""
    size = whole = len(data.model_dump_json())
    field = getattr(data, "rows_field", None)
    while size > MAX_CHARS and field and (rows := getattr(data, field)):
        kept = rows[: max(1, len(rows) * MAX_CHARS // (size + size // 20))]
        if len(kept) == len(rows):
            break
        data = data.model_copy(update={field: kept, "truncated": True})
        size = len(data.model_dump_json())
    if size < whole:
        call.cuts["max_chars"] = Cut(whole, MAX_CHARS)
    return data, size


def _read_instead(call: Call, paths: Collection[str]) -> int:
    return sum(call.served.opened.sizes.get(path, 0) for path in set(paths)) if call.served else 0


def _meta(call: Call, saved: int) -> models.ResponseMeta:
    served = call.served
    workspace = served.workspace if served else None
    base = served.base if served else None
    return models.ResponseMeta(
        timing=_timing(call),
        baseline_commit_sha=_commit(call),
        limits_applied={
            name: models.LimitApplied(requested=cut.requested, hard_cap=cut.granted) for name, cut in call.cuts.items()
        },
        tokens_saved=saved,
        cost_avoided=cost(saved),
        workspace_id=workspace.workspace_id if workspace else None,
        overlay_revision=workspace.revision if workspace else 0,
        semantic_level=LEVELS.get(served.view.mounted.manifest["semantic_level"]) if served else None,
        project_diagnostics=diagnostics.of_answer(served) if served else None,
        below=(base.below or None) if base else None,
        served_from=base.commit if base else None,
        distance=base.distance if base else 0,
        overlaid_files=len(served.view.overlaid) if served else 0,
        outdated_files=len(base.changed) - len(base.overlaid) if base else 0,
    )


def _commit(call: Call) -> str:
    """The commit whose state was told: the one asked about, unless too much differs from the snapshot that answered."""
    base = call.served.base if call.served else None
    if base and base.changed and not base.overlaid:
        return base.commit
    return call.repo.commit if call.repo else ""


def _timing(call: Call) -> models.TimingBreakdown:
    spent = {name: call.phases.get(name, 0.0) for name in ("open", "build", "query", "rank")}
    return models.TimingBreakdown(
        total_ms=round(call.elapsed_ms, 3),
        # Ranking happens within the query, and is told apart from it.
        db_query_ms=round(spent["query"] - spent["rank"], 3),
        cache_lookup_ms=round(spent["open"], 3),
        roslyn_compile_ms=round(spent["build"], 3),
        ranking_ms=round(spent["rank"], 3),
    )


def next_action(call: Call, tool: str, rationale: str, **parameters: Any) -> NextAction | None:
    """A call worth making now, ready to be made; None where this server does not offer the tool."""
    name = call.offered(tool)
    if name is None:
        return None
    where = {"repo_path": str(call.repo.root)} if call.repo else {}
    if call.served and call.served.workspace:
        where["workspace_id"] = call.served.workspace.workspace_id
    return NextAction(tool=name, rationale=rationale, parameters=where | parameters)


def pointer(call: Call, path: str, start: int, end: int, symbol: str | None, excerpt: str | None) -> EvidencePointer:
    repo_id = call.repo.repo_id if call.repo else ""
    return EvidencePointer(
        repo_id=repo_id, file_path=path, line_start=start, line_end=end, symbol_id=symbol, excerpt=excerpt
    )


def defined_at(call: Call, symbols: Iterable[Symbol]) -> list[EvidencePointer]:
    """Where some symbols are defined."""
    return [
        pointer(call, found.path, found.line_start, found.line_end, found.symbol_id, found.signature)
        for found in islice(symbols, MOST_EVIDENCE)
    ]

"""index.blast_radius: what depends on some symbols, were they to change, and which tests reach them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field

from query.tools.call import Call
from query.tools.codemap.answers import MOST_EVIDENCE, Answer, next_action, pointer
from query.tools.codemap.differences import MOST_BESIDE, RiskInfo
from query.tools.codemap.family import FAMILY
from query.tools.codemap.graph import Depth
from query.tools.codemap.models import Rows
from query.tools.codemap.routing import State, Word, opened
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.diff.model import Dependent as Reached
    from query.engine.view import View


class Dependent(BaseModel):
    symbol_id: str
    file_path: str
    line: int
    steps: int


class BlastRadiusResponse(Rows):
    rows_field = "dependents"

    affected: int
    untested: int = Field(description="of the symbols asked about, those that no test reaches")
    risks: list[RiskInfo]
    tests: list[Dependent]
    total_tests: int
    dependents: list[Dependent]
    truncated: bool


@FAMILY.tool("index.blast_radius")
def blast_radius(
    call: Call,
    where: State,
    symbol_ids: Annotated[list[Word], Field(min_length=1, max_length=100)],
    depth: Depth = 6,
    limit: Annotated[int, Budget("max_results", 500)] = 50,
) -> Answer[BlastRadiusResponse]:
    """What depends on symbols, directly or not, nearest first: code and tests, risk of a change."""
    from query.diff import blast_radius_of
    from query.engine import symbols

    with opened(call, where) as view:
        seeds = [symbols.resolve(view, symbol_id).symbol_id for symbol_id in symbol_ids]
        found, reached = blast_radius_of(view.mounted, seeds, depth)
        code, tests = ([each for each in reached if each.is_test is test] for test in (False, True))
        near, covering = (_placed(view, each[:limit]) for each in (code, tests))
    return Answer(
        f"{found.affected} symbols depend on them, {len(tests)} of those in tests; {found.untested} reached by no test",
        BlastRadiusResponse(
            affected=found.affected,
            untested=found.untested,
            risks=[RiskInfo.model_validate(risk) for risk in found.risks[:MOST_BESIDE]],
            tests=covering,
            total_tests=len(tests),
            dependents=near,
            truncated=max(len(code), len(tests)) > limit or len(found.risks) > MOST_BESIDE,
        ),
        evidence=[pointer(call, d.file_path, d.line, d.line, d.symbol_id, None) for d in near[:MOST_EVIDENCE]],
        next_actions=[next_action(call, "refs.find", "the places that use it", symbol_id=seeds[0])],
        paths={dependent.file_path for dependent in near + covering},
    )


def _placed(view: View, reached: list[Reached]) -> list[Dependent]:
    symbols = view.loaded.symbols
    found = [(symbols[symbols.number(each.symbol_id)], each.steps) for each in reached]
    return [Dependent(symbol_id=s.symbol_id, file_path=s.path, line=s.name_line, steps=steps) for s, steps in found]

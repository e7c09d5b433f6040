"""The CodeCompass family: every answer tells how fresh and how complete it is, and so does every failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from query.errors import QueryError, SnapshotError
from query.tools.call import Call
from query.tools.compass.failures import failure
from query.tools.compass.routing import Scope, standing
from query.tools.compass.standing import CURRENT
from query.tools.registry import Family, Tool, ToolError

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class _Tool(Tool):
    def run(self, call: Call, arguments: Mapping[str, Any]) -> BaseModel:
        CURRENT.set(None)
        try:
            return super().run(call, arguments)
        except ToolError as error:
            details = {**error.failure.details, **_standing(call, arguments, error.__cause__)}
            raise ToolError(replace(error.failure, details=details)) from error.__cause__


@dataclass(frozen=True)
class _Family(Family):
    def tool(self, name: str, **traits: bool) -> Callable[[F], F]:
        def declare(function: F) -> F:
            self.tools.append(_Tool(name, function, self, **traits))
            return function

        return declare


FAMILY = _Family(
    name="compass",
    summary=(
        "Where a name is defined: locate_symbol. Code for a name, path, error or question: search_code; within a token "
        "budget: get_code_context. What a symbol stands in or holds: get_symbol_hierarchy; its neighbours: "
        "find_related_symbols. Index in the background: index_repo, sync_repo; how far it is: index_status."
    ),
    result=lambda returned: returned,
    wrap=lambda call, answer: answer,
    failure=failure,
)
tool = FAMILY.tool


def _standing(call: Call, arguments: Mapping[str, Any], error: BaseException | None) -> dict[str, Any]:
    """How the index stands that a failed call was about; nothing where there is no such repository."""
    with suppress(QueryError, ValidationError, OSError):
        asked = Scope.model_validate({name: arguments[name] for name in Scope.model_fields if name in arguments})
        found = CURRENT.get() or standing(call, asked)
        found.damaged = isinstance(error, SnapshotError)
        return {"metadata": found.metadata("partial").model_dump()}
    return {}

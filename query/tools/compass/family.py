"""The CodeCompass family: every answer tells how fresh and how complete it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from query.errors import QueryError
from query.tools.call import Call
from query.tools.compass.failures import Told, failure
from query.tools.compass.standing import CURRENT, at_failure
from query.tools.registry import Family

F = TypeVar("F", bound=Callable[..., Any])

FAMILY = Family(
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


def tool(name: str, **traits: bool) -> Callable[[F], F]:
    """Declare a tool whose failures tell how the index stands, as its answers do."""

    def declare(function: F) -> F:
        @wraps(function)
        def told(call: Call, **arguments: Any) -> Any:
            CURRENT.set(None)
            try:
                return function(call, **arguments)
            except QueryError as error:
                raise Told(error, at_failure(error)) from error

        FAMILY.tool(name, **traits)(told)
        return function

    return declare

"""A tool is a function: typed parameters, a pydantic result, a first docstring line that describes it.

One declaration feeds the server, the command line and the documentation. A family is a set of tools that share a
vocabulary, the wrapping of their answers and the style of their errors.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from query.tools import schemas

if TYPE_CHECKING:
    from query.tools.call import Call

F = TypeVar("F", bound=Callable[..., Any])


class Group(BaseModel):
    """Parameters that several tools share: a function takes the group as one argument, a caller sees its fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Budget:
    """Marks a number that is clamped instead of refused; `name` is how the cut is told."""

    name: str
    cap: int
    least: int = 1


@dataclass(frozen=True, slots=True)
class Failure:
    """What a caller is told when a call fails."""

    code: str
    message: str
    hint: str = ""
    retryable: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    protocol_code: int | None = None  # where the contract wants an error of the protocol instead of a result

    @property
    def text(self) -> str:
        told = f"{self.code}: {self.message.rstrip('.')}."
        return f"{told} Hint: {self.hint}" if self.hint else told


class ToolError(Exception):
    """A call that failed, told in the style of its family."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


@dataclass(frozen=True)
class Tool:
    """A function with what callers need to know about it."""

    name: str
    function: Callable[..., Any]
    family: Family
    read_only: bool = True
    destructive: bool = False
    idempotent: bool = True
    slow: bool = False  # may run for minutes, and tells its progress

    @cached_property
    def description(self) -> str:
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @cached_property
    def toolsets(self) -> frozenset[str]:
        """The names that `--toolsets` knows it by: its family, and what stands before the dot."""
        prefix, dot, _ = self.name.partition(".")
        return frozenset({self.family.name, prefix} if dot else {self.family.name})

    @cached_property
    def _groups(self) -> dict[str, type[Group]]:
        return {name: hint for name, hint in self._hints.items() if isinstance(hint, type) and issubclass(hint, Group)}

    @cached_property
    def _hints(self) -> dict[str, Any]:
        hints = get_type_hints(self.function, include_extras=True)
        # The first parameter is the call itself.
        names = list(inspect.signature(self.function).parameters)[1:]
        return {name: hints[name] for name in names}

    @cached_property
    def parameters(self) -> type[BaseModel]:
        """All parameters as one flat model that rejects what it does not know."""
        fields: dict[str, Any] = {}
        for name, default in _defaults(self.function).items():
            if group := self._groups.get(name):
                fields |= {inner: (info.annotation, info) for inner, info in group.model_fields.items()}
            else:
                fields[name] = (self._hints[name], ... if default is inspect.Parameter.empty else default)
        model: type[BaseModel] = create_model(self.name, __config__=ConfigDict(extra="forbid"), **fields)
        return model

    @cached_property
    def budgets(self) -> dict[str, Budget]:
        marks = ((name, mark) for name, info in self.parameters.model_fields.items() for mark in info.metadata)
        return {name: mark for name, mark in marks if isinstance(mark, Budget)}

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return schemas.input_schema(self.parameters.model_json_schema())

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        returned = get_type_hints(self.function, include_extras=True)["return"]
        return schemas.output_schema(self.family.result(returned).model_json_schema(mode="serialization"))

    def run(self, call: Call, arguments: Mapping[str, Any]) -> BaseModel:
        """Check the arguments, call the function and wrap what it says; every failure is a ToolError."""
        try:
            return self.family.wrap(call, self.function(call, **self._bind(call, arguments)))
        except Exception as error:
            raise ToolError(self.family.failure(self, error)) from error

    def _bind(self, call: Call, arguments: Mapping[str, Any]) -> dict[str, Any]:
        given = dict(self.parameters.model_validate(arguments))
        for name, budget in self.budgets.items():
            if given[name] is not None:
                given[name] = call.clamp(budget, given[name])
        for name, group in self._groups.items():
            given[name] = group.model_construct(**{inner: given.pop(inner) for inner in group.model_fields})
        return given


@dataclass(frozen=True)
class Family:
    """Tools of one contract."""

    name: str
    summary: str  # one line of the server's instructions
    result: Callable[[Any], type[BaseModel]]  # what a tool returns → what its caller gets
    wrap: Callable[[Call, Any], BaseModel]
    failure: Callable[[Tool, Exception], Failure]
    tools: list[Tool] = field(default_factory=list)
    on_request: bool = False  # listed only where --toolsets or --tools names it

    def tool(self, name: str, **traits: bool) -> Callable[[F], F]:
        """Declare a function as a tool of this family; traits are those of Tool."""

        def declare(function: F) -> F:
            self.tools.append(Tool(name, function, self, **traits))
            return function

        return declare


def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    return {name: item.default for name, item in list(inspect.signature(function).parameters.items())[1:]}

"""fleet.find_references: who uses a name, in whichever repository it is defined."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from query.tools.call import Call
from query.tools.fleet.family import FAMILY
from query.tools.registry import Budget

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    Field(description="full name as its language spells it: flask.Flask, github.com/spf13/cobra.Command"),
]
ExternalOnly = Annotated[bool, Field(description="only uses in repositories that have the name from another one")]


class FleetDefinition(BaseModel):
    repo_id: str
    symbol_id: str
    kind: str
    file_path: str
    line_start: int


class FleetReference(BaseModel):
    repo_id: str
    file_path: str
    line_start: int
    column: int
    kind: str
    name: str
    external: bool


class FleetReferences(BaseModel):
    definitions: list[FleetDefinition]
    references: list[FleetReference]
    total_count: int
    repository_count: int
    truncated: bool
    commits: dict[str, str]


@FAMILY.tool("fleet.find_references")
def find_references(
    call: Call,
    name: Name,
    external_only: ExternalOnly = False,
    limit: Annotated[int, Budget("max_references", 500)] = 50,
) -> FleetReferences:
    """Definitions and uses of a full name in all indexed repositories; imported packages link them."""
    from query.fleet.crossref import opened

    found = opened(call.hub.cache).references(name, limit, external_only)
    return FleetReferences(
        definitions=[
            FleetDefinition(
                repo_id=one.repo, symbol_id=one.symbol_id, kind=one.kind, file_path=one.path, line_start=one.line
            )
            for one in found.definitions[:limit]
        ],
        references=[
            FleetReference(
                repo_id=use.repo, file_path=use.path, line_start=use.line, column=use.col, kind=use.kind,
                name=use.name, external=use.external,
            )
            for use in found.uses
        ],
        total_count=found.total,
        repository_count=found.repositories,
        truncated=found.total > limit,
        commits=found.commits,
    )  # fmt: skip

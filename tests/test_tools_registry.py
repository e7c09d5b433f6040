"""The registry: schemas of tools against their snapshots, what is listed, what is chosen, how a tool is declared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

from query.errors import InvalidArgument
from query.tools import catalog, families
from query.tools.call import Call
from query.tools.registry import Budget, Failure, Family, Group, Tool, ToolError
from query.tools.selection import Choice, Selection

SNAPSHOTS = Path(__file__).parent / "tool_schemas"
EVERY = {tool.name: tool for family in families() for tool in family.tools}
TOOLS = {name: tool for name, tool in EVERY.items() if tool.family.name == "codemap"}
CONTRACT = [
    "repo.status",
    "index.ensure_baseline",
    "symbols.search",
    "symbols.get_card",
    "code.get_span",
    "symbols.get_definition_span",
    "refs.find",
    "graph.callers",
    "graph.callees",
    "types.hierarchy",
    "workspace.create",
    "workspace.reset",
    "index.refresh_overlay",
    "surfaces.list_endpoints",
    "surfaces.list_config_keys",
    "surfaces.list_db_tables",
    "workspace.list",
    "workspace.delete",
    "graph.trace_feature",
]
WRITING = {
    "index.ensure_baseline", "index.refresh_overlay", "workspace.create", "workspace.reset", "workspace.delete"
}  # fmt: skip


def listed(tool: Tool) -> dict[str, Any]:
    from query.serve.server import described

    whole = catalog.Entry(input=tool.input_schema, output=tool.output_schema)
    told = described(tool, tool.name.replace(".", "_"), whole)
    return told.model_dump(by_alias=True, mode="json", exclude_none=True)


def test_the_contracts_tools_are_all_there_and_four_more() -> None:
    assert set(TOOLS) == {*CONTRACT, "query.sql", "codemap.summarize", "index.diff", "index.blast_radius"}


@pytest.mark.parametrize("name", sorted(EVERY))
def test_what_a_tool_tells_of_itself_changes_only_on_purpose(name: str, request: pytest.FixtureRequest) -> None:
    path = SNAPSHOTS / f"{name}.json"
    shown = json.dumps(listed(EVERY[name]), indent=1, ensure_ascii=False) + "\n"
    if request.config.getoption("--update"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), "run pytest --update, and read what it writes"
    assert path.read_text(encoding="utf-8") == shown


def test_the_catalog_that_is_shipped_is_what_the_code_says(request: pytest.FixtureRequest) -> None:
    lines = (f'"{name}": {json.dumps(catalog.made(EVERY[name]), ensure_ascii=False)}' for name in sorted(EVERY))
    shown = "{\n" + ",\n".join(lines) + "\n}\n"
    if request.config.getoption("--update"):
        catalog.PATH.write_text(shown, encoding="utf-8")
    assert catalog.PATH.read_text(encoding="utf-8") == shown, "run pytest --update"


def test_rows_are_listed_by_the_names_of_their_fields() -> None:
    told = catalog.made(TOOLS["graph.trace_feature"])["output"]
    nodes = told["properties"]["data"]["properties"]["nodes"]
    assert nodes["type"] == "array" and "items" not in nodes
    assert {"rule", "children"} <= set(nodes["description"].removeprefix("rows of ").split(", "))
    assert "baseline_commit_sha" in told["properties"]["meta"]["description"].split(", ")
    assert "$ref" not in json.dumps(told)


def test_no_snapshot_is_left_of_a_tool_that_is_gone() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.json")} == set(EVERY)


def test_the_list_of_a_family_is_small() -> None:
    told = [listed(tool) for tool in TOOLS.values()]
    without_results = [{key: value for key, value in one.items() if key != "outputSchema"} for one in told]
    assert len(json.dumps(without_results, separators=(",", ":"), ensure_ascii=False).encode()) / 4 < 3_500


def test_names_suit_every_client_and_do_not_clash() -> None:
    plain = [tool.name.replace(".", "_") for tool in EVERY.values()]
    assert len(set(plain)) == len(plain)
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9_]{0,39}", name) for name in plain)


def test_tools_say_whether_they_write() -> None:
    hints = {name: listed(tool)["annotations"] for name, tool in TOOLS.items()}
    assert {name for name, hint in hints.items() if not hint["readOnlyHint"]} == WRITING
    assert {name for name, hint in hints.items() if hint.get("destructiveHint")} == {
        "workspace.reset",
        "workspace.delete",
    }
    assert not any(hint["openWorldHint"] for hint in hints.values())
    assert all(len(tool.description) <= 130 and tool.description.endswith(".") for tool in TOOLS.values())


def names(choice: Choice) -> set[str]:
    return {tool.name for tool in Selection(families(), choice)}


def test_toolsets_tools_and_exclusions_choose_what_is_listed() -> None:
    default = {name for name, tool in EVERY.items() if not tool.family.on_request}
    assert names(Choice()) == names(Choice(toolsets=["default"])) == default
    assert names(Choice(toolsets=["default", "fleet"])) == default | {"fleet.find_references"} == set(EVERY)
    assert names(Choice(toolsets=["codemap"])) == set(TOOLS)
    assert names(Choice(toolsets=["graph"])) == {"graph.callers", "graph.callees", "graph.trace_feature"}
    assert names(Choice(toolsets=["graph"], tools=["repo_status"], exclude=["graph.callees"])) == {
        "graph.callers", "graph.trace_feature", "repo.status"
    }  # fmt: skip
    assert names(Choice(toolsets=["codemap"], read_only=True)) == set(TOOLS) - WRITING


@pytest.mark.parametrize(
    "choice",
    [
        Choice(toolsets=["grpah"]), Choice(tools=["refs.fnd"]), Choice(exclude=["refs.fnd"]),
        Choice(tools=["refs.find"], exclude=["refs_find"]),
    ],
)  # fmt: skip
def test_a_choice_that_means_nothing_is_an_error(choice: Choice) -> None:
    with pytest.raises(InvalidArgument) as caught:
        Selection(families(), choice)
    assert caught.value.hint


def test_names_are_listed_with_underscores_or_dots_and_found_by_either() -> None:
    for spelling, shown in (("underscored", "refs_find"), ("dotted", "refs.find")):
        selection = Selection(families(), Choice(spelling=spelling))  # type: ignore[arg-type]
        tool = selection.find("refs.find")
        assert tool is selection.find("refs_find") is TOOLS["refs.find"] and selection.listed(tool) == shown
        assert selection.near("ref_find") == [shown]


class Where(Group):
    place: str


class Reply(BaseModel):
    text: str


def greet(call: Call, where: Where, times: Annotated[int, Budget("max_times", 3)] = 1) -> Reply:
    """Greet a place.

    Nobody reads this line.
    """
    if where.place == "nowhere":
        raise LookupError("no such place")
    return Reply(text=f"hello {where.place}" * times)


def small_family() -> Family:
    family = Family(
        "small", "Greets.", lambda returned: returned, lambda call, reply: reply,
        lambda tool, error: Failure("BAD", str(error), "try again"),
    )  # fmt: skip
    family.tool("greet", read_only=True)(greet)
    return family


class Clamped:
    """As much of a call as the registry uses."""

    def __init__(self) -> None:
        self.cut: list[tuple[str, int]] = []

    def clamp(self, budget: Budget, value: int) -> int:
        self.cut.append((budget.name, value))
        return min(value, budget.cap)


def test_a_function_is_all_that_a_family_adds() -> None:
    (tool,) = small_family().tools
    assert tool.description == "Greet a place." and tool.toolsets == {"small"}
    assert tool.input_schema == {
        "type": "object", "additionalProperties": False, "required": ["place"],
        "properties": {"place": {"type": "string"}, "times": {"type": "integer", "default": 1}},
    }  # fmt: skip
    call = Clamped()
    assert tool.run(call, {"place": "here", "times": 9}) == Reply(text="hello here" * 3)  # type: ignore[arg-type]
    assert call.cut == [("max_times", 9)]


@pytest.mark.parametrize("arguments", [{}, {"place": "here", "extra": 1}, {"place": "nowhere"}])
def test_every_failure_is_told_in_the_familys_style(arguments: dict[str, Any]) -> None:
    (tool,) = small_family().tools
    with pytest.raises(ToolError) as caught:
        tool.run(Clamped(), arguments)  # type: ignore[arg-type]
    assert caught.value.failure.code == "BAD" and caught.value.failure.text.endswith("Hint: try again")

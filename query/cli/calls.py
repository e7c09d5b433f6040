"""Call graphs as trees: what `codemap callers` and `codemap callees` share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from query.cli.shared import Session
from query.cli.text import one_line, plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    from query.engine.calls import Call
    from query.engine.graph import CallGraph, Node

DEEPEST, MOST = 6, 200


@dataclass(frozen=True, slots=True)
class Answer:
    """`towards` is `callers` or `callees`."""

    root: Path
    towards: str
    graph: CallGraph


def report(result: Answer, console: Console, session: Session) -> None:
    """The tree from the symbol on; a symbol that is met again is not unfolded again."""
    from rich.tree import Tree

    from query.cli import show

    graph = result.graph
    tree = Tree(show.title(graph.root, result.root), guide_style="dim")
    _grow(tree, graph.root.symbol_id, result, {graph.root.symbol_id})
    show.draw(console, tree)
    told = plural(graph.total, result.towards[:-1])
    show.note(console, told + ("; more than are shown: raise --limit" if graph.truncated else ""))


def _grow(tree: Tree, parent: str, result: Answer, seen: set[str]) -> None:
    for node, call in _reached(result.graph.nodes, parent, result.towards):
        branch = tree.add(_line(node, call, result.root))
        if node.key not in seen:
            seen.add(node.key)
            _grow(branch, node.key, result, seen)


def _reached(nodes: Iterable[Node], parent: str, towards: str) -> list[tuple[Node, Call]]:
    """Nodes that hang on the parent, with the first of the calls between them."""
    found = []
    for node in nodes:
        calls = [call for call in node.edges if (call.target if towards == "callers" else call.source) == parent]
        if calls:
            found.append((node, calls[0]))
    return found


def _line(node: Node, call: Call, root: Path) -> Text:
    from rich.text import Text

    from query.cli import show

    style = {"resolved": "cyan", "external": "dim"}.get(node.state, "yellow")
    name = show.short_name(node.symbol) if node.symbol else node.name
    rule = call.rule if node.state == "resolved" else node.state
    told = Text.assemble(("  " + one_line(name), style), (f"  {rule.replace('_', ' ')}", "dim"))
    return show.where(call.path, call.line, root) + told

"""Small text helpers shared by the extraction steps."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tree_sitter import Node


def decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def one_line(data: bytes, limit: int = 500) -> str:
    """White space folded into single blanks, cut at the limit."""
    text = " ".join(decode(data).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def node_text(node: Node, data: bytes, limit: int = 500) -> str:
    return one_line(data[node.start_byte : node.end_byte], limit)


class Lines:
    """Lines of a text by offset, counted from 1; looked up, since counting from its beginning takes ever longer."""

    def __init__(self, data: bytes) -> None:
        self.breaks: list[int] = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n")).tolist()

    def at(self, offset: int) -> int:
        return bisect_left(self.breaks, offset) + 1


def first_field(node: Node, names: tuple[str | int, ...]) -> Node | None:
    """The first child in one of the fields; `:type` names a node type, for grammars without fields."""
    for name in names:
        if isinstance(name, int):
            if (child := node.child_by_field_id(name)) is not None:
                return child
        elif name[0] == ":":
            if (child := next((c for c in node.named_children if c.type == name[1:]), None)) is not None:
                return child
        elif (child := node.child_by_field_name(name)) is not None:
            return child
    return None

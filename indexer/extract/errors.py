"""Syntax errors of a tree, and the lines that are too near to one to be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

WHOLE = 20  # an error region up to this many lines is near itself as a whole


def find_errors(root: Node) -> tuple[int, set[int]]:
    """(number of errors, 1-based lines near them)"""
    if not root.has_error:
        return 0, set()
    count = 0
    lines: set[int] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            count += 1
            lines.update(_near(node))
        stack.extend(child for child in node.children if child.has_error or child.is_missing)
    return count, lines


def _near(node: Node) -> set[int]:
    first, last = node.start_point[0] + 1, node.end_point[0] + 1
    if last - first < WHOLE:
        return set(range(first, last + 1))
    # In a large region only stray tokens are suspect: whole subtrees inside it were parsed well.
    return {first} | {child.start_point[0] + 1 for child in node.children if child.child_count == 0}

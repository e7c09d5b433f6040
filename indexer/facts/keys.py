"""In the worker: calls that may hand the key of a setting, or a path, to a function of the program's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.facts.find import Captures, Find
from indexer.facts.rules import RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from indexer.extract.unit import Unit

# A first argument that is called like a variable of the environment.
KEY = re.compile(rb"\(\s*[\"'`](?:[A-Z]{3,}|[A-Z][A-Z0-9]*_[A-Z0-9_]+)[\"'`]")
FLUENT = re.compile(rb"\([^)]")  # a call that is given something
FIRST = 80  # bytes that tell what the first argument begins with
# A first argument that may be a path, and is no text alone.
PATH = re.compile(
    rb"""\(\s*(?:[A-Za-z_$][\w$]*\s*[,+]|"[^"]*"\s*\+|'[^']*'\s*\+|f["'][^"']*\{|`[^`]*\$\{)"""
)  # a path that is no text alone
NAME = re.compile(rb"[\(\[]?\s*[A-Za-z_$][\w$]*\s*[,)\]]?")


def handed_over(
    rules: RuleSet, unit: Unit, found: list[Find], others: list[Captures], routing: frozenset[bytes]
) -> Iterator[Find]:
    """Calls of names that no rule looks for, with a key; and in this file those of functions that use one."""
    data, readers = unit.data, _readers(rules, unit, found, routing)
    rest: dict[bytes, list[Captures]] = {}
    has_keys = KEY.search(data) is not None
    for captures in others if has_keys or readers else ():
        if has_keys and _gives_key(captures, data):
            yield _find(captures)
        elif readers:
            rest.setdefault(_called(captures, data), []).append(captures)
    while readers:
        calls = [captures for name in sorted(readers) for captures in rest.pop(name, ())]
        yield from map(_find, calls)
        readers = {name for captures in calls if (name := _around(captures["call"][0], unit))}


def _gives_key(captures: Captures, data: bytes) -> bool:
    """Not on what a call with arguments gives: `Property("Id").HasColumnType("TEXT")` builds something."""
    if "arguments" not in captures or not KEY.match(data, captures["arguments"][0].start_byte):
        return False
    receiver = captures["receiver"][0] if "receiver" in captures else None
    return receiver is None or FLUENT.search(data, receiver.start_byte, receiver.end_byte) is None


def _find(captures: Captures) -> Find:
    return Find("pass", captures["call"][0], captures["name"][0], captures)


def _called(captures: Captures, data: bytes) -> bytes:
    name = captures["name"][0]
    return data[name.start_byte : name.end_byte]


def _readers(rules: RuleSet, unit: Unit, found: list[Find], routing: frozenset[bytes]) -> set[bytes]:
    """Names of functions that read settings, or add paths, under a name that is no text: one that they may be given."""
    names: set[bytes] = set()
    for find in (find for find in found if find.name is not None):
        given, called = find.part("argument") or find.part("arguments"), _called(find.captures, unit.data)
        if given is None or find.shape == "decorator":
            continue
        begins = unit.data[given.start_byte : min(given.end_byte, given.start_byte + FIRST)]
        is_path = called in routing and find.part("receiver") is not None and PATH.match(begins) is not None
        if is_path or (called in rules.setting_names and NAME.match(begins)):
            names.add(_around(find.node, unit))
    return names - {b""}


def _around(node: Node | None, unit: Unit) -> bytes:
    """The name of the function around a place."""
    while node is not None:
        index = unit.found.by_node.get(node.id)
        if index is not None and unit.found.definitions[index].owns:
            return unit.found.definitions[index].name
        node = node.parent
    return b""

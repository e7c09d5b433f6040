"""Calls that Python's own functions give a meaning of their own: attributes by name, modules by name, what is passed
to be called, what is put into a list or a dictionary.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.contexts import READ
from indexer.extract.terms import Op, Space
from indexer.extract.visitor import Visitor
from indexer.languages.python import kinds, operators
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

WORD = re.compile(rb"[^\W\d]\w*")
PATH = re.compile(rb"[^\W\d]\w*(\.[^\W\d]\w*)*")
APPLYING = {b"map": 0, b"filter": 0}  # the place of the function that is called with items of the rest
SORTING = frozenset({b"sorted", b"min", b"max"})
BUILTIN = APPLYING.keys() | SORTING | {b"iter", b"getattr", b"setattr", b"dict", b"__import__"}
RUNNING = operators.CONVERTING | operators.GOING_THROUGH
BY_KEY = frozenset({b"get", b"pop", b"setdefault"})
ADDING = {b"append": 0, b"add": 0, b"appendleft": 0, b"insert": 1}  # the place of what is put in
JOINING = frozenset({b"extend", b"update"})
APPLIED = b"applied"  # the word of a function that is passed to one of a library's that calls it
MOST_PUTS = 8  # of one name whose values are followed
CHAINS = frozenset({"identifier", "attribute"})
TELLING = frozenset({"identifier", "attribute", "lambda", "tuple", "list", "dictionary"})
JOINED = frozenset({"identifier", "attribute", "list", "dictionary", "tuple", "keyword_argument"})
CALLED = frozenset({"identifier", "attribute", "call"})


def by_key(function: Node, visitor: Visitor) -> bool:
    """Whether the first argument of a call is a key: which constant it is matters."""
    if function.kind_id != kinds.ATTRIBUTE:
        return False
    return text_of(visitor, function.named_children[-1]) in BY_KEY


def result(visitor: Visitor, function: Node, callee: int, given: Node, arguments: list[int]) -> int:
    """The term of a call that has a meaning of its own, 0 where it is one like any other."""
    nodes = [child for child in given.named_children if not child.is_extra]
    if len(nodes) != len(arguments):
        return 0
    if function.kind_id == kinds.ATTRIBUTE:
        return _on_member(visitor, function, callee, nodes, arguments)
    name = text_of(visitor, function)
    if name in RUNNING and nodes and is_free(visitor, name):
        operators.converted(visitor, name, nodes[0], arguments[0])
    if name in BUILTIN and is_free(visitor, name):
        return _builtin(visitor, name, nodes, arguments)
    if name == b"import_module" and _is_from(visitor, name, b"importlib"):
        return _module(visitor, nodes)
    if name == b"reduce" and len(nodes) > 1 and _is_from(visitor, name, b"functools"):
        _applied(visitor, nodes[0], arguments[0], arguments[1:2] * 2)
    return 0


def is_free(visitor: Visitor, name: bytes) -> bool:
    """Whether nothing in the file is known to take a built-in function's name."""
    scope = visitor.scope
    while scope is not None:
        if name in scope.names:
            return False
        if scope.parent is None:
            break
        scope = scope.parent
    return all(definition.name != name for definition in visitor.found.definitions)


def _is_from(visitor: Visitor, name: bytes, module: bytes) -> bool:
    """Whether a name is imported from a module."""
    return any(item.local_name == name and item.module_text == module for item in visitor.found.imports)


def _is_module(visitor: Visitor, node: Node, module: bytes) -> bool:
    return text_of(visitor, node) == module and _is_from(visitor, module, module)


def _builtin(visitor: Visitor, name: bytes, nodes: list[Node], arguments: list[int]) -> int:
    if name == b"getattr" and len(nodes) in (2, 3) and (word := _word(visitor, nodes[1])) and arguments[0]:
        member = visitor.term(Op.MEMBER, arguments[0], visitor.text(word), Space.VALUE)
        return visitor.terms.union([member, *arguments[2:]])
    if name == b"setattr" and len(nodes) == 3 and (word := _word(visitor, nodes[1])) and arguments[0] and arguments[2]:
        member = visitor.term(Op.MEMBER, arguments[0], visitor.text(word), Space.VALUE)
        visitor.term(Op.STORE, member, arguments[2])
    elif name == b"__import__":
        return _module(visitor, nodes)
    elif name == b"dict" and nodes:
        return mapping(visitor, nodes)
    elif name in APPLYING and len(nodes) > 1:
        given = _applied(visitor, nodes[0], arguments[0], arguments[1:])
        item = given if name == b"map" else visitor.term(Op.ITEM, arguments[1]) if arguments[1] else 0
        return visitor.term(Op.SEQUENCE, visitor.text(b"Generator"), item) if item else 0
    elif name == b"iter" and len(nodes) == 2:  # calls until it is given the second
        _applied(visitor, nodes[0], arguments[0], [])
    elif name in SORTING:
        _sorted(visitor, nodes[1:], arguments[:1])
    return 0


def _word(visitor: Visitor, node: Node) -> bytes:
    """The text of a plain string that could be a name."""
    if node.type != "string" or node.named_child_count != 3:
        return b""
    content = node.named_children[1]
    text = text_of(visitor, content) if content.kind_id == kinds.STRING_CONTENT else b""
    return text if WORD.fullmatch(text) else b""


def _module(visitor: Visitor, nodes: list[Node]) -> int:
    """A module that is imported by its name: the same as an import statement would bind."""
    if not nodes or nodes[0].type != "string" or nodes[0].named_child_count != 3:
        return 0
    path = text_of(visitor, nodes[0].named_children[1])
    if not PATH.fullmatch(path):
        return 0
    return visitor.term(Op.FROM, visitor.text(path), visitor.text(b""))


def mapping(visitor: Visitor, nodes: list[Node]) -> int:
    """`dict(name=value)`: a dictionary with these keys."""
    parts: list[int] = []
    for node in nodes:
        if node.kind_id != kinds.KEYWORD_ARGUMENT:
            return 0
        name, value = node.named_children
        uses = len(visitor.uses)
        key = visitor.term(Op.CONSTANT, visitor.text(text_of(visitor, name)), visitor.text(b"str"))
        parts += (key, visitor.visit(value, READ) if value.type in CHAINS else 0)
        del visitor.uses[uses:]  # seen before, as an argument
    return visitor.term(Op.MAPPING, visitor.text(b"dict"), *parts)


def _applied(visitor: Visitor, node: Node, function: int, sources: list[int]) -> int:
    """A function that is passed to be called with what the sources hold; what it gives back."""
    if function and node.type in CALLED:
        visitor.implied(node, visitor.term(Op.CALLED, function))
    if not function:
        return 0
    return visitor.call(function, [visitor.term(Op.ITEM, source) if source else 0 for source in sources])


def _sorted(visitor: Visitor, nodes: list[Node], sources: list[int], callee: int = 0) -> None:
    """`key=f`: it is called with each item; by a method of that name only if it is the library's."""
    for node in nodes:
        if node.kind_id == kinds.KEYWORD_ARGUMENT and text_of(visitor, node.named_children[0]) == b"key":
            value = node.named_children[-1]
            uses = len(visitor.uses)
            function = visitor.visit(value, READ) if value.type in CHAINS else 0
            del visitor.uses[uses:]
            if callee and function:
                function = visitor.term(Op.THROUGH, visitor.text(APPLIED), callee, function)
            _applied(visitor, value, function, sources)


def _on_member(visitor: Visitor, function: Node, callee: int, nodes: list[Node], arguments: list[int]) -> int:
    """`list.append(x)`, `dict.update(…)`: what is put in; `list.sort(key=f)`; `importlib.import_module("…")`."""
    base, name = function.named_children[0], text_of(visitor, function.named_children[-1])
    if name in ADDING and len(nodes) == ADDING[name] + 1:
        if arguments[-1] and _is_telling(visitor, nodes[-1]):
            _put(visitor, base, visitor.term(Op.SEQUENCE, visitor.text(b"list"), arguments[-1]))
    elif name in JOINING and nodes:
        joined = arguments[0] if nodes[0].kind_id != kinds.KEYWORD_ARGUMENT else mapping(visitor, nodes)
        if joined and nodes[0].type in JOINED:
            _put(visitor, base, joined)
    elif name == b"sort" and nodes and callee and base.type in CHAINS:
        _sorted(visitor, nodes, [], callee)
    elif name == b"import_module" and _is_module(visitor, base, b"importlib"):
        return _module(visitor, nodes)
    elif name == b"reduce" and len(nodes) > 1 and _is_module(visitor, base, b"functools"):
        _applied(visitor, nodes[0], arguments[0], arguments[1:2] * 2)
    return 0


def _is_telling(visitor: Visitor, node: Node) -> bool:
    """Whether what is put in may be a function, or an object of one's own: most calls give plain values."""
    if node.type == "call":
        return text_of(visitor, node.named_children[0]).rpartition(b".")[2].lstrip(b"_")[:1].isupper()
    return node.type in TELLING


def _put(visitor: Visitor, base: Node, term: int) -> None:
    """What a list or a dictionary gets in addition; only where the file makes one under that name."""
    if base.type not in CHAINS:
        return
    text = text_of(visitor, base)
    if base.type == "identifier" and (not visitor.is_container(text) or visitor.puts[text] > MOST_PUTS):
        return
    visitor.puts[text] += 1
    uses = len(visitor.uses)
    target = visitor.visit(base, READ)
    del visitor.uses[uses:]  # seen before, as part of the callee
    visitor.put(base, target, term)

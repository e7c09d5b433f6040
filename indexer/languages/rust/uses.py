"""What a module takes from elsewhere: use trees, `mod name;`, `extern crate`, told as exports of the module."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import Names, current, free, row
from indexer.languages.rust.paths import STARTS, text_of
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

USED = b"use "
IMPORT = REF_KINDS.index("import")
_WRAPPER = re.compile(rb"=>\s*[{(]\s*\$\(\s*#\[\s*cfg\s*\((.*?)\)\s*\]", re.DOTALL)
PRIVATE, INTERNAL, PUBLIC = range(3)
_PATH = re.compile(rb"#\[\s*path\s*=\s*\"([^\"]*)\"")
_CONDITION = re.compile(rb"#\[\s*cfg\s*\((.*?)\)\s*\]", re.DOTALL)


def attribute_item(visitor: Visitor, node: Node, context: int) -> int:
    """Attributes belong to the item that follows."""
    scope = current(visitor)
    text = text_of(visitor, node)
    scope.attributes = scope.attributes + b"\n" + text if _follows(visitor, scope, node) else text
    scope.attributes_end = node.end_byte
    visitor.children(node, context)
    return 0


def _follows(visitor: Visitor, scope: Names, node: Node) -> bool:
    return scope.attributes_end >= 0 and not visitor.data[scope.attributes_end : node.start_byte].strip()


def _attributes(visitor: Visitor, node: Node) -> bytes:
    scope = current(visitor)
    return scope.attributes if _follows(visitor, scope, node) else b""


def _export(visitor: Visitor, node: Node, name: bytes, term: int) -> None:
    """The module, or the function where it stands inside one, binds a name to a path."""
    scope = current(visitor)
    if scope.kind not in ("file", "module"):
        scope.home = visitor.owner
    bound = visitor.term(Op.KEYWORD, visitor.text(name), term)
    told = [_constant(visitor, text) for text in _CONDITION.findall(_attributes(visitor, node))]
    for condition in (*told, *scope.wrappers):
        bound = visitor.term(Op.NARROW, bound, condition)
    visitor.flow(Flow.EXPORT, scope.home, _visibility(visitor, node), bound)


def _constant(visitor: Visitor, text: bytes) -> int:
    return visitor.term(Op.CONSTANT, visitor.text(text), visitor.text(b""))


def macro_definition(visitor: Visitor, node: Node, context: int) -> int:
    """A macro may do no more than put a condition before the items it is given."""
    text = text_of(visitor, node)
    if b"#[cfg(" in text and (found := _WRAPPER.search(text)) is not None:
        visitor.flow(Flow.VALUE, visitor.owner, 0, _constant(visitor, found[1]))
    return 0


def _visibility(visitor: Visitor, node: Node) -> int:
    first = node.named_children[0]
    if first.kind_id != kinds.VISIBILITY:
        return PRIVATE
    return PUBLIC if first.end_byte - first.start_byte == 3 else INTERNAL


def module_declaration(visitor: Visitor, node: Node, name: bytes) -> None:
    """`mod name;`: the module is in a file of its own."""
    path = _PATH.search(_attributes(visitor, node))
    where = _constant(visitor, path[1] if path else b"")
    declared = visitor.term(Op.SYMBOL, visitor.found.by_node.get(node.id, -1))
    _export(visitor, node, name, visitor.term(Op.THROUGH, visitor.text(b"mod"), where, declared))


def extern_crate(visitor: Visitor, node: Node, context: int) -> int:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is not None:
        root = visitor.term(Op.FREE, visitor.text(b"::"), current(visitor).home, kinds.TYPES)
        crate = visitor.term(Op.MEMBER, root, visitor.text(text_of(visitor, name)), kinds.TYPES)
        _export(visitor, node, text_of(visitor, alias or name), crate)
    return 0


def use_declaration(visitor: Visitor, node: Node, context: int) -> int:
    if (tree := node.child_by_field_name("argument")) is not None:
        _Use(visitor, node).tree(tree, 0, None)
    return 0


def _first(name: bytes) -> bytes:
    """The first name of an import's path: the edition says where it is looked up."""
    return name if name.decode("utf-8", "replace") in STARTS else USED + name


class _Use:
    """One use declaration; the names on the way to a leaf are references, the leaf itself comes with the import."""

    def __init__(self, visitor: Visitor, node: Node) -> None:
        self.visitor = visitor
        self.node = node
        self.imports = current(visitor).imports

    def tree(self, node: Node, base: int, prefix: Node | None) -> None:
        kind, path = node.type, node.child_by_field_name("path")
        if kind in ("identifier", "scoped_identifier"):
            self._leaf(node, node, None, base, prefix)
        elif kind == "use_as_clause" and path is not None:
            self._leaf(node, path, node.child_by_field_name("alias"), base, prefix)
        elif kind == "self" and prefix is not None:
            self._bind(text_of(self.visitor, prefix).rpartition(b"::")[2].strip(), base, node)
        elif kind == "use_list":
            for child in node.named_children:
                self.tree(child, base, prefix)
        elif kind == "scoped_use_list":
            base = self._path(path, base, prefix) if path is not None else base or self._root()
            if (inner := node.child_by_field_name("list")) is not None:
                self.tree(inner, base, path or prefix)
        elif kind == "use_wildcard":
            whole = node.named_children[0] if node.named_children else None
            self._bind(b"*", self._path(whole, base, prefix) if whole is not None else base, node)

    def _root(self) -> int:
        return free(self.visitor, b"::", kinds.TYPES)

    def _leaf(self, node: Node, path: Node, alias: Node | None, base: int, prefix: Node | None) -> None:
        visitor, name = self.visitor, path
        if path.kind_id == kinds.SCOPED_IDENTIFIER:
            before = path.child_by_field_name("path")
            name = path.child_by_field_name("name") or path
            base = self._path(before, base, prefix) if before is not None else base or self._root()
        text = text_of(visitor, name)
        if path.type == "self" and prefix is not None:
            term = base
        elif base:
            term = visitor.term(Op.MEMBER, base, visitor.text(text), kinds.ANY)
        else:
            term = free(visitor, _first(text), kinds.ANY)
        self._bind(text_of(visitor, alias) if alias is not None else text, term, node)

    def _bind(self, name: bytes, term: int, node: Node) -> None:
        item = self.imports.get(node.id)
        if not term:
            return
        if item is not None:
            item.term = term
        _export(self.visitor, self.node, name, term)

    def _path(self, node: Node | None, base: int, prefix: Node | None) -> int:
        """The term of a path whose names are references."""
        if node is None:
            return base
        visitor, name, hint = self.visitor, node, prefix
        if node.kind_id == kinds.SCOPED_IDENTIFIER:
            hint = node.child_by_field_name("path")
            base = self._path(hint, base, prefix) if hint is not None else base or self._root()
            name = node.child_by_field_name("name") or node
        text = text_of(visitor, name)
        if base:
            term = visitor.term(Op.MEMBER, base, visitor.text(text), kinds.TYPES)
        else:
            term = free(visitor, _first(text), kinds.TYPES)
        if name.type not in STARTS:
            row(visitor, name, IMPORT, term, hint)
        return term

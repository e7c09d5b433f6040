"""What a module hands out: export lists, default exports, re-exports, CommonJS."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.definitions import MODULE, NAMES_OF_TYPES
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
WHOLE = b"export="  # what stands for the module itself


def hand_out(visitor: Visitor, name: bytes, term: int) -> None:
    """The namespace around, else the module, gives the term out under the name."""
    owner, definitions = visitor.owner, visitor.found.definitions
    while owner > MODULE and definitions[owner].kind not in ("namespace", "module"):
        owner = definitions[owner].parent
    if term:
        visitor.flow(Flow.EXPORT, max(owner, MODULE), 0, visitor.term(Op.KEYWORD, visitor.text(name), term))


def common_name(visitor: Visitor, left: Node) -> bytes | None:
    """The name that an assignment to `exports.name` or `module.exports` hands out."""
    text = text_of(visitor, left) if left.end_byte - left.start_byte < 80 else b""
    if text == b"module.exports" or text == b"exports":
        return WHOLE
    head, _, name = text.rpartition(b".")
    return name if head in (b"exports", b"module.exports") else None


def _export(spec: Spec) -> Handler:
    """Declarations are visited, lists and values are handed out; what is exported from another module is no use."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        source = node.child_by_field_name("source")
        if source is not None:
            _again(visitor, node, visitor.data[source.start_byte + 1 : source.end_byte - 1])
            return 0
        words = [child.type for child in node.children if child.type != "decorator"][:3]
        if "as" in words and "namespace" in words:  # `export as namespace Name` declares a global
            return 0
        given = 0
        for child in node.named_children:
            given = visitor.visit(child, _space(visitor, visitor.data[child.start_byte : child.end_byte]))
        if "default" in words or "=" in words:
            index = visitor.found.by_node.get(node.id)
            index = visitor.found.wrapped.get(node.id) if index is None else index
            term = visitor.term(Op.SYMBOL, index) if index is not None and index > MODULE else given
            hand_out(visitor, b"default" if "default" in words else WHOLE, term)
        return 0

    return handle


def _again(visitor: Visitor, node: Node, module: bytes) -> None:
    """`export { a as b } from "m"`, `export * as ns from "m"`."""
    for child in node.named_children:
        if child.type == "namespace_export":
            alias = text_of(visitor, child.named_children[0]).strip(b"\"'")
            hand_out(visitor, alias, visitor.term(Op.FROM, visitor.text(module), visitor.text(b"")))
        elif child.type == "export_clause":
            for item in child.named_children:
                if item.type == "export_specifier":
                    name, alias = _names(visitor, item)
                    term = visitor.term(Op.FROM, visitor.text(module), visitor.text(name))
                    hand_out(visitor, alias, term)


def _names(visitor: Visitor, node: Node) -> tuple[bytes, bytes]:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    first = text_of(visitor, name).strip(b"\"'") if name is not None else b""
    return first, text_of(visitor, alias).strip(b"\"'") if alias is not None else first


def _space(visitor: Visitor, name: bytes) -> int:
    """In which name space an exported name is looked up: that of types where it is a type only."""
    named = [d for d in visitor.found.definitions if d.name == name and d.parent <= 0]
    return TYPE if any(d.kind in NAMES_OF_TYPES for d in named) else READ


def _export_name(spec: Spec) -> Handler:
    """A name in an export list: of a value, or of something that is a type only."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name = node.child_by_field_name("name")
        if name is None or name.type == "string":
            return 0
        text, alias = _names(visitor, node)
        hand_out(visitor, alias, visitor.visit(name, _space(visitor, text)))
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "export": _export,
    "export_name": _export_name,
}

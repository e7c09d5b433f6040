"""Thin a Rust module to its public items: signatures, fields, associated types, re-exports, exported macros' names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

FUNCTIONS = {"function_item", "function_signature_item"}
TYPES = {"associated_type", "type_item"}
NAMED = {*FUNCTIONS, "const_item", "enum_item", "static_item", "struct_item", "type_item", "union_item"}
ATTRIBUTES = {"attribute_item", "inner_attribute_item"}
# Traits whose implementations bring no member and no type that a caller sees.
MARKERS = {
    "CloneToUninit", "CoerceUnsized", "ConstParamTy_", "Copy", "DerefPure", "Destruct", "DispatchFromDyn", "Eq",
    "Freeze", "FusedIterator", "PinCoerceUnsized", "RefUnwindSafe", "Send", "StructuralPartialEq", "Sync",
    "TrivialClone", "TrustedFused", "TrustedLen", "TrustedStep", "Unpin", "UnsafeUnpin", "UnwindSafe", "UseCloned",
}  # fmt: skip
OPERATOR = re.compile(r"(Add|Sub|Mul|Div|Rem|BitAnd|BitOr|BitXor|Shl|Shr|Neg|Not)(Assign)?")
HIDDEN = re.compile(r"#\[(unstable|doc\(hidden)\b")
# Names that a `use` brings into its scope: the last ones of its paths, and the owner of `{self, …}`.
BROUGHT = re.compile(r"(\w+)\s*[,;}]|(\w+)::(?=\{[^{}]*\bself\b)")
WORD = re.compile(r"\w+")


class Thinner:
    """Thins the modules of a crate, given the names of the traits that are public somewhere."""

    def __init__(self, traits: set[str]) -> None:
        self.traits = traits - MARKERS

    def lines(self, text: str) -> list[str]:
        """What stays of a module; a private import stays where something that stays mentions what it brings."""
        items = list(_with_attributes(get_parser("rust").parse(text.encode()).root_node))
        kept = [(item, line) for item, attributes in items if (line := self._item(item, attributes))]
        mentioned = {word for item, line in kept if not _is_private_use(item) for word in WORD.findall(line)}
        return [line for item, line in kept if not _is_private_use(item) or _brings(line, mentioned)]

    def _item(self, item: Node, attributes: str) -> str | None:
        match item.type:
            case "use_declaration" | "extern_crate_declaration":
                return _flat(item)
            case "impl_item":
                return self._implementation(item)
            case "macro_definition":
                return f"#[macro_export]\n{_flat(item)}" if "macro_export" in attributes else None
            case "trait_item" if _is_public(item):
                return _block(item, [_member(*member) for member in _members(item)])
            case kind if kind in NAMED and _is_public(item):
                return _member(item, attributes)
        return None

    def _implementation(self, item: Node) -> str | None:
        trait = item.child_by_field_name("trait")
        if trait is None:
            members = [_member(*member) for member in _members(item) if _is_public(member[0])]
            return _block(item, members) if any(members) else None
        name = _last_name(trait)
        if name not in self.traits or any(child.type == "!" for child in item.children):
            return None
        types = [_member(*member) for member in _members(item) if member[0].type in TYPES]
        if OPERATOR.fullmatch(name):
            return None if "&" in _head(item) else _block(item, types)
        # Where there are associated types, the implementation's own signatures say what the trait's leave open.
        functions = [_member(*member) for member in _members(item) if types and member[0].type in FUNCTIONS]
        return _block(item, types + functions)


def _with_attributes(scope: Node) -> Iterator[tuple[Node, str]]:
    """Each item of a scope with the text of the attributes before it."""
    attributes: list[str] = []
    for child in scope.named_children:
        if child.type in ATTRIBUTES:
            attributes.append((child.text or b"").decode())
        else:
            yield child, " ".join(attributes)
            attributes = []


def _members(item: Node) -> list[tuple[Node, str]]:
    body = item.child_by_field_name("body")
    return [] if body is None else list(_with_attributes(body))


def _member(item: Node, attributes: str) -> str | None:
    """An item that holds no items: a function, type, constant or data type; unstable functions and constants go."""
    match item.type:
        case "enum_item" | "type_item" | "associated_type":
            return _flat(item)
        case "struct_item" | "union_item":
            return _data(item)
        case _ if HIDDEN.search(attributes):
            return None
        case "function_item":
            return _head(item) + " {}"
        case "function_signature_item":
            return _flat(item)
        case "const_item" | "static_item":
            return _flat(item, item.child_by_field_name("value")).rstrip("=; ") + ";"
    return None


def _block(item: Node, members: list[str | None]) -> str:
    inner = "".join(f"\n {member}" for member in members if member)
    return _head(item) + (f" {{{inner}\n}}" if inner else " {}")


def _data(item: Node) -> str:
    """A struct or union with its public fields."""
    body = item.child_by_field_name("body")
    if body is None:
        return _flat(item)
    where = "".join(" " + _flat(child) for child in item.named_children if child.type == "where_clause")
    head = _head(item).removesuffix(where)
    if body.type == "ordered_field_declaration_list":
        pairs = zip(body.named_children, body.named_children[1:], strict=False)
        positional = [f"pub {_flat(kind)}" for visibility, kind in pairs if visibility.text == b"pub"]
        return f"{head}({', '.join(positional)}){where};"
    fields = [_flat(child) for child in body.named_children if child.type == "field_declaration" and _is_public(child)]
    return f"{head}{where} {{{', '.join(fields)}}}"


def _is_public(item: Node) -> bool:
    return any(child.type == "visibility_modifier" and child.text == b"pub" for child in item.children)


def _is_private_use(item: Node) -> bool:
    return item.type == "use_declaration" and not _is_public(item)


def _brings(use: str, mentioned: set[str]) -> bool:
    brought = {name for pair in BROUGHT.findall(use) for name in pair if name}
    return bool(mentioned) and ("*" in use or not mentioned.isdisjoint(brought))


def _last_name(path: Node) -> str:
    """`Eq` of `crate::cmp::Eq` and of `Eq<T>`."""
    return _flat(path).partition("<")[0].rpartition("::")[2]


def _head(item: Node) -> str:
    """The item up to its body."""
    return _flat(item, item.child_by_field_name("body"))


def _flat(node: Node, end: Node | None = None) -> str:
    """The node's text, up to `end`, without attributes and comments, on one line."""
    text = "".join(_pieces(node, node.end_byte if end is None else end.start_byte))
    return re.sub(r"([({]) | (?=[)}])", r"\1", re.sub(r"\s+", " ", text)).strip()


def _pieces(node: Node, end: int) -> Iterator[str]:
    place, data = 0, node.text or b""
    for child in _dropped(node):
        if child.start_byte < end:
            yield data[place : child.start_byte - node.start_byte].decode()
            place = child.end_byte - node.start_byte
    yield data[place : end - node.start_byte].decode()


def _dropped(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in ATTRIBUTES or child.type.endswith("comment"):
            yield child
        else:
            yield from _dropped(child)

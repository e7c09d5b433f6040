"""Writes the public API of a C# library as stub sources, out of its own sources, one file per namespace.

For packages whose assemblies no registry of ours carries. Public and protected types and members with their generics
and constraints; bodies, attributes, comments and what is explicit about interfaces are left out. Names of types are
qualified by the source's `using` lines, as far as they are the library's own or stubs in OUT have them.

Needs: tree-sitter-language-pack, git.
Usage: python source_stubs.py OUT REPO COMMIT NAMESPACE FOLDER… (NAMESPACE and all below it, sources below the folders)
Packed: dotnet/efcore v10.0.9 Microsoft.EntityFrameworkCore src/EFCore src/EFCore.Abstractions src/EFCore.Relational;
devlooped/moq v4.20.72 Moq src/Moq; FluentValidation/FluentValidation 12.1.1 FluentValidation src/FluentValidation;
nsubstitute/NSubstitute v6.2.0 NSubstitute src/NSubstitute; shouldly/shouldly v4.0.3 Shouldly src/Shouldly;
DapperLib/Dapper 2.1.79 Dapper Dapper; jbogard/MediatR v12.5.0 MediatR src/MediatR src/MediatR.Contracts;
fluentassertions/fluentassertions 7.2.0 FluentAssertions Src/FluentAssertions; AutoMapper/AutoMapper v14.0.0 AutoMapper
src/AutoMapper
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

SHOWN = (b"public", b"protected")
TYPES = {"class_declaration", "struct_declaration", "interface_declaration", "enum_declaration", "record_declaration"}
FUNCTIONS = {"method_declaration", "constructor_declaration"}
PROPERTIES = {"property_declaration", "indexer_declaration"}
PLAIN = {"delegate_declaration", "field_declaration", "event_field_declaration"}
BODIES = {"block", "arrow_expression_clause", "accessor_list", "constructor_initializer", "declaration_list"}
# Of no use to who only calls the library: namespaces, and how names of types begin.
SKIPPED = (".Internal", ".Diagnostics", ".Update", ".ValueGeneration", ".Conventions", ".Scaffolding", ".Json",
           ".Design", ".SqlExpressions")  # fmt: skip
INNER = ("IConvention", "IMutable", "IReadOnly", "Relational")
DECLARED = re.compile(
    r"^public [^({]*?\b(?:(?:class|struct|interface|enum) (\w+) ?(<[^>]*>)?|delegate [^(]*?(\w+) ?(<[^<>(]*>)? ?\()",
    re.MULTILINE,
)
USING = re.compile(r"using ([\w.]+);")
Name = tuple[str, int]  # of a type, with the number of its type parameters
HOLDS_TYPES = {"type_argument_list", "base_list", "type_parameter_constraint", "nullable_type", "array_type",
               "tuple_type"}  # fmt: skip
IMPLIED = ("System", "System.Collections.Generic", "System.Linq", "System.Linq.Expressions", "System.Threading",
           "System.Threading.Tasks")  # fmt: skip


def main() -> None:
    out, repo, commit, wanted, *folders = sys.argv[1:]
    listed = _git(repo, "ls-tree", "-r", "--name-only", commit, *folders).decode().splitlines()
    sources = []
    known = _known(Path(out))
    for path in sorted(path for path in listed if path.endswith(".cs")):
        data = _git(repo, "show", f"{commit}:{path}")
        root = get_parser("csharp").parse(data).root_node
        space = _namespace(root, data)
        if not f"{space}.".startswith(f"{wanted}.") or any(part in f"{space}." for part in _below(SKIPPED)):
            continue
        if found := [node for node in _inside(root) if node.type in TYPES and _is_offered(node, data)]:
            sources.append((space, _usings(root, data), found, data))
            known[space] |= {_name(node, data) for node in found}
    own = sorted({space for space, *_ in sources})
    types: defaultdict[str, list[str]] = defaultdict(list)
    for space, usings, found, data in sources:
        names = _names(known, [*IMPLIED, *own, *usings, space])
        types[space] += ["\n".join(_type(node, data, names)) for node in found]
    for space, texts in types.items():
        Path(out, f"{space}.cs").write_text("\n".join([f"namespace {space} {{", *texts, "}", ""]))
    print(f"{len(types)} namespaces, {sum(map(len, types.values()))} types")


def _name(node: Node, data: bytes) -> Name:
    name, listed = node.child_by_field_name("name"), [c for c in node.children if c.type == "type_parameter_list"]
    return _text(name, data) if name is not None else "", len(listed[0].named_children) if listed else 0


def _known(out: Path) -> defaultdict[str, set[Name]]:
    """The types that stubs have already, by namespace."""
    known: defaultdict[str, set[Name]] = defaultdict(set)
    for path in out.glob("*.cs"):
        declared = [(a or c, b or d) for a, b, c, d in DECLARED.findall(path.read_text())]
        known[path.stem] = {(name, generics.count(",") + 1 if generics else 0) for name, generics in declared}
    return known


def _names(known: dict[str, set[Name]], spaces: list[str]) -> dict[Name, str]:
    """What a bare name stands for; what is nearer comes last."""
    return {name: f"{space}.{name[0]}" for space in spaces for name in known.get(space, ())}


def _usings(root: Node, data: bytes) -> list[str]:
    lines = [_text(node, data) for node in root.children if node.type == "using_directive"]
    return [found[1] for line in lines if (found := USING.fullmatch(line))]


def _git(repo: str, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", repo, *arguments], check=True, stdout=subprocess.PIPE).stdout


def _below(words: tuple[str, ...]) -> list[str]:
    return [f"{word}." for word in words]


def _text(node: Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode()


def _namespace(root: Node, data: bytes) -> str:
    for node in root.children:
        if node.type in ("namespace_declaration", "file_scoped_namespace_declaration"):
            name = node.child_by_field_name("name")
            return _text(name, data) if name is not None else ""
    return ""


def _inside(root: Node) -> Iterator[Node]:
    """What stands in the file's namespace, whichever way that is written."""
    for node in root.children:
        if node.type == "namespace_declaration" and (body := node.child_by_field_name("body")) is not None:
            yield from body.children
        elif node.type == "file_scoped_namespace_declaration":
            yield from node.children
        else:
            yield node


def _is_shown(node: Node, data: bytes) -> bool:
    words = {data[child.start_byte : child.end_byte] for child in node.children if child.type == "modifier"}
    hidden = any(child.type == "explicit_interface_specifier" for child in node.children)
    return not hidden and any(word in words for word in SHOWN)


def _is_offered(node: Node, data: bytes) -> bool:
    name = node.child_by_field_name("name")
    inner = name is not None and _text(name, data).startswith(INNER) and not _text(name, data).endswith("Extensions")
    return not inner and _is_shown(node, data)


def _type(node: Node, data: bytes, names: dict[Name, str]) -> Iterator[str]:
    """A type: its header, and its members that are shown."""
    if node.type == "enum_declaration":
        yield _head(node, data, set(), names)
        return
    yield _head(node, data, BODIES, names) + " {"
    body = node.child_by_field_name("body")
    for member in body.children if body is not None else ():
        if node.type != "interface_declaration" and not _is_shown(member, data):
            continue
        if member.type in TYPES:
            yield from _type(member, data, names)
        elif member.type in PLAIN:
            yield _head(member, data, set(), names)
        elif member.type in FUNCTIONS:
            yield _head(member, data, BODIES, names) + " { }"
        elif member.type in PROPERTIES:
            yield _head(member, data, BODIES, names) + " { get; set; }"
    yield "}"


def _head(node: Node, data: bytes, without: set[str], names: dict[Name, str]) -> str:
    """A declaration on one line, without attributes, comments and bodies."""
    left_out = {"attribute_list", "comment", *without} | ({";"} if without else set())
    words = [
        _plain(child, data, names, node.field_name_for_child(place) in ("type", "returns"))
        for place, child in enumerate(node.children)
        if child.type not in left_out and not _is_value(child)
    ]
    return " ".join(" ".join(words).split())


def _given(node: Node) -> int:
    """How many type arguments stand behind a name."""
    after = node.next_sibling
    return len(after.named_children) if after is not None and after.type == "type_argument_list" else 0


def _is_value(node: Node) -> bool:
    """What a property begins with."""
    before = node.prev_sibling
    return node.type == "=" or (before is not None and before.type == "=")


def _plain(node: Node, data: bytes, names: dict[Name, str], is_type: bool) -> str:
    """A part of a declaration as it stands there, the names of types qualified."""
    if node.type in ("attribute_list", "comment") or "preproc" in node.type:
        return ""
    if not node.children or node.type in ("string_literal", "interpolated_string_expression", "qualified_name"):
        text = _text(node, data)
        return names.get((text, _given(node)), text) if is_type and node.type == "identifier" else text
    parts = []
    for place, child in enumerate(node.children):
        named = node.type in HOLDS_TYPES or node.field_name_for_child(place) == "type"
        parts.append(_plain(child, data, names, named or (is_type and node.type == "generic_name" and not place)))
    return " ".join(parts)


main()

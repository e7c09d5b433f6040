"""Writes the public API of .NET assemblies as C# stub sources, one file per namespace: `OUT/System.Linq.cs`.

Public and protected types and members with generics, constraints, extension methods and parameter names; every type
name qualified, empty bodies. Left out: operators, attributes, values of constants, names of tuple elements. The
assemblies may be reference ones or a runtime's own; what several of them declare is written once.

Needs: dnfile (0.18). A self-contained .NET 9 with ASP.NET Core, untrimmed: `npm pack @azure/mcp-linux-x64@0.5.0`.
Usage: python csharp_stubs.py OUT DLL... (the platform: System*.dll; packages: Microsoft.{AspNetCore,Extensions}*.dll)
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from assembly import Assembly
from members import Members, generics, identifier
from signatures import TypeName

PUBLIC = {1: "public", 2: "public", 4: "protected", 7: "protected internal"}
INTERFACE, ABSTRACT, SEALED = 0x20, 0x80, 0x100
KINDS = {"System.Enum": "enum", "System.ValueType": "struct", "System.MulticastDelegate": "delegate"}
IMPLIED = frozenset({*KINDS, "System.Object"})
# Not meant for programs, or so large (one method per machine instruction) that few would use what they cost.
SKIPPED = (
    "Internal",
    "System.Runtime.InteropServices.JavaScript",
    "System.Runtime.InteropServices.Marshalling",
    "System.Runtime.Intrinsics",
    "System.Xml.Xsl.Runtime",
)


class Library:
    """All assemblies: what they show, and what they keep to themselves."""

    def __init__(self, paths: list[Path]) -> None:
        self._assemblies = [Assembly(path) for path in paths]
        shown: dict[bool, set[str]] = {True: set(), False: set()}
        for assembly in self._assemblies:
            for number in assembly.types():
                shown[visible(assembly, number)].add(assembly.name(("TypeDef", number)).full)
        # Assemblies keep internal copies of what another one publishes.
        self._hidden = shown[False] - shown[True]
        self.types = self.members = 0

    def namespaces(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        seen: set[str] = set()
        for assembly in self._assemblies:
            for number in assembly.types():
                name = assembly.name(("TypeDef", number))
                if len(name.names) == 1 and visible(assembly, number) and wanted(name) and name.full not in seen:
                    seen.add(name.full)
                    found[name.namespace].extend(self._declare(assembly, number))
        return found

    def _declare(self, assembly: Assembly, number: int) -> Iterator[str]:
        self.types += 1
        row = assembly.definition(number)
        kind = kind_of(assembly, number)
        members = Members(assembly, number, kind == "interface")
        name = identifier(str(row.TypeName).partition("`")[0])
        word = PUBLIC[row.struct.Flags & 7]
        declared, bounds = self._generics(assembly, number)
        if kind == "delegate":
            returns, parameters = members.invoke()
            yield f"{word} delegate {returns} {name}{declared}({parameters}){bounds};"
        elif kind == "enum":
            yield self._enum(f"{word} enum {name}", members)
        else:
            head = f"{word} {modifiers(row.struct.Flags, kind)}{kind} {name}{declared}"
            yield f"{head}{self._bases(assembly, number)}{bounds} {{"
            yield from self._body(assembly, number, members)
            yield "}"

    def _enum(self, head: str, members: Members) -> str:
        names, underlying = members.enumerators(), members.underlying()
        self.members += len(names)
        return f"{head}{'' if underlying == 'int' else f' : {underlying}'} {{ {', '.join(names)} }}"

    def _body(self, assembly: Assembly, number: int, members: Members) -> Iterator[str]:
        for line in members.all():
            self.members += 1
            yield line
        for inner in assembly.nested(number):
            if visible(assembly, inner):
                yield from self._declare(assembly, inner)

    def _generics(self, assembly: Assembly, number: int) -> tuple[str, str]:
        outer = assembly.enclosing(number)
        inherited = len(assembly.generics(("TypeDef", outer))) if outer else 0
        return generics(assembly, ("TypeDef", number), inherited, assembly.variables(number))

    def _bases(self, assembly: Assembly, number: int) -> str:
        variables = assembly.variables(number)
        bases = [base] if (base := assembly.base(number)) else []
        places = [place for place in [*bases, *assembly.interfaces(number)] if self._shown(assembly.bare_name(place))]
        texts = [assembly.text(place, variables) for place in places]
        return f" : {', '.join(texts)}" if texts else ""

    def _shown(self, name: TypeName | None) -> bool:
        return name is not None and name.full not in self._hidden and name.full not in IMPLIED


def visible(assembly: Assembly, number: int) -> bool:
    """A type is seen from outside where all types around it are, too."""
    outer = assembly.enclosing(number)
    return assembly.definition(number).struct.Flags & 7 in PUBLIC and (outer is None or visible(assembly, outer))


def wanted(name: TypeName) -> bool:
    return bool(name.namespace) and not any(f"{name.namespace}.".startswith(f"{skipped}.") for skipped in SKIPPED)


def kind_of(assembly: Assembly, number: int) -> str:
    row = assembly.definition(number)
    if row.struct.Flags & INTERFACE:
        return "interface"
    base = assembly.base(number)
    name = assembly.bare_name(base) if base else None
    own = assembly.name(("TypeDef", number)).full
    return "class" if name is None or own in KINDS else KINDS.get(name.full, "class")


def modifiers(flags: int, kind: str) -> str:
    if kind != "class":
        return ""
    return {ABSTRACT | SEALED: "static ", ABSTRACT: "abstract ", SEALED: "sealed "}.get(flags & (ABSTRACT | SEALED), "")


def main() -> None:
    out, *assemblies = map(Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    library = Library(sorted(assemblies))
    for namespace, lines in sorted(library.namespaces().items()):
        text = "\n".join([f"namespace {namespace} {{", *lines, "}", ""])
        (out / f"{namespace}.cs").write_text(text, encoding="utf-8")
    print(f"{library.types} types, {library.members} members")


if __name__ == "__main__":
    main()

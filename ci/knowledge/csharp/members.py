"""C# text of the members of a type: fields, methods, properties, events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assembly import Assembly, Key, key
from signatures import Signature, Variables

ACCESS = {4: "protected", 5: "protected internal", 6: "public"}
STATIC, FINAL, VIRTUAL, NEW_SLOT, ABSTRACT, SPECIAL_NAME = 0x10, 0x20, 0x40, 0x100, 0x400, 0x800
READ_ONLY, LITERAL = 0x20, 0x40
IN, OUT, OPTIONAL = 0x1, 0x2, 0x10
SETTER, GETTER, ADDER = 1, 2, 8
COVARIANT, CONTRAVARIANT, REFERENCE_TYPE, VALUE_TYPE, CONSTRUCTIBLE = 0x1, 0x2, 0x4, 0x8, 0x10
RESERVED = """
    abstract as base bool break byte case catch char checked class const continue decimal default delegate do double
    else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is
    lock long namespace new null object operator out override params private protected public readonly ref return sbyte
    sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe
    ushort using virtual void volatile while
"""
KEYWORDS = frozenset(RESERVED.split())


def identifier(name: object) -> str:
    return f"@{name}" if str(name) in KEYWORDS else str(name)


def access(row: Any) -> str:
    """Empty for what no other assembly may use."""
    return ACCESS.get(row.struct.Flags & 7, "")


class Members:
    def __init__(self, assembly: Assembly, number: int, in_interface: bool) -> None:
        self._assembly, self._number, self._in_interface = assembly, number, in_interface
        self._row = assembly.definition(number)
        self._variables = assembly.variables(number)
        self._name = identifier(str(self._row.TypeName).partition("`")[0])

    def all(self) -> Iterator[str]:
        yield from self._fields()
        for index in self._row.MethodList:
            if access(index.row) and not (index.row.struct.Flags & SPECIAL_NAME and index.row.Name != ".ctor"):
                yield from self._method(key(index), index.row)
        for index in self._assembly.properties(self._number):
            yield from self._property(key(index), index.row)
        for index in self._assembly.events(self._number):
            yield from self._event(key(index), index.row)

    def enumerators(self) -> list[str]:
        return [identifier(f.row.Name) for f in self._row.FieldList if f.row.struct.Flags & LITERAL]

    def underlying(self) -> str:
        """The type of an enum's values."""
        return next(self._field_type(f.row) for f in self._row.FieldList if not f.row.struct.Flags & STATIC)

    def invoke(self) -> tuple[str, str]:
        """What a delegate returns and takes."""
        index = next(m for m in self._row.MethodList if m.row.Name == "Invoke")
        signature = self._signature(index.row, self._variables)
        return signature.returns, self._parameters(index.row, signature.parameters)

    def _fields(self) -> Iterator[str]:
        for index in self._row.FieldList:
            flags = index.row.struct.Flags
            if access(index.row) and not flags & SPECIAL_NAME:
                shared = "const " if flags & LITERAL else "static " * bool(flags & STATIC)
                words = f"{access(index.row)} {shared}{'readonly ' * bool(flags & READ_ONLY)}"
                yield f"{words}{self._field_type(index.row)} {identifier(index.row.Name)};"

    def _field_type(self, row: Any) -> str:
        return self._assembly.decoder(row.Signature.value, self._variables).field()

    def _signature(self, row: Any, variables: Variables) -> Signature:
        return self._assembly.decoder(row.Signature.value, variables).method()

    def _method(self, place: Key, row: Any) -> Iterator[str]:
        name = str(row.Name)
        if not name.removeprefix(".").isidentifier():
            return
        variables = self._assembly.variables(self._number, place)
        signature = self._signature(row, variables)
        extension = "ExtensionAttribute" in self._assembly.attributes(place)
        parameters = self._parameters(row, signature.parameters, "this " * extension)
        if name == ".ctor":
            yield f"{access(row)} {self._name}({parameters}) {{ }}"
            return
        declared, bounds = generics(self._assembly, place, 0, variables)
        end = ";" if row.struct.Flags & ABSTRACT else " { }"
        yield f"{self._modifiers(row)}{signature.returns} {identifier(name)}{declared}({parameters}){bounds}{end}"

    def _modifiers(self, row: Any) -> str:
        flags = row.struct.Flags
        words = [] if self._in_interface else [access(row)]
        if flags & STATIC:
            words.append("static")
        if flags & ABSTRACT and not (self._in_interface and not flags & STATIC):
            words.append("abstract")
        elif flags & VIRTUAL and not flags & FINAL and not self._in_interface:
            words.append("virtual" if flags & NEW_SLOT else "override")
        return "".join(f"{word} " for word in words)

    def _parameters(self, method: Any, types: Sequence[str], first: str = "") -> str:
        rows = {index.row.Sequence: index for index in method.ParamList}
        texts = [self._parameter(rows.get(place), place, type_) for place, type_ in enumerate(types, 1)]
        return first + ", ".join(texts)

    def _parameter(self, index: Any, place: int, type_: str) -> str:
        if index is None:
            return f"{type_} p{place}"
        flags, attributes = index.row.struct.Flags, self._assembly.attributes(key(index))
        if type_.startswith("ref ") and flags & (IN | OUT):
            type_ = ("in " if flags & IN else "out ") + type_.removeprefix("ref ")
        rest = "params " * bool(attributes & {"ParamArrayAttribute", "ParamCollectionAttribute"})
        default = " = default" * bool(flags & OPTIONAL and not rest)
        return f"{rest}{type_} {identifier(index.row.Name or f'p{place}')}{default}"

    def _property(self, place: Key, row: Any) -> Iterator[str]:
        accessors = {k: m for k, m in self._assembly.accessors(place).items() if k in (GETTER, SETTER) and access(m)}
        if not accessors:
            return
        lead = max(accessors.values(), key=lambda method: (method.struct.Flags & 7, method is accessors.get(GETTER)))
        signature = self._assembly.decoder(row.Type.value, self._variables).property()
        name = identifier(row.Name)
        # Only an indexer has parameters, whatever its name.
        if signature.parameters:
            name = f"this[{self._parameters(lead, signature.parameters)}]"
        bodies = "".join(self._accessor(word, accessors.get(k), lead) for k, word in ((GETTER, "get"), (SETTER, "set")))
        yield f"{self._modifiers(lead)}{signature.returns} {name} {{ {bodies}}}"

    @staticmethod
    def _accessor(word: str, method: Any, lead: Any) -> str:
        if method is None:
            return ""
        return f"{word}; " if access(method) == access(lead) else f"{access(method)} {word}; "

    def _event(self, place: Key, row: Any) -> Iterator[str]:
        adder = self._assembly.accessors(place).get(ADDER)
        if adder is not None and access(adder):
            type_ = self._assembly.text(key(row.EventType), self._variables)
            yield f"{self._modifiers(adder)}event {type_} {identifier(row.Name)};"


def generics(assembly: Assembly, owner: Key, inherited: int, variables: Variables) -> tuple[str, str]:
    """`<in T, R>` and ` where T : class, new()`; a nested type repeats the parameters around it, which are left out."""
    names, bounds = [], []
    for row, constraints in assembly.generics(owner)[inherited:]:
        variance = {COVARIANT: "out ", CONTRAVARIANT: "in "}.get(row.struct.Flags & 3, "")
        names.append(f"{variance}{identifier(row.Name)}")
        texts = [assembly.text(place, variables) for place in constraints]
        if clause := constraint(row.struct.Flags, [text for text in texts if text != "System.ValueType"]):
            bounds.append(f" where {identifier(row.Name)} : {clause}")
    return (f"<{', '.join(names)}>" if names else ""), "".join(bounds)


def constraint(flags: int, types: list[str]) -> str:
    kind = ["struct"] if flags & VALUE_TYPE else ["class"] if flags & REFERENCE_TYPE else []
    fresh = ["new()"] if flags & CONSTRUCTIBLE and not flags & VALUE_TYPE else []
    return ", ".join([*kind, *types, *fresh])

"""Signature blobs of .NET metadata (ECMA-335, II.23.2) as C# type text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

PRIMITIVES = {
    0x01: "void", 0x02: "bool", 0x03: "char", 0x04: "sbyte", 0x05: "byte", 0x06: "short", 0x07: "ushort", 0x08: "int",
    0x09: "uint", 0x0A: "long", 0x0B: "ulong", 0x0C: "float", 0x0D: "double", 0x0E: "string",
    0x16: "System.TypedReference", 0x18: "System.IntPtr", 0x19: "System.UIntPtr", 0x1C: "object",
}  # fmt: skip
TABLES = ("TypeDef", "TypeRef", "TypeSpec")
GENERIC_METHOD = 0x10
LARGEST_TUPLE = 7


class Element(IntEnum):
    POINTER = 0x0F
    BY_REFERENCE = 0x10
    VALUE_TYPE = 0x11
    CLASS = 0x12
    TYPE_VARIABLE = 0x13
    ARRAY = 0x14
    INSTANCE = 0x15
    FUNCTION_POINTER = 0x1B
    VECTOR = 0x1D
    METHOD_VARIABLE = 0x1E
    REQUIRED_MODIFIER = 0x1F
    OPTIONAL_MODIFIER = 0x20


@dataclass(frozen=True, slots=True)
class TypeName:
    """A namespace and the type's name after those around it, as metadata has them: `Dictionary`2`, `Enumerator`."""

    namespace: str
    names: tuple[str, ...]

    @property
    def full(self) -> str:
        return ".".join((self.namespace, *self.names))


@dataclass(frozen=True, slots=True)
class Variables:
    """The names of the type parameters in scope, by position."""

    of_type: Sequence[str] = ()
    of_method: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    returns: str
    parameters: list[str]


Names = Callable[[str, int], TypeName]
Specs = Callable[[int], bytes]


def written(name: TypeName, arguments: Sequence[str]) -> str:
    """Arguments go to the segments that declare them: `List<T>.Enumerator`, not `List.Enumerator<T>`."""
    if name.full == "System.Nullable`1" and arguments:
        return f"{arguments[0]}?"
    if name.full == "System.Decimal":
        return "decimal"
    if name.full.startswith("System.ValueTuple`") and 1 < len(arguments) <= LARGEST_TUPLE:
        return f"({', '.join(arguments)})"
    left = iter(arguments)
    parts = [name.namespace] if name.namespace else []
    for segment in name.names:
        plain, _, arity = segment.partition("`")
        taken = list(islice(left, int(arity or 0)))
        parts.append(f"{plain}<{', '.join(taken)}>" if taken else plain)
    return ".".join(parts)


class Decoder:
    """Reads one blob from left to right; a by-reference type is told as `ref T`."""

    def __init__(self, blob: bytes, names: Names, specs: Specs, variables: Variables) -> None:
        self._blob, self._position = blob, 0
        self._names, self._specs, self._variables = names, specs, variables

    def method(self) -> Signature:
        convention = self._byte()
        if convention & GENERIC_METHOD:
            self._number()
        count = self._number()
        return Signature(self.type(), [self.type() for _ in range(count)])

    def property(self) -> Signature:
        self._byte()
        count = self._number()
        return Signature(self.type(), [self.type() for _ in range(count)])

    def field(self) -> str:
        self._byte()
        return self.type()

    def generic_name(self) -> TypeName | None:
        """The type that an instance such as `List<int>` is made from."""
        if self._byte() != Element.INSTANCE:
            return None
        self._byte()
        token = self._number()
        return self._names(TABLES[token & 3], token >> 2)

    def type(self) -> str:
        element = self._skip_modifiers()
        if element in PRIMITIVES:
            return PRIMITIVES[element]
        match element:
            case Element.VALUE_TYPE | Element.CLASS:
                return self._named([])
            case Element.INSTANCE:
                return self._instance()
            case Element.TYPE_VARIABLE:
                return self._variables.of_type[self._number()]
            case Element.METHOD_VARIABLE:
                return self._variables.of_method[self._number()]
        return self._composed(element)

    def _composed(self, element: int) -> str:
        match element:
            case Element.POINTER:
                return f"{self.type()}*"
            case Element.BY_REFERENCE:
                return f"ref {self.type()}"
            case Element.VECTOR:
                return f"{self.type()}[]"
            case Element.ARRAY:
                return self._array()
            case Element.FUNCTION_POINTER:
                return self._function_pointer()
        raise ValueError(f"element type {element:#x}")

    def _instance(self) -> str:
        self._byte()
        start = self._position
        self._number()
        arguments = [self.type() for _ in range(self._number())]
        end, self._position = self._position, start
        text = self._named(arguments)
        self._position = end
        return text

    def _named(self, arguments: Sequence[str]) -> str:
        token = self._number()
        table = TABLES[token & 3]
        if table == "TypeSpec":
            return Decoder(self._specs(token >> 2), self._names, self._specs, self._variables).type()
        return written(self._names(table, token >> 2), arguments)

    def _array(self) -> str:
        element, rank = self.type(), self._number()
        for _ in range(2):
            for _ in range(self._number()):
                self._number()
        return f"{element}[{',' * (rank - 1)}]"

    def _function_pointer(self) -> str:
        signature = self.method()
        return f"delegate*<{', '.join([*signature.parameters, signature.returns])}>"

    def _skip_modifiers(self) -> int:
        element = self._byte()
        while element in (Element.REQUIRED_MODIFIER, Element.OPTIONAL_MODIFIER):
            self._number()
            element = self._byte()
        return element

    def _byte(self) -> int:
        self._position += 1
        return self._blob[self._position - 1]

    def _number(self) -> int:
        """A compressed unsigned integer: the first byte's top bits tell its length."""
        first = self._byte()
        if first < 0x80:
            return first
        if first < 0xC0:
            return (first & 0x3F) << 8 | self._byte()
        return (first & 0x1F) << 24 | self._byte() << 16 | self._byte() << 8 | self._byte()

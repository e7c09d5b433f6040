"""The special forms of `typing`: what they mean where a type is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.linking import Python
    from indexer.languages.python.protocols import Protocols

MODULES = ("typing", "typing_extensions", "_typeshed")
FIRST = ("Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack", "Optional")
FORMS = frozenset({*FIRST, "Union", "Callable", "Type", "Literal", "Concatenate", "Self", "TypeGuard", "TypeIs"})
CLASSES = {  # generic names of plain classes: `typing.List` is `list`
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple",
    "DefaultDict": "defaultdict", "OrderedDict": "OrderedDict", "Counter": "Counter", "ChainMap": "ChainMap",
    "Deque": "deque",
}  # fmt: skip
BUILT_IN = frozenset({"list", "dict", "set", "frozenset", "tuple"})
WHOEVER: Value = (Tag.INSTANCE, -1, (), True)  # the method is called on


def of(dialect: Python, symbol: int) -> Value | None:
    """The form that a variable of the typing module is."""
    program = dialect.program
    name = program.name[symbol]
    if not program.is_external(symbol) or (name not in FORMS and name not in CLASSES):
        return None
    if program.files[program.file[symbol]].module not in MODULES:
        return None
    return (Tag.WRAPPED, name, ()) if name in FORMS else _class(dialect, CLASSES[name])


def _class(dialect: Python, name: str) -> Value | None:
    found = dialect.modules.library("builtins" if name in BUILT_IN else "collections", name)
    return (Tag.CLASS, found, ()) if found is not None else None


def _form(value: Value) -> str:
    if value[0] == Tag.WRAPPED:
        return str(value[1])
    if value[0] == Tag.EXTERNAL and value[1].partition(".")[0] in MODULES:
        return str(value[1].rpartition(".")[2])
    return ""


def apply(dialect: Python, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
    """A form or class with arguments, as a type."""
    linker = dialect.linker
    form = _form(value)
    if form in FIRST and arguments:
        yield from linker.read(arguments[0])
    elif form == "Union":
        for term in arguments:
            yield from linker.read(term)
    elif form == "Callable" and arguments:
        listed = arguments[0] if dialect.program.ops[arguments[0]] == Op.SEQUENCE else None
        terms = dialect.program.parts[listed][1:] if listed is not None else []
        yield (Tag.FUNCTION_TYPE, linker.argument(arguments[-1]), tuple(map(linker.argument, terms)))
    elif (form == "Type" and arguments) or (value[0] == Tag.CLASS and arguments and _is_type(dialect, value)):
        yield (Tag.WRAPPED, "type", (linker.argument(arguments[0]),))
    elif value[0] == Tag.CLASS:
        yield (Tag.CLASS, value[1], tuple(map(linker.argument, arguments)))
    elif value[0] != Tag.WRAPPED:
        yield value


def _is_type(dialect: Python, value: Value) -> bool:
    return dialect.program.is_external(value[1]) and dialect.program.name[value[1]] == "type"


def instance(dialect: Python, value: Value) -> Iterable[Value]:
    """A value of what is not a plain class."""
    if value[0] == Tag.WRAPPED and value[1] == "type":
        for inner in dialect.linker.read(value[2][0]):
            if inner[0] == Tag.INSTANCE:
                yield (Tag.CLASS, *inner[1:])
            elif inner[0] == Tag.TYPE_VARIABLE:
                yield value
    elif _form(value) == "Self":
        yield WHOEVER
    elif value[0] == Tag.SEQUENCE:  # `except ERRORS`: one of the types in a tuple
        yield from dialect.linker.instances(dialect.linker.read(dialect.linker.cell("elements", *value[1:])))
    elif value[0] in (Tag.TYPE_VARIABLE, Tag.FUNCTION_TYPE, Tag.INSTANCE):
        yield value


def own(dialect: Protocols, function: int, values: Iterable[Value]) -> Iterable[Value]:
    """`def f(self: T) -> T`, `def f(cls: type[T]) -> T`: the type variable that stands for whoever it is called on."""
    program = dialect.program
    received = program.terms_of(Flow.IMPLEMENTS, function)
    if not received:
        return values
    term = program.parts[received[0]][1] if program.ops[received[0]] == Op.APPLY else received[0]
    variable = dialect.classes.named(term)
    is_variable = variable is not None and variable[0] == Tag.TYPE_VARIABLE
    return [WHOEVER if is_variable and value == variable else value for value in values]

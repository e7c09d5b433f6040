"""What linking asks of a language. The defaults know nothing; each language says what it has to say."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

# A value or a definition, the rule that found it, and maybe the receiver that a member is reached through.
Entity = tuple[Value | int, str] | tuple[Value | int, str, Value]
Member = tuple[Value | int, Value]  # a value or a definition, and the receiver it is reached through
RULES_BY_OP = {
    Op.SELF: "self", Op.CLS: "self", Op.SUPER: "super", Op.CALL: "returned", Op.NEW: "constructed",
    Op.PARAMETER: "declared", Op.INSTANCE: "declared", Op.ITEM: "element", Op.INDEX: "element", Op.NARROW: "narrowed",
    Op.ENTER: "returned", Op.AWAIT: "returned", Op.UNION: "inferred", Op.LITERAL: "literal",
}  # fmt: skip

RULES_BY_TAG = {Tag.MODULE: "module_member", Tag.CLASS: "type_member", Tag.EXTERNAL: "import"}
HOLDING = frozenset({Op.MEMBER, Op.SYMBOL, Op.FREE, Op.IMPORT})


class Dialect:
    """One language family's rules. `free`, `imported` and `member` are look-ups: they must not read cells."""

    follows_changes = True  # whether what a change can reach is told by names and what they meant before
    tells_searched = False  # whether `searched` and `derives_from` tell where members are looked for
    tells_modules = False  # whether `module_file` tells which file an import leads to
    variables_told = False  # whether `stands_for` tells all that is looked at besides what variables hold
    keeps_program = True  # whether linking leaves the program as it is, so that it can be linked in again
    arguments_flow = False  # whether what callers pass says what parameters hold
    new_names_type = True  # whether `new T()` refers to the type; else the language says which constructor it means
    aliases_of_arguments = False  # whether a type's alias depends on its type arguments: `vector<T>::iterator`
    members_alike = False  # whether a value has the same members wherever they are asked for
    calls_name = False  # whether a call's term is what the callee's name is asked for: where arguments choose
    own_places: Container[str] = ()  # packages and namespaces of the repository that are no definitions

    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.tree = tree

    def attach(self, linker: Linker) -> None:
        self.linker = linker

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        """What a name means that the file's own scopes do not bind."""
        return ()

    def hiding(self, name: str, owner: int) -> list[Entity]:
        """An inherited member that hides a local variable of the function around a type."""
        return []

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        """What the file's imports bind to a name."""
        return ()

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        """What an import statement of the file names: a module, or what it hands out under a name."""
        return ()

    def module_file(self, file: int, module: str) -> int:
        """The repository's file that a module is, as an import in a file writes it; -1: none."""
        return -1

    def leads_out(self, value: Value) -> bool:
        """Whether a value is none of the repository's."""
        return bool(value[0] == Tag.EXTERNAL)

    def is_place(self, value: Value) -> bool:
        """Whether a value is a package, namespace or file of the repository that is no definition."""
        named = value[0] == Tag.MODULE and (value[3:] == ("file",) or value[1] in self.own_places)
        return bool(named and value[1])

    def told_as(self, symbol: int) -> int:
        """The definition that references to a declaration are told as, where a language has both."""
        return symbol

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        """Members of a module, type or instance that go by a name."""
        return ()

    def detach(self) -> None:
        """Take back what was done to the program, so that others can link in it."""

    def accessed(self, symbol: int, held: Iterable[Value], receiver: Value) -> Iterable[Value]:
        """What a member gives that holds these values, where reading it runs something."""
        return held

    def searched(self, value: Value) -> Iterable[int]:
        """Types in which a member of a value is looked for."""
        return ()

    def derives_from(self, symbol: int) -> Iterable[int]:
        """A type and what it derives from."""
        return ()

    def stands_for(self, symbol: int) -> tuple[Value | None, Hashable] | None:
        """What a variable or field is to who looks at how it is written: a type, and more; None: nobody can tell."""
        return None

    def held(self, symbol: int) -> Iterable[Value]:
        """What a variable holds where neither declaration nor assignment says it; empty: they decide."""
        return ()

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return ()

    def takes_function(self, declared: int) -> bool:
        """Whether the type that a parameter declares says no more than that it can be called."""
        return False

    def hands_on(self, function: int, place: int) -> bool:
        """Whether a parameter that a function gives back is what each call passes there, no more."""
        return False

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a function gives back when called with arguments."""
        return self.linker.result(value[1], value[2])

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.INSTANCE, value[1], value[2])

    def result(self, function: int, values: Iterable[Value], declared: bool) -> Iterable[Value]:
        return values

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        """The receiver, where a method gives back whoever it was called on."""
        yield value

    def instance(self, value: Value) -> Iterable[Value]:
        """A value of what is not a plain class."""
        yield value

    def narrow(self, told: Iterable[Value], term: int) -> Iterable[Value]:
        """What a term is where a test tells its type."""
        return told

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        """An instance of the language's own type of that name."""
        yield (Tag.EXTERNAL, f"{name}()")

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        return ()

    def item(self, value: Value) -> Iterable[Value]:
        return ()

    def awaited(self, value: Value) -> Iterable[Value]:
        yield value

    def entered(self, value: Value) -> Iterable[Value]:
        return ()

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.CLASS:
            yield (Tag.CLASS, value[1], tuple(map(self.linker.argument, arguments)))
        else:
            yield value

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        return ()

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        return ()

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, parts)

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        """What a nameless function's parameter holds by where the function is passed."""
        return ()

    def environment(self, member: int, receiver: Value) -> tuple[Any, ...]:
        """What stands for type parameters of the member's type, seen from the receiver: (owner, name, cell) each."""
        return ()

    def replaced(self, value: Value, environment: tuple[Any, ...]) -> Iterable[Value]:
        """A value of the language's own with type variables in it replaced."""
        yield value

    def runs_outside(self, callee: int) -> bool:
        """Whether what is called may be a library's function."""
        held = self.linker.read(callee)
        return any(value[0] == Tag.FUNCTION and self.program.is_external(value[1]) for value in held)

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """Which parameter (by place) each argument reaches."""
        return ()

    def takes_many(self, function: int) -> bool:
        """Whether the last parameter is declared as an array of all arguments that are left."""
        return False

    def boxed(self, value: Value) -> Value:
        """A value as a type argument: primitive types have a class that stands for them."""
        return value

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Cells of a pattern's parts beside the cells given there, where tags differ (arrays as lists, …)."""
        return ()

    def functional(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        """Cells of the result and the parameters of a type that can be called: delegates, functional interfaces."""
        return None

    def given_back(self, value: Value, parameters: tuple[int, ...]) -> int:
        """The cell of what a function that is passed on gives back when called with these parameters."""
        if value[0] == Tag.LAMBDA:
            return self.program.parts[value[1]][1]
        cell = self.linker.cell("result", value[1])
        return self.linker.inside(cell, self.environment(value[1], value[2])) if value[2] is not None else cell

    def is_root(self, symbol: int) -> bool:
        """Whether every type derives from this one."""
        return False

    def decide(self) -> list[int]:
        """Settle what waits for arguments to be known; the cells to look at again. Called until there are none."""
        return []

    def bases(self, symbol: int) -> list[int]:
        """The types that a type extends or implements, in order, for `types` and overrides."""
        return []

    def overridden(self, symbol: int) -> list[int]:
        """Members of bases that a member overrides or implements."""
        return []

    def written(self, symbol: int) -> list[int]:
        """What a definition that is only an assignment writes to: the declaration it yields to."""
        return []

    def called_member(self, value: Value) -> Iterable[int]:
        """What is run when a value that is no function is called."""
        return ()

    def constructors(self, symbol: int) -> Iterable[int]:
        """What making an object of a class runs."""
        return ()

    def stores(self, value: Value, name: str) -> Iterable[int]:
        """What keeps that which a member is given: the variable of that name, else the type or module itself."""
        return ()

    def storing(self, value: Value) -> Iterable[int]:
        """Types or modules that keep what is given to names of a value which nothing defines."""
        return ()

    def implied(self, op: int, word: str, held: Sequence[Sequence[Value]]) -> Iterable[int]:
        """What a step of the language runs without naming it, by what its operands hold; an operator has a word."""
        return ()

    def replacing(self, symbol: int) -> int | None:
        """The term of what takes the place of a function: what its decorators make of it."""
        return None

    def labelled(self, value: Value, name: str) -> Iterable[int]:
        """What the name of an argument names when the value is called: a field of the class that is made."""
        return ()

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        """How the receiver became known, in the words of the schema."""
        tag = value[0]
        if tag in RULES_BY_TAG:
            return RULES_BY_TAG[tag]
        op = self.program.ops[base] if base < len(self.program.ops) else Op.UNKNOWN
        if op == Op.CALL and self.program.ops[self.program.parts[base][0]] != Op.MEMBER and tag == Tag.INSTANCE:
            return "returned"
        return RULES_BY_OP.get(op, "field" if op in HOLDING else "inferred")

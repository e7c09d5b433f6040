"""Python's classes: bases, resolution order, members, type variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow, Op
from indexer.languages.python import typing_forms
from indexer.languages.python.forks import Forks
from indexer.link.dialect import Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.linking import Python

VARIABLES = ("TypeVar", "ParamSpec", "TypeVarTuple")
FIRM = frozenset({"method", "property", "function", "constructor", "class"})
SIGNED = frozenset({"method", "constructor"})


class Classes:
    def __init__(self, dialect: Python) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.orders: dict[int, list[int]] = {}
        self.open: dict[int, bool] = {}  # whether a base leads out of what is known
        self.kinds: dict[int, Value | None] = {}  # terms -> the module or type they name
        self.variables: dict[int, Value | None] = {}
        self.views: dict[tuple[int, int], tuple[int, ...] | None] = {}
        self.late: dict[int, bool] = {}
        self.enums: dict[int, bool] = {}
        self.base_types: dict[int, list[Value]] = {}
        self.lookups: dict[tuple[int, str, bool, bool], list[Value | int]] = {}
        self.forks = Forks(self)
        self.variables_of: dict[int, list[Value]] = {}

    # -- what a term names without following values

    def named(self, term: int) -> Value | None:
        """The type or module that a term names by names and imports alone."""
        if term not in self.kinds:
            self.kinds[term] = None  # in a circle nothing is named
            self.kinds[term] = self._named(term)
        return self.kinds[term]

    def _named(self, term: int) -> Value | None:
        program, dialect = self.program, self.dialect
        op, parts = program.ops[term], program.parts[term]
        if op == Op.SYMBOL:
            return self.symbol(parts[0])
        if op == Op.IMPORT:
            return self._one(found[0] for found in dialect.imported(program.term_file[term], program.texts[parts[0]]))
        if op == Op.FROM:
            words = [program.texts[part] for part in parts]
            return self._one(found[0] for found in dialect.statement(program.term_file[term], words[0], words[1]))
        if op == Op.FREE:
            entities = dialect.free(program.term_file[term], program.texts[parts[0]], parts[1], parts[2])
            return self._one(entity[0] for entity in entities)
        if op == Op.MEMBER:
            base = self.named(parts[0])
            if base is not None and base[0] == Tag.EXTERNAL:
                return (Tag.EXTERNAL, f"{base[1]}.{program.texts[parts[1]]}")
            if base is None or base[0] not in (Tag.MODULE, Tag.CLASS):
                return None
            return self._one(found for found, _ in dialect.member(base, program.texts[parts[1]], 0))
        if op in (Op.APPLY, Op.INDEX):
            base = self.named(parts[0])
            if base is not None and base[0] == Tag.CLASS:
                return (Tag.CLASS, base[1], tuple(map(dialect.linker.argument, parts[1:])))
            return base
        if op == Op.TYPE_PARAMETER:
            return (Tag.TYPE_VARIABLE, parts[0], program.texts[parts[1]])
        if op == Op.UNION:
            return next((found for part in parts if (found := self.named(part)) is not None), None)
        return None

    def _one(self, entities: Iterable[Value | int]) -> Value | None:
        for entity in entities:
            return self.symbol(entity) if isinstance(entity, int) else entity
        return None

    def symbol(self, symbol: int) -> Value | None:
        kind = self.program.kind[symbol]
        if kind == "class":
            return (Tag.CLASS, symbol, ())
        if kind == "module":
            return (Tag.MODULE, symbol)
        if kind in ("variable", "constant", "field", "type_alias"):
            if (variable := self.type_variable(symbol)) is not None:
                return variable
            if (form := typing_forms.of(self.dialect, symbol)) is not None and form[0] == Tag.CLASS:
                return form
            flows = self.program.flows[Flow.VALUE].get(symbol, ())
            return next((found for _, term in flows if (found := self.named(term)) is not None), None)
        return None

    def type_variable(self, symbol: int) -> Value | None:
        """`T = TypeVar("T")`."""
        if symbol not in self.variables:
            self.variables[symbol] = None
            for _, term in self.program.flows[Flow.VALUE].get(symbol, ()):
                if self.program.ops[term] == Op.CALL and self._is_variable(self.program.parts[term][0]):
                    self.variables[symbol] = (Tag.TYPE_VARIABLE, symbol, self.program.name[symbol])
        return self.variables[symbol]

    def _is_variable(self, term: int) -> bool:
        op, parts = self.program.ops[term], self.program.parts[term]
        if op in (Op.IMPORT, Op.FREE):
            return self.program.texts[parts[0]] in VARIABLES
        if op == Op.SYMBOL:
            return self.program.name[parts[0]] in VARIABLES
        return op == Op.MEMBER and self.program.texts[parts[1]] in VARIABLES

    def bound(self, variable: Value) -> Iterable[Value]:
        """What a type variable stands for at least."""
        for at, term in self.program.flows[Flow.TYPE_PARAMETER].get(variable[1], ()):
            if self.program.texts[self.program.parts[term][1]] == variable[2]:
                bound = self.program.term_at(Flow.BOUND, variable[1], at)
                found = self.named(bound) if bound is not None else None
                if found is not None and found[0] == Tag.CLASS:
                    yield (Tag.INSTANCE, *found[1:])
        for _, term in self.program.flows[Flow.VALUE].get(variable[1], ()):
            for part in self.program.parts[term][1:]:
                if self.program.ops[part] == Op.KEYWORD:
                    word, value = self.program.parts[part]
                    found = self.named(value) if self.program.texts[word] == "bound" else None
                    if found is not None and found[0] == Tag.CLASS:
                        yield (Tag.INSTANCE, *found[1:])

    # -- the order in which bases are searched

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self._bases(symbol) if base[0] == Tag.CLASS]

    def _bases(self, symbol: int) -> list[Value]:
        if symbol not in self.base_types:
            terms = [self.named(term) for _, term in sorted(self.program.flows[Flow.BASE].get(symbol, ()))]
            self.base_types[symbol] = [base for base in terms if base is not None]
        return self.base_types[symbol]

    def order(self, symbol: int) -> list[int]:
        """The method resolution order; where the classes cannot be put in order, depth first."""
        if symbol in self.orders:
            return self.orders[symbol]
        self.orders[symbol] = [symbol]  # a class that is its own base has no others
        bases = [base for base in self.bases(symbol) if base != symbol]
        if len(bases) == 1:
            self.orders[symbol] = [symbol, *self.order(bases[0])]
        else:
            self.orders[symbol] = [symbol, *_merge([list(self.order(base)) for base in bases] + [list(bases)])]
        if len(self.orders[symbol]) == 1 and self.program.name[symbol] != "object":
            root = self.dialect.modules.library("builtins", "object")
            self.orders[symbol] += [root] if root is not None else []
        return self.orders[symbol]

    def find(self, symbol: int, name: str, receiver: Value, beyond: bool = False) -> list[Member]:
        """Members of a name; of a library's function all its signatures."""
        key = (symbol, name, beyond, receiver[0] == Tag.CLASS and len(receiver) == 3)
        found = self.lookups.get(key)
        if found is None:
            found = self.lookups[key] = self._find(*key) if symbol >= 0 else []
            found += self.forks.beside(symbol, name, found)
        return [(entity, receiver) for entity in found]

    def _find(self, symbol: int, name: str, beyond: bool, nearest: bool) -> list[Value | int]:
        """Members of a name; what is only assigned yields to what a base declares, unless the nearest is asked for."""
        order = self.order(symbol)
        held, late = -1, False
        for owner in order[1:] if beyond else order:
            own = self.program.members.get(owner, {}).get(name)
            if not own:
                continue
            chosen = self._chosen(own)
            if self.program.kind[chosen] in FIRM:
                if held < 0 or late:
                    signatures = self.program.is_external(chosen) and self.program.kind[chosen] in SIGNED
                    return list(own) if signatures else [chosen]
            elif self.is_annotated(chosen) and (held < 0 or late or not nearest):
                return [chosen]
            if held < 0:
                held, late = chosen, self.is_late(chosen)
            elif not self.is_late(chosen):
                late = False
        if held >= 0:
            return [held]
        return [(Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}")] if self._is_open(symbol) else []

    def is_nearest(self, symbol: int, owner: int) -> bool:
        """Whether nothing that is not known can come before one of the bases."""
        order = self.order(symbol)
        before = order[: order.index(owner)] if owner in order else order
        return not any(self._may_hide(each, owner) for each in before)

    def _may_hide(self, symbol: int, owner: int) -> bool:
        for base in self._bases(symbol):
            if base[0] == Tag.EXTERNAL:
                return True
            if owner in self.order(base[1]):
                return False
        return False

    def _is_open(self, symbol: int) -> bool:
        """Whether a base is out of sight by an import that leads out of the repository."""
        if symbol not in self.open:
            self.open[symbol] = any(b[0] == Tag.EXTERNAL for owner in self.order(symbol) for b in self._bases(owner))
        return self.open[symbol]

    def _chosen(self, symbols: list[int]) -> int:
        """Of several definitions of one name a property's getter, a library's first signature, else the last."""
        if len(symbols) == 1 or self.program.kind[symbols[0]] == "property" or self.program.is_external(symbols[0]):
            return symbols[0]
        return symbols[-1]

    def is_late(self, symbol: int) -> bool:
        """An attribute that only methods assign."""
        if self.program.kind[symbol] not in ("field", "constant"):
            return False
        flows = self.program.flows[Flow.VALUE].get(symbol, ())
        return bool(flows) and all(place == 1 for place, _ in flows) and not self.is_annotated(symbol)

    def is_annotated(self, symbol: int) -> bool:
        return symbol in self.program.flows[Flow.TYPE]

    def is_declared(self, symbol: int) -> bool:
        """A field that is annotated, or made by a call in the class itself: `x = attr.ib()`."""
        flows = self.program.flows[Flow.VALUE].get(symbol, ()) if self.program.kind[symbol] == "field" else ()
        made = any(place == 0 and self.program.ops[term] == Op.CALL for place, term in flows)
        return made or self.is_annotated(symbol)

    def after_fields(self, symbol: int) -> list[int]:
        """`__post_init__` of a dataclass, which the constructor that is made for it runs."""
        for owner in self.order(symbol):
            if "__init__" in self.program.members.get(owner, {}):
                return []
            if any("dataclass" in text for text in self.program.decorators[owner] or ()):
                break
        else:
            return []
        found = self.find(symbol, "__post_init__", (Tag.INSTANCE, symbol, ()))
        return [entity for entity, _ in found if isinstance(entity, int)]

    def is_enum(self, symbol: int) -> bool:
        if symbol not in self.enums:
            names = (self.program.name[owner] for owner in self.order(symbol) if self.program.is_external(owner))
            self.enums[symbol] = "Enum" in names
        return self.enums[symbol]

    # -- type parameters

    def parameters(self, symbol: int) -> list[Value]:
        """The type variables of a class in the order in which arguments are given."""
        if symbol not in self.variables_of:
            self.variables_of[symbol] = self._parameters(symbol)
        return self.variables_of[symbol]

    def _parameters(self, symbol: int) -> list[Value]:
        listed = [
            (Tag.TYPE_VARIABLE, symbol, self.program.texts[self.program.parts[term][1]])
            for _, term in sorted(self.program.flows[Flow.TYPE_PARAMETER].get(symbol, ()))
        ]
        if listed:
            return list(listed)
        found: list[Value] = []
        for _, term in sorted(self.program.flows[Flow.BASE].get(symbol, ())):
            if self.program.ops[term] != Op.APPLY:
                continue
            head, *arguments = self.program.parts[term]
            variables = [v for argument in arguments for v in self._variables(argument)]
            if self._word(head) in ("Generic", "Protocol"):
                return variables
            found.extend(v for v in variables if v not in found)
        return found

    def _word(self, term: int) -> str:
        op, parts = self.program.ops[term], self.program.parts[term]
        if op in (Op.IMPORT, Op.FREE):
            return self.program.texts[parts[0]]
        if op == Op.SYMBOL:
            return self.program.name[parts[0]]
        return self.program.texts[parts[1]] if op == Op.MEMBER else ""

    def _variables(self, term: int) -> list[Value]:
        if self.program.ops[term] in (Op.APPLY, Op.UNION, Op.SEQUENCE):
            return [v for part in self.program.parts[term][1:] for v in self._variables(part)]
        found = self.named(term)
        return [found] if found is not None and found[0] == Tag.TYPE_VARIABLE else []

    def environment(self, owner: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        """Type arguments of the class that a member is of, as the receiver's type has them."""
        if receiver[0] not in (Tag.INSTANCE, Tag.CLASS) or owner < 0:
            return ()
        arguments = self.seen_as(receiver[1], receiver[2], owner)
        if not arguments:
            return ()
        pairs = zip(self.parameters(owner), arguments, strict=False)
        return tuple((variable[1], variable[2], cell) for variable, cell in pairs)

    def seen_as(self, symbol: int, arguments: tuple[int, ...], owner: int, depth: int = 0) -> tuple[int, ...]:
        """The arguments that a base gets when a type has those given."""
        if symbol == owner or depth > 12:
            return arguments
        linker = self.dialect.linker
        for base in self._bases(symbol):
            if base[0] != Tag.CLASS or owner not in self.order(base[1]):
                continue
            given: tuple[Any, ...] = base[2]
            if given and arguments:
                pairs = zip(self.parameters(symbol), arguments, strict=False)
                environment = tuple((variable[1], variable[2], cell) for variable, cell in pairs)
                given = tuple(linker.inside(cell, environment) for cell in given)
            return self.seen_as(base[1], given, owner, depth + 1)
        return ()


def _merge(rows: list[list[int]]) -> list[int]:
    """Python's linearisation of the bases' orders."""
    out: list[int] = []
    rows = [row for row in rows if row]
    while rows:
        head = next((row[0] for row in rows if not any(row[0] in other[1:] for other in rows)), rows[0][0])
        out.append(head)
        rows = [rest for row in rows if (rest := [s for s in row if s != head])]
    return out

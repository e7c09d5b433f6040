"""What the expressions and types of one file mean, as shared steps: the rows that linking follows.

A term is a tuple of an operation and its parts; equal terms are one. What a part is (term, symbol, text, number)
follows from its place, as SIGNATURES says. Term 0 means "cannot tell".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

Ints = npt.NDArray[np.integer]
Term = tuple[int, ...]


class Op:
    """One step; the comment gives its parts, the last of which may repeat. Plain numbers: hashed by the million."""

    UNKNOWN = 0
    NAME = 1  # a name and the scope it is used in: gone once the file's scopes are known
    SLOT = 2  # a local variable: gone once its flows are known
    SYMBOL = 3  # symbol: a definition of this file
    IMPORT = 4  # name: what an import of this file binds to it
    FREE = 5  # name, owner, space: bound nowhere in the file that scope alone could tell
    MEMBER = 6  # term, name, space: `term.name`
    CALL = 7  # callee, arguments: the result of a call
    NEW = 8  # the type, arguments: the object that `new` makes
    INSTANCE = 9  # a type; a value that is declared to be of it
    PARAMETER = 10  # function, place
    SELF = 11  # a type; `self`, `this` inside its methods
    CLS = 12  # a type; the class itself inside its methods
    SUPER = 13  # a type; `super()`, `base` inside its methods
    LITERAL = 14  # name of the built-in type that the literal has
    UNION = 15  # terms: any of them
    INDEX = 16  # term, key
    CONSTANT = 17  # text, name of its built-in type
    ITEM = 18  # term: what iterating gives
    AWAIT = 19  # term
    ENTER = 20  # term: what `with` binds
    SEQUENCE = 21  # name of the built-in type, elements
    MAPPING = 22  # name of the built-in type, keys and values in turn
    LAMBDA = 23  # serial, body, parameters
    LAMBDA_PARAMETER = 24  # serial, place
    APPLY = 25  # generic type or function, type arguments
    KEYWORD = 26  # name, term: an argument given by name
    SPREAD = 27  # term: an argument that stands for several
    TYPE_PARAMETER = 28  # owner, name
    FUNCTION_TYPE = 29  # result, parameters
    WRAP = 30  # word (array, pointer, optional, …), parts: types built from types
    NARROW = 31  # term, type: the term where it is known to be of that type
    OPERATOR = 32  # word, operands
    THROUGH = 33  # word, term: a step that only the language knows
    OBJECT = 34  # serial, members by name: an object literal, a nameless type
    FROM = 35  # module, name or nothing: what an import statement names
    LABEL = 36  # callee, name: the name of an argument
    CALLED = 37  # callee: a call of what has no name of its own, or a local one
    HIDDEN = 38  # local, name, owner: a local variable, unless a type in between inherits a member of the name
    STORE = 39  # target, term: what is put into a member, or into what another file's variable holds


T, S, X, N = range(4)  # term, symbol, text, number
SIGNATURES: dict[int, tuple[int, ...]] = {
    Op.UNKNOWN: (N,), Op.NAME: (N,), Op.SLOT: (N,), Op.SYMBOL: (S,), Op.IMPORT: (X,), Op.FREE: (X, S, N),
    Op.MEMBER: (T, X, N), Op.CALL: (T,), Op.NEW: (T,), Op.INSTANCE: (T,), Op.PARAMETER: (S, N), Op.SELF: (S,),
    Op.CLS: (S,), Op.SUPER: (S,), Op.LITERAL: (X,), Op.UNION: (T,), Op.INDEX: (T,), Op.CONSTANT: (X,),
    Op.ITEM: (T,), Op.AWAIT: (T,), Op.ENTER: (T,), Op.SEQUENCE: (X, T), Op.MAPPING: (X, T), Op.LAMBDA: (N, T),
    Op.LAMBDA_PARAMETER: (N,), Op.APPLY: (T,), Op.KEYWORD: (X, T), Op.SPREAD: (T,), Op.TYPE_PARAMETER: (S, X),
    Op.FUNCTION_TYPE: (T,), Op.WRAP: (X, T), Op.NARROW: (T,), Op.OPERATOR: (X, T), Op.THROUGH: (X, T),
    Op.OBJECT: (N, T), Op.FROM: (X,), Op.LABEL: (T, X), Op.CALLED: (T,), Op.HIDDEN: (T, X, S),
    Op.STORE: (T,),
}  # fmt: skip
PASSING = (Op.CALL, Op.NEW, Op.STORE)  # terms that hand something on
OPERATIONS: dict[str, int] = {name: number for name, number in vars(Op).items() if name.isupper()}
WIDEST = max(map(len, SIGNATURES.values()))
# For each operation and place, what the part is; the last one goes on.
_ORDERED = [SIGNATURES[number] for number in sorted(SIGNATURES)]
_CLASSES = np.array([[s[min(i, len(s) - 1)] for i in range(WIDEST)] for s in _ORDERED], dtype=np.int8)


class Flow:
    """How a term bears on a symbol."""

    VALUE = 0  # the symbol may hold it
    TYPE = 1  # its declared type
    RETURN = 2  # the function may return it
    RETURN_TYPE = 3  # the function's declared result
    PARAMETER_VALUE = 4  # default of the parameter at a place
    PARAMETER_TYPE = 5  # declared type of the parameter at a place
    BASE = 6  # base of the type at a place
    YIELD = 7  # the generator may yield it
    TYPE_PARAMETER = 8  # type parameter at a place
    BOUND = 9  # bound of the type parameter at a place
    DECORATOR = 10
    IMPLEMENTS = 11  # what a block of members is for: trait of an impl, receiver of a method
    EXPORT = 12  # what the file hands out under a name of its own


FLOWS = tuple(number for name, number in vars(Flow).items() if name.isupper())


class Space:
    """The name spaces that some languages keep apart."""

    VALUE = 0
    TYPE = 1
    CALL = 2


def owners_of(lengths: Ints) -> npt.NDArray[np.int32]:
    """The term that each part belongs to, the parts laid flat: `np.repeat` takes four times as long."""
    ends = np.cumsum(lengths, dtype=np.int32)
    count = int(ends[-1]) if len(ends) else 0
    return np.cumsum(np.bincount(ends[:-1], minlength=count)[:count], dtype=np.int32)


def parts_of(ops: Ints, lengths: Ints) -> npt.NDArray[np.int8]:
    """What each part of all terms is, the parts laid flat."""
    owner = owners_of(lengths)
    place = np.arange(len(owner), dtype=np.int32)
    place -= (np.cumsum(lengths, dtype=np.int32) - lengths).astype(np.int32)[owner]
    np.minimum(place, WIDEST - 1, out=place)
    place += (ops * WIDEST).astype(np.int32)[owner]
    return _CLASSES.ravel()[place]


class Terms:
    """The terms of one file, numbered from 1 in order of appearance; parts come before what they are part of."""

    def __init__(self) -> None:
        self.numbers: dict[Term, int] = {(0,): 0}
        self.alias: dict[int, int] = {}  # names and locals -> what they turned out to be
        self.serials = 0

    def __call__(self, *term: int) -> int:
        return self.numbers.setdefault(term, len(self.numbers))

    def union(self, terms: Sequence[int]) -> int:
        """Any of the terms, in the order of the source: numbers move with whatever else the file says."""
        known = list(dict.fromkeys(term for term in terms if term))
        return known[0] if len(known) == 1 else (self(Op.UNION, *known) if known else 0)

    def fresh(self) -> int:
        self.serials += 1
        return self.serials

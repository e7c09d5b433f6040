"""What a term can turn out to be. A value is a tuple: a tag, what it is of, and what goes with it."""

from __future__ import annotations

from typing import Any

Value = tuple[Any, ...]
Args = tuple[int, ...]  # cells that hold type arguments
INSIDE, OUTSIDE = 1, 2  # where something leads that is no definition of the repository


class Tag:
    # Plain numbers: values are hashed and compared by the million.

    MODULE = 0  # symbol or name: a module, package, namespace
    CLASS = 1  # symbol, type arguments: the type itself
    INSTANCE = 2  # symbol, type arguments: a value of the type
    FUNCTION = 3  # symbol, receiver or None, environment
    SUPER = 4  # type whose bases are searched, receiver's type
    TYPE_VARIABLE = 5  # owner, name
    EXTERNAL = 6  # dotted name: what leads out of the repository and of what is known
    SEQUENCE = 7  # term of a literal: its elements are known by place
    MAPPING = 8  # term of a literal
    LAMBDA = 9  # term, environment
    GROUP = 10  # functions of one name that arguments tell apart, receiver, environment
    AWAITABLE = 11  # cell
    ITERABLE = 12  # cell of the items
    FUNCTION_TYPE = 13  # cell of the result, cells of the parameters
    WRAPPED = 14  # word, cells: types built from types
    OBJECT = 15  # term of a literal whose members are known by name
    ANY = 16  # too many to tell
    HANDED = 17  # place, as text: what a function is passed there and gives back


ANY: Value = (Tag.ANY,)

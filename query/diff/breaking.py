"""Which changes break code that uses a symbol from outside. What cannot be told from here is not called breaking."""

from __future__ import annotations

import re
from collections.abc import Mapping

from query.diff import parameters
from query.diff.model import Symbol
from query.diff.parameters import ECMASCRIPT, TYPED
from query.diff.surface import APART, Surface

_OPEN = {None, "public", "protected", "open", "export"}
_REACH = {"private": 0, "fileprivate": 0, "internal": 1, "package": 1, "protected": 2, "public": 3, "open": 4}
_VARIABLES = {"variable", "constant", "field"}
_CALLABLE = {"function", "method", "constructor", "macro", "procedure"}
_TYPING = re.compile(r"\b(TypeVar|ParamSpec|TypeVarTuple|NewType|TypeAlias)\b")
_BELONGS_INSIDE = re.compile(r"^T:.*\.[^A-Z.][^.]*$")  # to a type of Go that only its package can name
_UNIMPORTED = {"bash", "sql"}  # run or sent, not linked against
# By habit a part of the inside; computed, so that the name is not to be had; what a file of CommonJS is as a whole.
_UNTOLD = re.compile(r"_.|\[|#|exports$|.*_$")
# What every class of Python has all the same, by `object` or by the module copy.
_EVERY_CLASS = {*dir(object), "__copy__", "__deepcopy__"} - {"__init__", "__new__"}
_TOLD_TO_PYTHON = re.compile(r"__(?!version__)\w+__")  # as a variable: `__all__`, `__slots__`, not to users
_PRIVATE = re.compile(r"_(?!_\w+__$).*")
_SECOND = re.compile(r"~\d+$")


def is_api(symbol: Symbol, offered: Surface) -> bool:
    """Whether code outside of the repository may use the symbol, by the habits of its language."""
    if symbol["is_test"] or symbol["exported"] is not True or symbol["visibility"] not in _OPEN:
        return False
    if symbol["language"] in _UNIMPORTED or _SECOND.search(symbol["symbol_id"]):
        return False
    if symbol["language"] in ECMASCRIPT:
        return _is_api_of_ecmascript(symbol, offered.ecmascript)
    if APART.search(symbol["path"]):
        return False
    words = re.split(r"[./\\:]+", symbol["qualified_name"])
    if symbol["language"] == "python":
        return _is_api_of_python(symbol, words, offered)
    if symbol["language"] == "go":
        inside = _BELONGS_INSIDE.search(symbol["container_id"] or "")
        return "main" not in words[:-1] and not inside and not offered.is_command(symbol["path"])
    return True


def _is_api_of_python(symbol: Symbol, words: list[str], offered: Surface) -> bool:
    if (symbol["container_id"] or "").startswith("F:"):
        return False  # of `a = b = value` the second name stands within the first
    if symbol["kind"] in _VARIABLES and _TOLD_TO_PYTHON.fullmatch(symbol["name"]):
        return False
    if not offered.is_shipped(symbol["path"]):
        return False
    if _is_within(symbol, offered.python):
        return not _PRIVATE.fullmatch(words[-1])
    if not offered.is_listed(symbol["path"], symbol["qualified_name"]) or _is_by_the_way(symbol, offered):
        return False
    return not any(_PRIVATE.fullmatch(word) for word in words)


def _is_by_the_way(symbol: Symbol, offered: Surface) -> bool:
    """What a loop or a `with` of the module binds, and other names of what comes from outside."""
    loose = symbol["kind"] in _VARIABLES and symbol["signature"] == symbol["name"]
    return loose or (symbol["path"], symbol["qualified_name"]) in offered.second_names


def _is_api_of_ecmascript(symbol: Symbol, handed_out: set[str]) -> bool:
    if symbol["hidden"] or _UNTOLD.match(symbol["name"]):
        return False
    if not handed_out:
        return not APART.search(symbol["path"])
    return symbol["visibility"] != "protected" and _is_within(symbol, handed_out)


def _is_within(symbol: Symbol, handed_out: set[str]) -> bool:
    return bool({symbol["symbol_id"], symbol["container_id"]} & handed_out)


def removal(symbol: Symbol) -> str:
    """Why it is missed that this symbol is gone."""
    if symbol["language"] == "python" and (symbol["name"] in _EVERY_CLASS or _TYPING.search(symbol["signature"] or "")):
        return ""
    if symbol["language"] in ECMASCRIPT and symbol["kind"] == "module":
        return ""  # what it handed out is told itself
    return f"{symbol['kind']} removed"


def change(before: Symbol, after: Symbol, offered: Surface) -> str:
    """Why users of a symbol that is still there must change, or nothing."""
    found = _narrowed(before, after) or _other_kind(before, after)
    if found or max(before["signatures"], after["signatures"]) > 1:
        return found  # which of several signatures is which of the others cannot be told
    aliases = offered.same_types.get(before["language"], {})
    return _parameters(before, after, aliases) or _type(before, after, aliases)


def _narrowed(before: Symbol, after: Symbol) -> str:
    reach = [_REACH.get(symbol["visibility"], 3) for symbol in (before, after)]
    if reach[1] < reach[0]:
        return f"visibility narrowed from {before['visibility']} to {after['visibility']}"
    return "no longer exported" if before["exported"] and after["exported"] is False else ""


def _other_kind(before: Symbol, after: Symbol) -> str:
    was, is_now = (_is_called(symbol) for symbol in (before, after))
    attribute = {"property", "field", "variable", "constant"}
    if (was and after["kind"] in attribute) or (is_now and before["kind"] in attribute):
        # In these languages a variable can hold what is called.
        dynamic = before["language"] in {"python", "ruby", "go"} | ECMASCRIPT and "property" not in {
            before["kind"],
            after["kind"],
        }
        return "" if dynamic else f"was a {before['kind']}, is a {after['kind']}"
    return ""


def _is_called(symbol: Symbol) -> bool:
    """A method that a decorator turns into a property is read."""
    return symbol["kind"] in _CALLABLE and not any("property" in text.lower() for text in symbol["decorators"] or ())


def _parameters(before: Symbol, after: Symbol, aliases: Mapping[str, str]) -> str:
    if before["parameters"] is None or after["parameters"] is None or before["kind"] not in _CALLABLE:
        return ""
    return parameters.broken(before, after, aliases)


def _type(before: Symbol, after: Symbol, aliases: Mapping[str, str]) -> str:
    """Declared types bind where the compiler holds callers to them."""
    if before["language"] not in TYPED or before["return_type"] is None or after["return_type"] is None:
        return ""
    if parameters.same_type(before["return_type"], after["return_type"], aliases):
        return ""
    return f"type {before['return_type']} became {after['return_type']}"

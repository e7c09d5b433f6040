"""Definitions that nothing seems to use: candidates, each with how sure that is.

A candidate has no reference from outside itself. It is `high` where only its own module could use it and no unresolved
name could mean it; `medium` where others may use it from outside the repository, or tests alone do; `low` where
something unresolved has its name, its file writes it, or how it begins, elsewhere, it may satisfy an interface of
another package, or the code around it is not built.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.tables import Bools, Ints
from query.engine.view import View
from query.pages.model import Unused
from query.pages.rows import rows

CERTAINTIES = ("high", "medium", "low")
_KINDS = ("function", "method", "class", "struct", "interface", "trait", "enum", "record", "macro", "constant")
_AGAIN = "~[0-9]+$"  # how the id of a second definition ends
_WORD = re.compile(r"[\w$]+")
_OPEN = ("module", "namespace", "package")  # beside types, what others can reach into
_STARTED = ("main", "Main", "init", "setup", "teardown")
# What a language's own runtime looks for: serialization in Java, hooks of classes in Ruby and PHP.
_LOOKED_FOR = frozenset((
    "finalize", "readObject", "readObjectNoData", "readResolve", "serialPersistentFields", "serialVersionUID",
    "writeObject", "writeReplace",
    "extended", "included", "inherited", "method_missing", "prepended", "respond_to_missing?",
    "__call", "__callStatic", "__clone", "__debugInfo", "__destruct", "__get", "__invoke", "__isset", "__serialize",
    "__set", "__set_state", "__sleep", "__toString", "__unserialize", "__unset", "__wakeup",
))  # fmt: skip
_STRUCTURAL = ("go",)  # languages in which a type satisfies interfaces that it does not name
_MAGIC = re.compile(r"__\w+__|\[Symbol\..*")  # the same in Python and JavaScript


def unused(view: View) -> tuple[Unused, ...]:
    """The candidates, the surest and largest first."""
    symbols = view.loaded.symbols
    used, tested = _used(view)
    mask = symbols.of_kinds(_KINDS) & ~symbols.is_test & ~used & ~_bound(view)
    # What stands in something unused goes with it; what stands in a function is a local, whose uses are no references.
    hiding = mask | ~(symbols.is_type | symbols.of_kinds(_OPEN))
    inside = (symbols.containers >= 0) & hiding[symbols.containers]
    loose = dict(rows(view.mounted, "loose_names"))
    found = [_candidate(view, int(number), bool(tested[number]), loose) for number in np.flatnonzero(mask & ~inside)]
    kept = _checked(view, [one for one in found if one is not None])
    return tuple(sorted(kept, key=lambda one: (CERTAINTIES.index(one.certainty), -one.lines, one.symbol_id)))


def _candidate(view: View, number: int, tested: bool, loose: dict[str, bool]) -> Unused | None:
    """`loose`: names of references that no definition is known for, and whether they seem to lead out."""
    symbol = view.loaded.symbols[number]
    if symbol.name in _LOOKED_FOR or _MAGIC.fullmatch(symbol.name):
        return None
    certainty, reason = "high", "not exported, and nothing refers to it"
    if symbol.confidence != "high":
        certainty, reason = "low", "in code that the configuration leaves out, or near a syntax error"
    elif not loose.get(symbol.name, True):
        certainty, reason = "low", "an unresolved reference has this name"
    elif symbol.kind == "method" and symbol.language in _STRUCTURAL and symbol.exported is not False:
        certainty, reason = "low", "may satisfy an interface of another package"
    elif tested:
        certainty, reason = "medium", "only tests use it"
    elif symbol.exported is not False:
        certainty, reason = "medium", "may be used from outside the repository"
    elif symbol.kind == "method" and not view.loaded.symbols.is_type[view.loaded.symbols.containers[number]]:
        certainty, reason = "medium", "belongs to an object that others may hold"
    elif symbol.name in loose:
        certainty, reason = "medium", "a reference that seems to lead out of the repository has this name"
    lines = symbol.line_end - symbol.line_start + 1
    return Unused(symbol.symbol_id, symbol.kind, symbol.path, symbol.line_start, lines, certainty, reason)


def _checked(view: View, found: list[Unused]) -> list[Unused]:
    """What is told as sure must not be written anywhere else in its file: uses of locals are no references."""
    sure: dict[str, list[Unused]] = {}
    for one in found:
        if one.certainty == CERTAINTIES[0]:
            sure.setdefault(one.path, []).append(one)
    doubted = {one for path, ones in sure.items() for one in _written_elsewhere(view, path, ones)}
    reason = "its name, or how it begins, is written elsewhere in the file"
    return [replace(one, certainty="low", reason=reason) if one in doubted else one for one in found]


def _written_elsewhere(view: View, path: str, ones: list[Unused]) -> list[Unused]:
    symbols = view.loaded.symbols
    lines = (view.text(path) or b"").decode("utf-8", "replace").split("\n")
    words = Counter(_WORD.findall("\n".join(lines)))

    def own(one: Unused, name: str) -> int:
        # All of a minified file may be one line.
        return 1 if one.lines == 1 else _WORD.findall("\n".join(lines[one.line - 1 :][: one.lines])).count(name)

    # `getattr(view, f"_get_{period}")`: a name that is put together is written without its end.
    begun = tuple(word for word in words if word.endswith("_") and word.strip("_"))
    # A name that is computed has more around it, `[name]`; one of signs alone could stand anywhere.
    names = {one: _WORD.findall(symbols[symbols.number(one.symbol_id)].name)[-1:] for one in ones}
    return [
        one for one, name in names.items()
        if not name or words[name[0]] > own(one, name[0]) or name[0].startswith(begun)
    ]  # fmt: skip


def _used(view: View) -> tuple[Bools, Bools]:
    """(what is used outside of tests, what tests use); who uses a member uses its type."""
    refs, symbols, files = view.loaded.refs, view.loaded.symbols, view.loaded.files
    known = refs.target >= 0
    source, target = refs.source[known], refs.target[known]
    in_tests = files.is_test[refs.path[known]]
    outside = ~_within(source, target, symbols.containers)
    used, tested = np.zeros(len(symbols), np.bool_), np.zeros(len(symbols), np.bool_)
    used[target[outside & ~in_tests]] = True
    tested[target[outside & in_tests]] = True
    used |= np.asarray(pc.is_in(symbols.columns["name"], pa.array(_STARTED)).to_numpy(zero_copy_only=False), np.bool_)
    owning = symbols.is_type | symbols.of_kinds(_OPEN)
    return _with_parts(view, _with_owners(used, symbols.containers, owning)), _with_parts(view, tested)


def _within(source: Ints, target: Ints, containers: Ints) -> Bools:
    """Which references come from inside their target: a function that calls itself is not used by that."""
    inside = np.zeros(len(source), np.bool_)
    around = source.copy()
    while (around >= 0).any():
        inside |= around == target
        around = np.where(around >= 0, containers[around], -1)
    return inside


def _with_owners(used: Bools, containers: Ints, owning: Bools) -> Bools:
    """Types whose members are used are used; a function is not by calling what stands in it."""
    while True:
        owners = containers[used]
        fresh = owners[(owners >= 0) & owning[owners]]
        if used[fresh].all():
            return used
        used[fresh] = True


def _with_parts(view: View, used: Bools) -> Bools:
    """A type in several parts, or a name that is defined again, is used where one of them is."""
    stems = pc.replace_substring_regex(view.loaded.symbols.ids, _AGAIN, "").dictionary_encode()
    numbers = stems.indices.to_numpy(zero_copy_only=False)
    any_used = np.zeros(len(stems.dictionary), np.bool_)
    any_used[numbers[used]] = True
    return np.asarray(any_used[numbers], np.bool_)


def _bound(view: View) -> Bools:
    """What somebody reaches without naming it: overriding members, handlers, members of types with foreign bases."""
    symbols = view.loaded.symbols
    bound = np.zeros(len(symbols), np.bool_)
    bound[[symbols.number(row[0]) for row in rows(view.mounted, "bound_elsewhere")]] = True
    owners = symbols.containers
    return bound | ((owners >= 0) & _foreign(view)[owners]) | _again(view)


def _foreign(view: View) -> Bools:
    """Types with a base outside the repository, near or far."""
    symbols = view.loaded.symbols
    _, derived = view.loaded.bases
    foreign = np.zeros(len(symbols), np.bool_)
    waiting = [symbols.number(row[0]) for row in rows(view.mounted, "outside_bases")]
    while waiting:
        number = waiting.pop()
        if not foreign[number]:
            foreign[number] = True
            waiting += [base.derived for base in derived.get(number, ())]
    return foreign


def _again(view: View) -> Bools:
    """Second definitions of a name: references mean the first, whichever of them runs."""
    again = pc.match_substring_regex(view.loaded.symbols.ids, _AGAIN)
    return np.asarray(again.to_numpy(zero_copy_only=False), np.bool_)

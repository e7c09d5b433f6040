"""How files that changed differ as others see them: definitions that came, went, or are described in another way."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow
from indexer.link.side import CLOSED, DESCRIBING, Key, Side
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = re.compile(r"\w+")
LISTING = "__all__"  # lists what a module hands out
MAKERS = ("__init__", "__new__", "constructor")
MODULAR = frozenset({"python"})  # where what a file binds is reached through its module, and in no other way
# Where what a file imports is known in it alone, but for what it hands out; and where what it defines is, as well.
HANDING = MODULAR | {"javascript", "tsx", "typescript"}
EXPORTING = frozenset({"tsx", "typescript"})
DECLARING = (".d.ts", ".d.mts", ".d.cts")
# Where what lies in a definition is reached through it, and in no other way.
ENCLOSED = MODULAR | {"java", "javascript", "php", "tsx", "typescript"}
# Where that is so of some types: none that others implement without a word, nor any with more parts.
HELD = {"csharp": TYPE_KINDS, "go": frozenset({"struct"})}
SPREADING = ("partial", "static")
PLAIN_FLOWS = frozenset({Flow.VALUE, Flow.RETURN, Flow.YIELD})
BODIES = frozenset({"function", "method", "constructor"})
# Where what a function defines is known in it alone.
SCOPED = (ENCLOSED - {"php"}) | {"csharp", "go", "kotlin"}
# Where a file hands out nothing of what it imports, but for what it says to import for all.
KEEPING = frozenset({"csharp", "go", "java", "kotlin"})
# Where an import may go through what another one of the file binds: `mod parts; pub use parts::Part;`.
CHAINED = frozenset({"rust"})
SPACES = frozenset({"module", "namespace"})  # several files may add to one
# Where others reach a variable by accessors that are named after it, and whose annotations write them.
ACCESSIBLE = frozenset({"java", "kotlin"})
VARIABLES = frozenset({"field", "property", "constant"})
WRITING = "lombok"
CONTAINER, MODIFIERS = DESCRIBING.index("container"), DESCRIBING.index("modifiers")
HOLDING = TYPE_KINDS | {"module", "function", "method", "constructor"}


@dataclass(slots=True)
class Changes:
    loose: set[str] = field(default_factory=set)  # names that may mean something else now, whoever says them
    handed: dict[str, set[str]] = field(default_factory=dict)  # those that only a file's module hands out
    members: dict[str, set[int]] = field(default_factory=dict)  # those of members, with types by their old number
    starred: dict[str, set[str]] = field(default_factory=dict)  # those that who imports all of a file may get or not
    inner: set[str] = field(default_factory=set)  # those that nobody says but around what they name
    altered: set[int] = field(default_factory=set)  # definitions, by their new number, that are described otherwise
    recast: set[int] = field(default_factory=set)  # those of them that differ in more than what they hold or give back
    same: dict[int, int] = field(default_factory=dict)  # old number of a definition to its new one
    beyond: bool = False  # nobody can tell what is reached

    def hand(self, path: str, names: set[str]) -> None:
        if is_shared(path):
            self.loose |= names
        else:
            self.handed.setdefault(path, set()).update(names)

    def say(self, key: Key, name: str, around: Key | None, before: dict[Key, tuple[Any, ...]], about: Any) -> None:
        """A name may mean something else that lies in a definition, which is there before and after."""
        self.beyond = self.beyond or key[0].endswith(DECLARING)  # what it declares may be known everywhere
        if key[1] in ACCESSIBLE and key[3] in VARIABLES:
            self.loose |= accessors(name)
        if around is not None and name and around[3] in BODIES and key[1] in SCOPED:
            self.inner.add(name)
        elif around is None or not name or key[1] not in ENCLOSED:
            self.loose.add(name)
        elif _is_of_module(key, around, about):
            self.hand(key[0], {name})
        elif key[1] not in MODULAR or around[3] not in ("module", "class"):
            self.loose.add(name)
        elif around[3] == "module":
            self.hand(key[0], {name})
        elif around in before and not name.startswith("__"):
            self.members.setdefault(name, set()).add(before[around][0])
        else:
            self.loose.add(name)

    @property
    def names(self) -> set[str]:
        """All that may mean something else now."""
        return (self.loose | self.inner | self.members.keys()).union(*self.handed.values(), *self.starred.values()) - {
            ""
        }


def changes(old: Side, new: Side, folders: frozenset[str] = frozenset()) -> Changes:
    """`folders`: those that hold files which did not change, so that nothing comes or goes with their names."""
    made = Changes()
    _salt(old, new)
    _compare_definitions(made, old, new)
    _compare_imports(made, old, new)
    for path, (language, package) in old.files.items() ^ new.files.items():
        made.loose |= words(path_name(path, language, folders)) | words(package or "")
    for language, space, _ in old.spaces() ^ new.spaces():
        made.beyond = made.beyond or language in CLOSED
        made.loose |= words(space)
    made.loose.discard("")
    made.beyond = made.beyond or any(path in old.files and path in new.files for path in old.sharing ^ new.sharing)
    return made


def _compare_definitions(made: Changes, old: Side, new: Side) -> None:
    def handed_out(path: str) -> set[str]:
        return old.handed_in(path) | new.handed_in(path) | words(path_name(path))

    def list_anew(path: str) -> None:
        """Who imports all of a file gets other names; those that it has from a third one nobody can tell."""
        made.starred[path] = handed_out(path)
        made.beyond = made.beyond or any(at == path and local == "*" for at, local, *_ in old.imports | new.imports)

    before, after = old.described(), new.described()
    came = before.keys() ^ after.keys()
    for key in came:
        _, name, about, _ = before.get(key) or after[key]
        around = about[-1]
        if around in came and _is_enclosed(around, (before.get(around) or after[around])[2]):
            if is_shared(key[0]):
                made.loose.add(name)
            continue  # whoever finds it has found what it lies in
        if not around and key[1] in MODULAR:
            continue  # the module of a file that came or went: known by the name of the file
        if name == LISTING and key[1] in MODULAR:
            list_anew(key[0])
        if name in MAKERS and around in before and around in after:  # making an object of a subclass runs it
            made.altered.add(after[around][0])
            made.recast.add(after[around][0])
        if name:
            made.say(key, name, around, before if around in after else {}, about)
        else:
            made.loose |= handed_out(key[0])
    for key in before.keys() & after.keys():
        (was, name, about, flows), (now, _, told, flown) = before[key], after[key]
        made.same[was] = now
        alike = about == told or (key[1] in MODULAR and _has_grown(old, new, key, about, told))
        if not alike:
            same = about[-1] == told[-1] and about[CONTAINER] == told[CONTAINER]
            made.say(key, name, about[-1] if same else None, before, told)
        if not alike or flows != flown:
            made.altered.add(now)
            if not alike or any(how not in PLAIN_FLOWS for how, *_ in set(flows) ^ set(flown)):
                made.recast.add(now)
            if name == LISTING and key[1] in MODULAR:
                list_anew(key[0])
            elif not name or name == LISTING:  # what the file hands out
                made.loose |= handed_out(key[0])


def _is_enclosed(around: Key, about: Any) -> bool:
    """Whether nobody finds what lies in a definition but through it, or through what says its name."""
    _, language, _, kind, *_ = around
    if language in ENCLOSED:
        return kind in HOLDING
    if kind in HELD.get(language, ()):
        return not any(word in about[MODIFIERS] for word in SPREADING)
    return language in SCOPED and kind in BODIES


def _is_of_module(key: Key, around: Key, about: Any) -> bool:
    """Whether a definition is the module's own, which nobody gets but from the module (TypeScript)."""
    outermost = around[3] == "module" and not around[4] and about[CONTAINER] == repr(None)
    return outermost and key[1] in EXPORTING and key[3] not in SPACES


def _has_grown(old: Side, new: Side, key: Key, about: Any, told: Any) -> bool:
    """Whether a function takes more than it did and is else what it was: nobody can tell who passes nothing there."""
    place = DESCRIBING.index("parameters")
    if about[:place] + about[place + 1 :] != told[:place] + told[place + 1 :]:
        return False
    was, now = ([each["name"] for each in side.parameters_of(key) or ()] for side in (old, new))
    single = all((*key[:-1], 1) not in side.place_of for side in (old, new))
    return single and now[: len(was)] == was and not any(name.startswith("*") for name in now)


def _compare_imports(made: Changes, old: Side, new: Side) -> None:
    for path, local, module, imported in (old.imports - new.imports) + (new.imports - old.imports):
        side, other = (old, new) if path in old.files else (new, old)
        language = side.files.get(path, (None, None))[0]
        if is_shared(path):
            made.beyond = True  # which of its functions are fixtures, and which others are handed on
        elif language in MODULAR and path not in other.files:
            continue  # a file that came or went: whoever sees into it knows its name
        shared = any(side.shares_stars(path) for side in (old, new))
        made.beyond = made.beyond or (local == "*" and shared) or path.endswith(DECLARING)
        bound = {word for word in (local, imported) if word} | (words(module) if not local else set())
        if language in ACCESSIBLE and module.partition(".")[0] == WRITING:
            defined = old.names_in(path) | new.names_in(path)
            made.loose |= defined.union(*map(accessors, defined))
        if language in HANDING and path in other.files:
            made.hand(path, bound)
        elif language in KEEPING and path in other.files and not shared:
            made.inner |= bound - {"*"}
        else:
            made.loose |= bound
        if language in CHAINED:
            built = _built_on(bound, path, old, new)
            made.loose |= built
            made.beyond = made.beyond or "*" in built


def _built_on(names: set[str], path: str, old: Side, new: Side) -> set[str]:
    """What other imports of a file bind by way of some names."""
    rows = [
        (local or imported or "", words(module))
        for at, local, module, imported in old.imports | new.imports
        if at == path
    ]
    found: set[str] = set()
    while more := {local for local, through in rows if not through.isdisjoint(names | found)} - found:
        found |= more
    return found


def _salt(old: Side, new: Side) -> None:
    """Where nameless functions, or circles, are not all as before, none of them counts as unchanged."""
    before, after = old.loosely(), new.loosely()
    differing = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    for side in (old, new):
        if side.salted != differing:
            side.salt(differing)


def same_terms(old: Side, new: Side) -> Iterator[tuple[int, int]]:
    """Old and new number of terms that say the same at their path; of several, which is which does not matter."""
    before, after = old.saying(), new.saying()
    for said in before.keys() & after.keys():
        now = after[said]
        yield from ((term, now[min(place, len(now) - 1)]) for place, term in enumerate(before[said]))


def is_shared(path: str) -> bool:
    """Whether others find what a file defines without naming it: pytest's files of fixtures."""
    return path.rpartition("/")[2] == "conftest.py"


def accessors(name: str) -> set[str]:
    """By what others may reach a variable: `name` by `getName`, `isOpen` also by `setOpen`."""
    stems = {name[:1].upper() + name[1:], *([name[2:]] if name.startswith("is") else [])}
    return {word + stem for stem in stems for word in ("get", "set", "is")}


def words(text: str) -> set[str]:
    return set(WORDS.findall(text))


def path_name(path: str, language: str | None = None, folders: frozenset[str] = frozenset()) -> str:
    """By what others may name a file that came or went: itself, its folder."""
    pure = PurePosixPath(path)
    stem = pure.name.partition(".")[0]
    if language in MODULAR and stem != "__init__" and str(pure.parent) in folders:
        return stem
    return f"{stem} {pure.parent.name}"

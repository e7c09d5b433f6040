"""Languages as data: each folder here is one language, found by looking, registered nowhere.

`language.toml` says how files are recognised, how definitions are described and which role each node type
plays for the scope visitor; `symbols.scm` finds definitions, bases, imports. CONTRIBUTING.md lists the keys.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Query

FOLDER = Path(__file__).parent
CLAIMS = ("extensions", "filenames", "shebangs", "content")
CAPTURE = re.compile(rb"@([a-z][\w.]*)")
PARTS = {"name", "container", "body"}  # captures that only add to another
PEEK = 65_536  # how much of a file is looked at to tell languages of one extension apart


@dataclass(frozen=True)
class Scoping:
    """How names are looked up inside a file."""

    hoist: bool = True  # a binding holds in its whole scope, not only after it
    members_visible: bool = False  # a member is in scope inside its type's methods by its bare name
    assignment_binds: bool = False  # assigning to an unknown name makes a local
    overloads: bool = False  # one name may have several signatures
    merges: bool = False  # declarations of one name in one container are one symbol
    callables_apart: bool = False  # functions have names of their own: a call sees only them, a read never does
    inherited_types: bool = False  # a type that is inherited may hide types and imports of the surroundings
    types_only: bool = False  # where a type is named, variables of that name are not seen
    overloads_across: bool = False  # other files may add signatures to a function of this file that is not private
    values_called: bool = False  # a call may also mean a variable or a type
    root_members: tuple[str, ...] = ()  # methods that every type inherits without saying so
    types_apart: bool = False  # types and values have names of their own; one declaration may be both
    indentation: bool = False  # indentation is syntax
    aliases_named: bool = False  # the other name that an import gives is a reference as well
    bodies_run: bool = False  # the body of a file or class runs from top to bottom: what it reads is defined before
    imports_within: tuple[str, ...] = ()  # node types of functions: an import inside binds there
    locals_apart: bool = False  # what a function defines for itself is a local: its name is no reference


Mending = tuple[re.Pattern[bytes], bytes]  # what to find, and what to show for each byte of its group
Fields = tuple[str | int, ...]  # names of fields, `:node_type`, or a field's number in the grammar


def _mending(rule: dict[str, str]) -> Mending:
    return re.compile(rule["find"].encode(), re.MULTILINE), rule["put"].encode()


@dataclass(frozen=True)
class Describe:
    """Where a definition keeps its parts: field names, then node types."""

    body: Fields = ("body",)
    parameters: Fields = ("parameters",)
    return_type: Fields = ("return_type", "type")
    parameter_name: Fields = ("name", "pattern")
    parameter_type: Fields = ("type",)
    parameter_default: Fields = ("value", "default_value", "default")
    parameter_skip: tuple[str, ...] = ()  # node types among the parameters that are none
    decorators: tuple[str, ...] = ()
    decorators_before: bool = False  # decorators stand before the definition as siblings
    modifiers: tuple[str, ...] = ()  # node types that are a modifier, or hold modifiers
    wrappers: tuple[str, ...] = ()  # node types around a definition that belong to its span
    plain: tuple[str, ...] = ()  # kinds that have neither body nor decorators nor modifiers
    overrides: tuple[str, ...] = ()  # modifiers or decorators that say "overrides a base's member"


@dataclass(frozen=True)
class Language:
    name: str
    title: str
    grammar: str
    tier: str
    extensions: tuple[str, ...]
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    content: dict[str, str] = field(default_factory=dict)  # extension of another language -> pattern that claims it
    inherits: str | None = None
    separator: str = "."
    module: str = "none"
    file_symbol: str | None = None
    constants: str | None = None
    constructors: tuple[str, ...] = ()
    linking: str | None = None  # the language whose folder says how names are found across files
    import_binds: str = "none"  # without alias: none, first, last (word), last_segment (of a path)
    test_paths: tuple[str, ...] = ()
    test_decorators: tuple[str, ...] = ()
    scoping: Scoping = field(default_factory=Scoping)
    describe: Describe = field(default_factory=Describe)
    visibility: dict[str, Any] = field(default_factory=dict)
    documentation: dict[str, Any] = field(default_factory=dict)
    nodes: dict[str, Any] = field(default_factory=dict)
    mending: dict[str, dict[str, str]] = field(default_factory=dict)

    @cached_property
    def grammar_object(self) -> Grammar:
        from tree_sitter_language_pack import get_language

        return get_language(self.grammar)  # type: ignore[arg-type]

    @cached_property
    def parts(self) -> Describe:
        """`describe` with the fields that this grammar has, by number: asked for millions of times."""
        grammar = self.grammar_object

        def numbers(names: Fields) -> Fields:
            found = (name if str(name)[0] == ":" else grammar.field_id_for_name(str(name)) for name in names)
            return tuple(number for number in found if number is not None)

        named = self.describe
        return replace(
            named,
            body=numbers(named.body),
            parameters=numbers(named.parameters),
            return_type=numbers(named.return_type),
            parameter_name=numbers(named.parameter_name),
            parameter_type=numbers(named.parameter_type),
            parameter_default=numbers(named.parameter_default),
        )

    def patterns(self, file: str) -> str:
        """The language's own query behind those of the languages it inherits from."""
        return (load(self.inherits).patterns(file) if self.inherits else "") + self._own_patterns(file)

    def _own_patterns(self, file: str) -> str:
        path = FOLDER / self.name / file
        return path.read_text("utf-8") if path.exists() else ""

    @cached_property
    def _query_parts(self) -> tuple[bytes, bytes]:
        """What finds symbols (`own.scm` is what heirs do not take over), and what finds facts."""
        symbols = self.patterns("symbols.scm") + self._own_patterns("own.scm")
        return symbols.encode(), self.patterns("facts.scm").encode()

    @cached_property
    def query(self) -> Query:
        """Both in one: a walk over the tree costs as much as what it finds."""
        from tree_sitter import Query

        return Query(self.grammar_object, b"".join(self._query_parts).decode())

    @cached_property
    def first_fact(self) -> int:
        """The number of the first pattern that is of `facts.scm`."""
        size = len(self._query_parts[0])
        return sum(self.query.start_byte_for_pattern(number) < size for number in self._patterns)

    @cached_property
    def captures(self) -> list[set[str]]:
        """The names of each pattern's captures."""
        source, query = b"".join(self._query_parts), self.query
        spans = [(query.start_byte_for_pattern(i), query.end_byte_for_pattern(i)) for i in self._patterns]
        return [{found.decode() for found in CAPTURE.findall(source, *span)} for span in spans]

    @cached_property
    def pattern_settings(self) -> list[dict[str, Any]]:
        """What each pattern of the query `#set!`s."""
        return [dict(self.query.pattern_settings(index) or {}) for index in self._patterns]

    @cached_property
    def defines(self) -> list[str | None]:
        """The capture of each pattern that does nothing but define: the most frequent ones, told apart early."""
        captures = self.captures[: self.first_fact]
        return [next(iter(c - PARTS)) if len(c - PARTS) == 1 and "name" in c else None for c in captures]

    @property
    def _patterns(self) -> range:
        return range(self.query.pattern_count)

    @cached_property
    def hooks(self) -> ModuleType | None:
        """What neither table nor query can say, of this language or the one it inherits from."""
        if (FOLDER / self.name / "hooks.py").exists():
            return importlib.import_module(f"{__name__}.{self.name}.hooks")
        return load(self.inherits).hooks if self.inherits else None

    @cached_property
    def constant_pattern(self) -> re.Pattern[str] | None:
        return re.compile(self.constants) if self.constants else None

    @cached_property
    def mendings(self) -> list[Mending]:
        """What this grammar cannot read, and how it is shown to it (`extract/mending.py`); an empty rule is none."""
        return [_mending(rule) for rule in self.mending.values() if rule and "astray" not in rule]

    @cached_property
    def strays(self) -> list[tuple[str, Mending]]:
        """The same for what it reads amiss without an error: a node type that nothing at the top of a file is of."""
        return [(rule["astray"], _mending(rule)) for rule in self.mending.values() if "astray" in rule]

    def is_test_path(self, path: str) -> bool:
        return any(pattern.search("/" + path) for pattern in self._test_patterns)

    @cached_property
    def _test_patterns(self) -> list[re.Pattern[str]]:
        return [re.compile(pattern) for pattern in self.test_paths]


@cache
def _own(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / "language.toml").read_text("utf-8"))


def _read(name: str) -> dict[str, Any]:
    """The language's table, with what it inherits behind it, section by section; files are claimed by each alone."""
    data = _own(name)
    if "inherits" not in data:
        return dict(data)
    merged = {key: value for key, value in _read(data["inherits"]).items() if key not in CLAIMS}
    for key, value in data.items():
        merged[key] = {**value, **merged.get(key, {}), **value} if isinstance(value, dict) else value
    return merged


def _freeze(values: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}


@cache
def load(name: str) -> Language:
    data = _freeze(_read(name))
    data["scoping"] = Scoping(**_freeze(data.get("scoping", {})))
    data["describe"] = Describe(**_freeze(data.get("describe", {})))
    return Language(name=name, **data)


@cache
def names() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/language.toml"))


@cache
def _claimed(by: str) -> dict[str, str]:
    """Extension, file name or first word of a script -> language."""
    return {word: name for name in names() for word in _own(name).get(by, ())}


@cache
def _claimed_by_content(extension: str) -> list[tuple[re.Pattern[bytes], str]]:
    """Languages that take over an extension, another one's or one that is only listed, where the content shows it."""
    claims = ((name, _own(name).get("content", {}).get(extension)) for name in names())
    return [(re.compile(pattern.encode(), re.MULTILINE), name) for name, pattern in claims if pattern]


@cache
def _text_types() -> dict[str, str]:
    """Files that are listed with a language but not parsed."""
    data = tomllib.loads((FOLDER / "text.toml").read_text("utf-8"))
    return {ext: name for name, extensions in data.items() for ext in extensions}


SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?([\w.+-]+)")


def detect(path: str, data: bytes) -> str | None:
    """Language by file name, extension, shebang."""
    file = PurePosixPath(path).name
    if found := _claimed("filenames").get(file):
        return found
    suffix = file.rpartition(".")[2].lower() if "." in file else ""
    claimed = next((name for seen, name in _claimed_by_content(suffix) if seen.search(data[:PEEK])), None)
    if found := claimed or _claimed("extensions").get(suffix):
        return found
    if not suffix and (match := SHEBANG.match(data)):
        word = match[1].rpartition(b"/")[2].decode("ascii", "replace")
        return _claimed("shebangs").get(word) or _claimed("shebangs").get(word.rstrip("0123456789."))
    return _text_types().get(suffix) or _text_types().get(file.lower())


def node_number(grammar: Grammar, kind: str) -> int:
    """A named node type as a number: compared far faster than its name."""
    found = grammar.id_for_node_kind(kind, True)
    if found is None:
        raise ValueError(f"{grammar.name}: the grammar has no node type {kind!r}")
    return found


def is_parsed(language: str | None) -> bool:
    return language in names()

"""What composers of JavaScript ask of a value: which object, which paths, which function it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op
from indexer.facts.closures import closure_key
from indexer.facts.model import Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import receiver_key
from indexer.facts.routing import Key
from indexer.facts.scene import Scene

if TYPE_CHECKING:
    from indexer.facts.commit import Commit

WHOLE = "export="  # the name of what a module hands out as a whole
INLINE, USE = "inline function", "use"
PATH_NAME = re.compile(r"(?i)(?:path|url|uri|prefix|base|root|route|endpoint)$")


def is_inline(value: Value) -> bool:
    return isinstance(value, dict) and bool(value.get("fn"))


def is_joined(value: Value) -> bool:
    return isinstance(value, dict) and "join" in value


def is_named(value: Value) -> bool:
    """A name, or a call of one: something that has a definition somewhere."""
    return isinstance(value, dict) and ("n" in value or "call" in value) and not is_inline(value)


def shown(value: Value) -> str:
    """A function or class as a reader would name it, what a module gives by the module."""
    if is_inline(value):
        return INLINE
    if (module := required_module(value)) is not None:
        return module
    called = required_module(value["call"]) if isinstance(value, dict) and "call" in value else None
    return f"{called}()" if called is not None else spelled(value)


def definition(value: Value, mark: Mark, scene: Scene) -> int:
    """The definition that a value names, or of what it calls."""
    return scene.symbol(value["call"] if isinstance(value, dict) and "call" in value else value, mark)


def pairs(value: Value) -> list[tuple[str, Value]]:
    """Keys and values of an object; none where it is not one."""
    listed: list[Any] = value.get("map", []) if isinstance(value, dict) else []
    return [(str(key), held) for key, held in listed]


def texts(value: Value, mark: Mark, scene: Scene) -> list[str]:
    """A text, several in a list, or a regular expression as written; none where one of them is not known."""
    if isinstance(value, dict) and str(value.get("x", "")).startswith("/"):
        return [value["x"]]
    if (text := scene.text(value, mark)) is not None:
        return [text]
    found = [scene.text(item, home) for item, home in scene.listed(value, mark)]
    return [text for text in found if text is not None] if None not in found else []


def object_key(value: Value, mark: Mark, scene: Scene) -> Key | None:
    """Which object a value is; a chain of calls hands on what it began with: `router.get(…).routes()`."""
    while isinstance(value, dict) and "m" in value:
        made = scene.marks[value["m"] + mark.firsts[2]]
        if is_group(made, scene):
            return scene.mark_key(made)
        if "r" not in made.data:  # a call of a function: what it returns
            return scene.key({name: part for name, part in value.items() if name != "m"}, mark)
        value, mark = made.data["r"], made
    required = required_symbol(value, mark, scene)
    return scene.symbol_key(required) if required >= 0 else scene.key(value, mark)


def is_group(mark: Mark, scene: Scene) -> bool:
    """Whether a call makes an object that routes hang on."""
    rules = scene.finder(mark.file).rules
    return any(rule.kind == "@group" for origin in scene.origins(mark) for rule in rules.on("call", origin))


def handed_out(value: Value, mark: Mark, scene: Scene) -> int:
    """`users.list` where the module says `module.exports = { list }`: the definition behind the name, or -1."""
    commit = scene.commit
    owner = scene.receiver(value, mark)
    op, parts = commit.term(owner) if owner >= 0 else (Op.UNKNOWN, [])
    found = commit.imported(mark.file, commit.text(parts[0])) if op == Op.IMPORT else None
    if found is None or found.file < 0 or found.name not in (None, "default"):
        return -1
    wanted = commit.text(commit.term(value["t"] + mark.firsts[1])[1][1])
    for name, term in _keyed(commit.flows(Flow.EXPORT, commit.file_symbols.get(found.file, -1)), commit):
        op, parts = commit.term(term)
        if name == WHOLE and op == Op.OBJECT:
            return next((commit.target(one) for key, one in _keyed(parts[1:], commit) if key == wanted), -1)
    return -1


def _keyed(terms: Iterable[int], commit: Commit) -> Iterator[tuple[str, int]]:
    """Terms with the names under which they are handed out."""
    for op, parts in map(commit.term, terms):
        if op == Op.KEYWORD:
            yield commit.text(parts[0]), parts[1]


def required_symbol(value: Value, mark: Mark, scene: Scene) -> int:
    """What `require("./routes")` gives, -1 where a value is no such call."""
    module = required_module(value)
    return scene.commit.required(mark.file, module) if module is not None else -1


def required_module(value: Value) -> str | None:
    """The text in `require("./routes")`; None where a value is no such call."""
    if not isinstance(value, dict) or "call" not in value or spelled(value["call"]) != "require":
        return None
    module = value["a"][0] if value.get("a") else None
    return module if isinstance(module, str) else None


def owner_key(hit: Hit, scene: Scene) -> Key | None:
    """The object that a route or a piece of middleware is added to."""
    value = hit.mark.data.get("r")
    term = value.get("t", -1) if isinstance(value, dict) and "m" not in value else -1
    if term >= 0 and scene.commit.term(term + hit.mark.firsts[1])[0] == Op.LAMBDA_PARAMETER:
        return closure_key(hit.mark, scene)
    key = object_key(value, hit.mark, scene)
    return key if key is not None else receiver_key(hit, scene)


def split_path(hit: Hit, scene: Scene) -> tuple[list[str], list[Value]]:
    """The paths that a call begins with, if it does, and the rest of its arguments."""
    args = hit.mark.args
    paths = (texts(args[0], hit.mark, scene) or _possible(args[0], hit.mark, scene)) if args else []
    if not paths and hit.mark.name == USE and (named := _named_path(hit.mark, scene)) is not None:
        paths = [named]
    return (paths, args[1:]) if paths else ([], args)


def _possible(value: Value, mark: Mark, scene: Scene) -> list[str]:
    """The path that stands in for what only a run knows."""
    if isinstance(value, dict) and "any" in value:
        return [text for one in value["any"] if (text := scene.text(one, mark)) is not None]
    return []


def _named_path(mark: Mark, scene: Scene) -> str | None:
    """`app.use(baseUrl, router)`: a path that only a run knows is told by its name, where that is one of a path."""
    first = mark.args[0] if len(mark.args) > 1 else None
    name = spelled(first) if isinstance(first, dict) and is_named(first) and "call" not in first else ""
    if not PATH_NAME.search(name) or scene.symbol_kind(first, mark) in CALLABLE:
        return None
    return f"{{{name}}}"

"""Which changes break code that uses a symbol from outside. What cannot be told from here is not called breaking."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from query.diff.model import Symbol

# Parts of a repository that nobody imports.
_APART = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|docs?|documentation|examples?|_examples|samples?|demos?|benchmarks?|bench|scripts?|tools"
    r"|fixtures|testdata|internal|vendor|third_party|node_modules|migrations|\.[^/]+)/"
    r"|(^|/)(setup|conftest|noxfile|fabfile|manage|versioneer|gulpfile|gruntfile|[^/]*\.config)\.[a-z]+$",
    re.IGNORECASE,
)
_ECMASCRIPT = {"javascript", "typescript", "tsx"}
_TYPED = {"go", "java", "csharp", "kotlin", "rust", "swift", "scala", "dart", "c", "cpp"}
_OPEN = {None, "public", "protected", "open", "export"}
_REACH = {"private": 0, "fileprivate": 0, "internal": 1, "package": 1, "protected": 2, "public": 3, "open": 4}
_CALLABLE = {"function", "method", "constructor", "macro", "procedure"}
_TYPING = re.compile(r"\b(TypeVar|ParamSpec|TypeVarTuple|NewType|TypeAlias)\b")
_SECOND = re.compile(r"~\d+$")


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str
    optional: bool
    by_keyword: bool  # can be given by keyword only

    @property
    def variadic(self) -> bool:
        return (
            self.name.startswith(("*", "...")) or self.type.startswith(("...", "params ")) or self.type.endswith("...")
        )


def is_api(symbol: Symbol, handed_out: set[str]) -> bool:
    """Whether code outside of the repository may use the symbol, by the habits of its language."""
    if symbol["is_test"] or symbol["exported"] is not True or symbol["visibility"] not in _OPEN:
        return False
    if _APART.search(symbol["path"]) or _SECOND.search(symbol["symbol_id"]):
        return False
    if symbol["language"] in _ECMASCRIPT and handed_out:
        return bool({symbol["symbol_id"], symbol["container_id"]} & handed_out)
    words = re.split(r"[./\\:]+", symbol["qualified_name"])
    if symbol["language"] == "python":
        dunder = re.compile(r"__\w+__")
        return not any(word.startswith("_") and not dunder.fullmatch(word) for word in words)
    return not (symbol["language"] == "go" and "main" in words[:-1])


def removal(symbol: Symbol) -> str:
    """Why it is missed that this symbol is gone."""
    if symbol["language"] == "python" and _TYPING.search(symbol["signature"] or ""):
        return ""
    return f"{symbol['kind']} removed"


def change(before: Symbol, after: Symbol) -> str:
    """Why users of a symbol that is still there must change, or nothing."""
    return _narrowed(before, after) or _other_kind(before, after) or _parameters(before, after) or _type(before, after)


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
        dynamic = before["language"] in {"python", "ruby"} | _ECMASCRIPT and "property" not in {
            before["kind"],
            after["kind"],
        }
        return "" if dynamic else f"was a {before['kind']}, is a {after['kind']}"
    return ""


def _is_called(symbol: Symbol) -> bool:
    """A method that a decorator turns into a property is read."""
    return symbol["kind"] in _CALLABLE and not any("property" in text.lower() for text in symbol["decorators"] or ())


def _parameters(before: Symbol, after: Symbol) -> str:
    if before["parameters"] is None or after["parameters"] is None or before["kind"] not in _CALLABLE:
        return ""
    old, new = (_read(symbol) for symbol in (before, after))
    return (
        _missing(old, new)
        or _demanded(old, new)
        or _reordered(before["language"], old, new)
        or _retyped(before["language"], old, new)
    )


def _missing(old: list[Parameter], new: list[Parameter]) -> str:
    catch_all = any(parameter.name.startswith("**") for parameter in new)
    names = {parameter.name for parameter in new}
    gone = [p for p in old if p.name not in names and not p.variadic and not (catch_all and p.by_keyword)]
    if len(old) > len(new) and gone and not any(p.variadic for p in new):
        return f"parameter {gone[0].name} removed"
    taken_back = [p.name for p in old if p.variadic and p.name.strip("*.") not in {q.name.strip("*.") for q in new}]
    return f"no longer takes {taken_back[0]}" if taken_back and len(new) < len(old) else ""


def _demanded(old: list[Parameter], new: list[Parameter]) -> str:
    before = {parameter.name: parameter for parameter in old}
    for place, parameter in enumerate(new):
        if parameter.optional or parameter.variadic:
            continue
        known = before.get(parameter.name)
        if known and known.optional:
            return f"parameter {parameter.name} is required now"
        if known is None and (len(new) > len(old) or place >= len(old)) and len(_required(new)) > len(_required(old)):
            return f"parameter {parameter.name} added without a default"
    return ""


def _required(parameters: list[Parameter]) -> list[Parameter]:
    return [parameter for parameter in parameters if not parameter.optional and not parameter.variadic]


def _reordered(language: str, old: list[Parameter], new: list[Parameter]) -> str:
    """Names matter where arguments can be given by name; order matters everywhere."""
    positional = [[p.name for p in side if not p.by_keyword and not p.variadic] for side in (old, new)]
    kept = [[name for name in side if name in set(positional[0]) & set(positional[1])] for side in positional]
    if kept[0] != kept[1]:
        return "parameters in another order"
    if language in {"python", "csharp", "kotlin", "swift"}:
        for was, now in zip(old, new, strict=False):
            named = was.name not in {p.name for p in new} and now.name not in {p.name for p in old}
            if named and not was.variadic and not was.name.startswith("_") and was.name not in {"self", "cls"}:
                return f"parameter {was.name} renamed to {now.name}"
    takes_all = any(p.variadic and not p.name.startswith("**") for p in new)
    keyword_now = set() if takes_all else {p.name for p in new if p.by_keyword}
    forced = [p.name for p in old if not p.by_keyword and not p.variadic and p.name in keyword_now]
    return f"parameter {forced[0]} is keyword-only now" if forced else ""


def _retyped(language: str, old: list[Parameter], new: list[Parameter]) -> str:
    if language not in _TYPED:
        return ""
    for was, now in zip(old, new, strict=False):
        if was.type and now.type and _plain(was.type) != _plain(now.type):
            return f"parameter {now.name or 'type'}: {was.type} became {now.type}"
    return ""


def _type(before: Symbol, after: Symbol) -> str:
    """Declared types bind where the compiler holds callers to them."""
    if before["language"] not in _TYPED or before["return_type"] is None or after["return_type"] is None:
        return ""
    if _plain(before["return_type"]) == _plain(after["return_type"]):
        return ""
    return f"type {before['return_type']} became {after['return_type']}"


def _plain(text: str) -> str:
    return re.sub(r"\bany\b|\binterface\s*\{\s*\}", "any", re.sub(r"\s+", " ", text)).strip()


def _read(symbol: Symbol) -> list[Parameter]:
    parameters: list[dict[str, Any]] = symbol["parameters"]
    signature, language = symbol["signature"] or "", symbol["language"]
    forced = _keyword_only(signature) if language == "python" else set()
    read = []
    for parameter in parameters:
        name = str(parameter["name"] or "")
        mark = re.search(rf"\b{re.escape(name)}\s*\?\s*[:,)=]", signature) if language in _ECMASCRIPT else None
        optional = parameter["default"] is not None or mark is not None
        read.append(Parameter(name, str(parameter["type"] or ""), optional, name in forced))
    return read


def _keyword_only(signature: str) -> set[str]:
    """Names behind a bare `*` or `*args` in a Python signature."""
    _, star, rest = signature.partition("*,")
    if not star:
        found = re.search(r"\*\w+[^,]*,(.*)", signature.replace("**", ""))
        rest = found[1] if found else ""
    return set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=[:=,)])", rest))

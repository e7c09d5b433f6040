"""Whether calls that fitted the old parameters of a callable still fit the new ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from query.diff.model import Symbol

# Languages in which a caller may name the parameter, and those whose compilers hold callers to declared types.
_NAMED = {"python", "csharp", "kotlin", "swift", "ruby", "scala", "dart"}
TYPED = {"go", "java", "csharp", "kotlin", "rust", "swift", "scala", "dart", "c", "cpp"}
ECMASCRIPT = {"javascript", "typescript", "tsx"}
_ANYTHING = {"any", "object", "Object", "Any", "dynamic", "unknown"}
_RECEIVERS = {"self", "cls", "mcs"}
_METHODS = {"method", "constructor", "property"}


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str
    optional: bool
    keyword_only: bool

    @property
    def variadic(self) -> bool:
        dots = self.type.startswith(("...", "params ")) or self.type.endswith("...")
        return dots or self.name.startswith(("*", "..."))

    @property
    def required(self) -> bool:
        return not self.optional and not self.variadic


Parameters = list[Parameter]


def broken(before: Symbol, after: Symbol, aliases: Mapping[str, str]) -> str:
    """Why calls no longer fit, or nothing."""
    old, new = _read(before), _read(after)
    language = str(before["language"])
    if language == "javascript":
        return _reordered(old, new)  # calls may give fewer or more than there are
    found = _taken_away(old, new) or _demanded(old, new) or _reordered(old, new)
    found = found or (_renamed(old, new) if language in _NAMED else "")
    return found or _only_by_name(old, new) or (_retyped(old, new, aliases) if language in TYPED else "")


def same_type(was: str, now: str, aliases: Mapping[str, str]) -> bool:
    """Whether two spellings mean one type; results may have names in Go."""
    return _plain(_without(aliases, was)) == _plain(_without(aliases, now))


def _without(aliases: Mapping[str, str], text: str) -> str:
    return re.sub(r"\w+", lambda name: aliases.get(name[0], name[0]), text) if aliases else text


def _taken_away(old: Parameters, new: Parameters) -> str:
    if len(new) >= len(old):
        return ""
    rest = {parameter.name.strip("*.") for parameter in new}
    if lost := [p.name for p in old if p.variadic and p.name.strip("*.") not in rest]:
        return f"no longer takes {lost[0]}"
    if any(parameter.variadic for parameter in new):
        return ""
    lost = [p.name for p in old if p.name not in rest]
    return f"parameter {lost[0]} removed" if lost else ""


def _demanded(old: Parameters, new: Parameters) -> str:
    known = {parameter.name: parameter for parameter in old}
    for parameter in new:
        if parameter.required and parameter.name in known and known[parameter.name].optional:
            return f"parameter {parameter.name} is required now"
    if any(p.variadic and not p.name.startswith("**") for p in old):
        return ""  # what it took by place may have been demanded before
    added = [parameter.name for parameter in new if parameter.required and parameter.name not in known]
    more = sum(p.required for p in new) - sum(p.required for p in old)
    return f"parameter {added[-1]} added without a default" if added and more > 0 else ""


def _reordered(old: Parameters, new: Parameters) -> str:
    names = [[p.name for p in side if not p.keyword_only and not p.variadic] for side in (old, new)]
    kept = [[name for name in side if name in names[0] and name in names[1]] for side in names]
    return "" if kept[0] == kept[1] else "parameters in another order"


def _renamed(old: Parameters, new: Parameters) -> str:
    if any(p.name.startswith("**") for p in new):
        return ""  # it may still be taken by its old name
    before, after = {p.name for p in old}, {p.name for p in new}
    for was, now in zip(old, new, strict=False):
        another = was.name not in after and now.name not in before
        if another and not was.variadic and not was.name.startswith("_"):
            # What is given by name has no place by which it would be known again.
            gone = was.keyword_only and was.type != now.type
            return f"parameter {was.name} removed" if gone else f"parameter {was.name} renamed to {now.name}"
    return ""


def _only_by_name(old: Parameters, new: Parameters) -> str:
    if any(p.variadic and not p.name.startswith("**") for p in new):
        return ""  # the rest is still taken by place, and may be handed on
    forced = {p.name for p in new if p.keyword_only}
    lost = [p.name for p in old if not p.keyword_only and not p.variadic and p.name in forced]
    return f"parameter {lost[0]} is keyword-only now" if lost else ""


def _retyped(old: Parameters, new: Parameters, aliases: Mapping[str, str]) -> str:
    for was, now in zip(old, new, strict=False):
        several = now.variadic and same_type(now.type.strip("."), was.type.strip("."), aliases)
        wider = several or _plain(_without(aliases, now.type)) in _ANYTHING
        if was.type and now.type and not wider and not same_type(was.type, now.type, aliases):
            return f"parameter {now.name or 'type'}: {was.type} became {now.type}"
    return ""


def _plain(text: str) -> str:
    text = re.sub(r"\binterface\s*\{\s*\}", "any", re.sub(r"\s+", " ", text).strip())
    if text.startswith("(") and text.endswith(")"):
        parts = [part.strip() for part in text[1:-1].split(",")]
        text = ", ".join(re.sub(r"^\w+ (?=\S)", "", part) if not part.startswith("func") else part for part in parts)
    return text


def _read(symbol: Symbol) -> Parameters:
    rows: list[dict[str, Any]] = symbol["parameters"]
    signature, language = str(symbol["signature"] or ""), symbol["language"]
    forced = _behind_star(signature) if language == "python" else set()
    read: Parameters = []
    for row in rows:
        name = str(row["name"] or "")
        if name == "this" and language in ECMASCRIPT:
            continue  # says what the function belongs to
        if not read and name in _RECEIVERS and language == "python" and symbol["kind"] in _METHODS:
            continue  # is not given by callers
        marked = language in ECMASCRIPT and re.search(rf"(?<![\w$]){re.escape(name)}\s*\?\s*[:,)=]", signature)
        optional = row["default"] is not None or bool(marked)
        read.append(Parameter(name, str(row["type"] or ""), optional, name in forced))
    return read


def _behind_star(signature: str) -> set[str]:
    """Parameters of Python behind a bare `*` or `*args`: they are given by name only."""
    star = re.search(r"[(,]\s*\*(?!\*)\s*\w*[^,]*,(.*)", signature)
    return set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=[:=,)])", star[1])) if star else set()

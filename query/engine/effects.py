"""What code does beyond computing: names outside the repository that touch files, networks, processes …"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from indexer import schema
from query.engine.model import Fact, Symbol
from query.engine.view import View

# Languages that share their libraries with another one.
_ALIKE = {"typescript": "javascript", "tsx": "javascript", "kotlin": "java", "scala": "java"}
_FACT_EFFECTS = {
    "db_table": "database", "config": "environment", "log": "log", "http_call": "http", "message": "message",
}  # fmt: skip
_USES = _, _, _READ = tuple(map(schema.REF_KINDS.index, ("call", "instantiate", "read")))
_SEPARATOR = re.compile(r"\.|::|->")
_PART = re.compile(r"\*|\{([^}]*)\}|[^*{]+")


@dataclass(frozen=True, slots=True)
class Effect:
    """A side effect: its kind, what does it, and where that stands."""

    kind: str
    name: str
    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


def of_facts(facts: list[Fact]) -> list[Effect]:
    return [
        Effect(_FACT_EFFECTS[fact.kind], fact.value, fact.path, fact.line_start)
        for fact in facts
        if fact.kind in _FACT_EFFECTS
    ]


def of_calls(view: View, symbol: Symbol) -> list[Effect]:
    """Effects of what the symbol uses from outside, in the order of the source."""
    patterns = _patterns(_ALIKE.get(symbol.language, symbol.language))
    refs = view.loaded.refs
    found = []
    for row in refs.of(symbol.number):
        if refs.external[row] != 1 or refs.kind[row] not in _USES:
            continue
        path = view.loaded.files.path(int(refs.path[row]))
        name = _imported(view, path, *refs.written(int(row)))
        kind = next((kind for kind, pattern in patterns if pattern.fullmatch(name)), None)
        # To read a name is to do nothing yet, but for variables of the environment.
        if kind == "environment" or (kind and refs.kind[row] != _READ):
            found.append(Effect(kind, name, path, int(refs.line[row])))
    return found


def _imported(view: View, path: str, name: str, hint: str | None) -> str:
    """The name as the import spells it: `rq.get` is `requests.get` after `import requests as rq`."""
    written = f"{hint}.{name}" if hint else name
    local = _SEPARATOR.split(written, maxsplit=1)[0]
    spelled = view.loaded.spelled(path, local)
    return spelled + written[len(local) :] if spelled else written


@cache
def _patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    text = files("query.engine").joinpath("effects.toml").read_text(encoding="utf-8")
    kinds = tomllib.loads(text).get(language, {})
    return [(kind, re.compile("|".join(map(_regex, names)))) for kind, names in kinds.items()]


def _regex(pattern: str) -> str:
    """`*` is any text, `{a,b}` one of several."""
    parts = []
    for part in _PART.finditer(pattern):
        if part[0] == "*":
            parts.append(".+")
        elif part[1] is not None:
            parts.append("(?:" + "|".join(map(re.escape, part[1].split(","))) + ")")
        else:
            parts.append(re.escape(part[0]))
    return "".join(parts)

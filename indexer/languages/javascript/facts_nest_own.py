"""Decorators of the program's own that make controllers of NestJS: `applyDecorators(Controller(name), …)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.extract.definitions import CALLABLE
from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.reading import Value
from indexer.facts.scene import Scene

WORN = re.compile(r"@([\w$]+)\s*\((.*)\)\s*$", re.DOTALL)
GIVEN = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`|[^,]+)\s*(?:,|$)""")
PATH = re.compile(r"""\bpath\s*:\s*["'`]([^"'`$]*)["'`]""")
_controllers: WeakKeyDictionary[Scene, dict[int, Mark]] = WeakKeyDictionary()


def own_controller(owner: int, scene: Scene) -> Mark | None:
    """The call of `Controller` that a decorator of the program's own makes for a class."""
    return _controllers.get(scene, {}).get(owner)


@composer("nest_composed")
def nest_composed(hit: Hit, scene: Scene) -> Iterator[Fact]:
    function, commit = hit.mark.symbol, scene.commit
    if hit.mark.decorated < 0 and function >= 0 and commit.kind[function] in CALLABLE and hit.mark.args:
        names = commit.parameters(function)
        for owner, written in _worn(function, scene):
            texts = [next(filter(None, found), None) for found in GIVEN.findall(written)]
            path = _filled(hit.mark.args[0], dict(zip(names, texts, strict=False)))
            if isinstance(path, dict) and "n" in path:  # options that are handed on
                told = PATH.search(written)
                path = told[1] if told else None
            if path is not None:
                said = {"a": [path], "d": owner - hit.mark.firsts[0]}
                _controllers.setdefault(scene, {})[owner] = replace(hit.mark, file=commit.file[owner], data=said)
    yield from ()


def _worn(function: int, scene: Scene) -> Iterator[tuple[int, str]]:
    """Classes that wear a decorator, with what each gives it; a name that two functions have is nobody's."""
    commit = scene.commit
    name = commit.name[function]
    same = sum(one == name and kind in CALLABLE for one, kind in zip(commit.name, commit.kind, strict=True))
    for symbol, decorators in enumerate(commit.raw.symbols["decorators"].to_pylist() if same == 1 else ()):
        for written in (decorators or ()) if commit.kind[symbol] == "class" else ():
            if (found := WORN.match(written)) and found[1] == name:
                yield symbol, found[2]


def _filled(value: Value, texts: dict[str, str | None]) -> Value:
    """A value with what the decorator is given in place of its parameters."""
    if isinstance(value, list):
        return [_filled(item, texts) for item in value]
    if not isinstance(value, dict):
        return value
    if (text := texts.get(value.get("n", ""))) is not None:
        return text
    return {key: _filled(held, texts) for key, held in value.items()}

"""Keys of settings that stand in blocks which put a prefix before them: `with env.prefixed("DB_"): env("HOST")`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facts.compose import composer, config
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.scene import Scene

Block = tuple[int, int, str]  # first and last line, what stands before the keys inside
_blocks: WeakKeyDictionary[Scene, dict[int, list[Block]]] = WeakKeyDictionary()


@composer("environs_prefix")
def environs_prefix(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The `with` statement is the mark that goes over more lines than the call inside it."""
    prefix, mark = scene.text(hit.mark.pick("0|prefix"), hit.mark), hit.mark
    if prefix is not None and mark.line_end > mark.line_start:
        _blocks.setdefault(scene, {}).setdefault(mark.file, []).append((mark.line_start, mark.line_end, prefix))
    yield from ()


@composer("environs_key")
def environs_key(hit: Hit, scene: Scene) -> Iterator[Fact]:
    for one in config(hit, scene):
        if prefix := _prefix(one.mark, scene):
            one = replace(one, value=prefix + one.value, detail={**one.detail, "key": prefix + one.value})
        yield one


def _prefix(mark: Mark, scene: Scene) -> str:
    blocks = sorted(_blocks.get(scene, {}).get(mark.file, ()))
    return "".join(prefix for first, last, prefix in blocks if first <= mark.line_start <= last)

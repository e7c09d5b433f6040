"""What containers of Kotlin's own make: Koin and Kodein."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene

CAST = 2  # `Sql(get()) as Users` is read as its parts
TYPE = re.compile(r"[A-Z]\w*")


@composer("kotlin_service")
def kotlin_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`single<Users> { Sql(get()) }`, `singleOf(::Sql)`: the type that is asked for, and the one that is made."""
    given = hit.mark.args[0] if hit.mark.args else None
    declared = hit.mark.pick("<0>")
    service = spelled(declared).rpartition(".")[2] if declared is not None else ""
    made = _made(given)
    if not service and made and len(hit.mark.args) == CAST and (service := _made(hit.mark.args[1])):
        declared = hit.mark.args[1]
    if not made and not service:
        return
    known = scene.symbol(declared if declared is not None else _named(given), hit.mark)
    name, target = service or made, made if made not in ("", service) and service else None
    value = f"{hit.mark.name} {name} -> {target}" if target else f"{hit.mark.name} {name}"
    yield fact(hit, value, known, lifetime=hit.mark.name, service=name, implementation=target)


def _named(given: Value) -> Value:
    """What is called, or referred to."""
    return given["call"] if isinstance(given, dict) and "call" in given else given


def _made(given: Value) -> str:
    """The type that the block makes an instance of; "" where something else makes it."""
    if not isinstance(given, dict) or not ("call" in given or "n" in given):
        return ""
    name = spelled(_named(given)).rpartition(".")[2].removeprefix("::")
    return name if TYPE.fullmatch(name) else ""

from contextlib import asynccontextmanager
from typing import AsyncIterator, Iterator, Sequence, cast


class Rule:
    def key(self): ...


class Text:
    def key(self): ...


def rules() -> Iterator[Rule]: ...


@asynccontextmanager
async def opened() -> AsyncIterator[Rule]:
    yield Rule()


def made(some: Sequence[Rule], named: dict[str, Rule], listed: dict[str, list[Rule]], unknown):
    list(rules())[0].key()
    for each in list(reversed(some)):
        each.key()
    for one in set(rules()):
        one.key()
    dict(named)["a"].key()
    for left, right in zip(some, [Text()]):
        left.key()
        right.key()
    cast(Rule, unknown).key()
    listed["a"].sort(key=lambda rule: rule.key())
    list(unknown)[0].key()
    sorted(unknown, key=lambda rule: rule.key())


async def later(many: AsyncIterator[Rule]):
    async for one in many:
        one.key()
    async with opened() as kept:
        kept.key()

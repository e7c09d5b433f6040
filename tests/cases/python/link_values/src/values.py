from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Generic, Iterator, Optional, TypeVar, Union

T = TypeVar("T")


@dataclass
class Point:
    x: int
    y: int

    def move(self) -> Point:
        return self


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value

    def get(self) -> T:
        return self.value


class PointBox(Box[Point]):
    pass


def find() -> Optional[Point]:
    return None


def either() -> Union[Point, Box[Point]]:
    return Point(x=1, y=2)


def untyped(a, b: "Point"):
    a.move()
    b.move()


@contextlib.contextmanager
def opened() -> Iterator[Point]:
    yield Point(1, 2)


async def later() -> Point:
    return Point(1, 2)


async def use(points: list[Point], table: dict[str, Point], box: Box[Point]) -> None:
    for point in points:
        point.move()
    points[0].move()
    table["a"].move().move()
    for key, value in table.items():
        key.move()
        value.move()
    [p.move() for p in points if p.x]
    box.get().move()
    PointBox(Point(1, 2)).get().move()
    find().move()
    either().get()
    (await later()).move()
    later().move()
    with opened() as made:
        made.move()
    sorted(points)[0].move()
    first, (second, third) = points[0], (box, find())
    first.move()
    second.get()
    third.move()


def narrow(thing):
    if isinstance(thing, Point):
        thing.move()
    elif isinstance(thing, (Box, PointBox)):
        thing.get()
    thing.move()
    if not isinstance(thing, Point):
        return
    thing.move()
    thing = Box(1)


Point(z=3)
"text".move()

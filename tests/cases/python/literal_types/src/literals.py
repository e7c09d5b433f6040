import typing
from typing import Annotated, Literal, Optional


class http:
    pass


class Color:
    RED = 1


class Note:
    pass


def note(text: str) -> Note:
    return Note()


scheme: Literal["http", "ws"]  # no type is named
qualified: typing.Literal["http"] | None
nested: Optional[Literal["http"]]
member: Literal[Color.RED]
spelled: "Literal['http']"
forward: Optional["http"]


def send(to: Annotated["http", "Color", note("x")], how: Annotated[Color, Note]) -> "http":
    return to

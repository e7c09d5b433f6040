from abc import ABC
import typing


def register(kind: str):
    """Make a decorator."""
    return lambda cls: cls


class Base(ABC):
    """A base.

    With more text.
    """

    kind: str = "base"
    _hidden = None

    def __init__(self, name: str, *args: int, size=3, **extra):
        self.name = name
        self.kind = "set"
        self._size = size

    @property
    def label(self) -> str:
        return self.name

    @label.setter
    def label(self, value):
        self.name = value


@register("cart")
class Cart(Base, typing.Generic[int]):
    class Meta:
        ordering = ["name"]

    @typing.override
    async def total(self, *, tax: float = 0.0) -> float:
        def helper():
            return self.kind

        return helper()

    @staticmethod
    def make() -> "Cart":
        return Cart("x")

    def __private(self):
        pass


first, second = 1, 2

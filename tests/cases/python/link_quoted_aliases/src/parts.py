import typing
from typing import Callable, Final, TypeAlias, Union

Either = Union["Wheel", "Frame"]
Maker = Callable[["Frame"], "Wheel"]
Quoted: TypeAlias = "Union[Wheel, int]"
Plain: typing.TypeAlias = Union["Wheel", int]
TABLE = {"Wheel": 1}


class Wheel:
    def turn(self): ...


class Frame:
    def paint(self): ...


SPARE: Final = Wheel()


def ride(either: Either, make: Maker, quoted: Quoted, plain: Plain):
    either.paint()
    make(Frame()).turn()
    quoted.turn()
    plain.turn()
    SPARE.turn()
    TABLE["Wheel"]  # a key, no type

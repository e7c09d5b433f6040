class Base:
    def __init__(self): ...


class Middle(Base): ...


class Leaf(Middle):
    def go(self): ...


class Own(Base):
    def __init__(self): ...


class Made(Base):
    def __new__(cls): ...


class Plain: ...


class Outside(Exception): ...


Leaf().go()
Own()
Made()
Plain()
Outside()
[Leaf][0]()


import lib


class Strange(lib.Thing, Base): ...


class Known(Base, lib.Thing): ...


Strange()
Known()

from abc import ABC
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Abstract(ABC, Base): ...


class Typed(Generic[T], Base): ...


class Shaped(Base, Protocol): ...


Abstract()
Typed()
Shaped()

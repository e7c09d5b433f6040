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

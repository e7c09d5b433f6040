import typing
from typing import TYPE_CHECKING


class Client:
    def get(self): ...


if TYPE_CHECKING:

    class Factory(typing.Protocol):
        def __call__(self) -> Client: ...
else:

    class Factory:
        pass


if typing.TYPE_CHECKING:
    Base = Client
else:
    Base = object

if not TYPE_CHECKING:

    class Late:
        def run(self): ...
else:

    class Late:
        def shown(self): ...


class Derived(Base):
    def go(self):
        self.get()


def here(factory: Factory):
    factory().get()

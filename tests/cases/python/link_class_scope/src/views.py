from collections.abc import Collection
from datetime import date
import signal

from base import Base, helper


class View:
    methods: Collection[str] | None = None


class Holder:
    class Part:
        def use(self) -> None: ...

    size = 1
    date: date = None

    def list(self) -> None: ...

    # Defaults and declared types are computed in the class; a field or method is no type.
    def make(self, part: Part, when: date, size=size) -> Part:
        part.use()
        return part

    def all(self) -> list[Part]:
        self.make(None).use()
        size  # the body does not see the class's names
        return [Part()]


def test_local_classes():
    class ChildView(View):
        methods = ["GET"]

        @classmethod
        def own(cls):
            return cls.methods

    class GrandChild(ChildView):
        pass

    assert ChildView.methods
    assert GrandChild.methods
    assert ChildView().methods


class Server:
    wake = signal.NSIG

    def __init__(self, opener=open): ...
    def signal(self): ...
    def open(self): ...

    reopen = open


class Base(Base):
    pass


helper = helper
ConnectionError = ConnectionError

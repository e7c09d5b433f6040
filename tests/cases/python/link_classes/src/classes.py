from enum import Enum
from unittest import TestCase


class Root:
    shared = None
    limit: int = 1

    def hello(self):
        return self

    def only_root(self):
        self.shared = 1
        self.limit = 2
        self.late = 3


class Left(Root):
    def hello(self):
        return super().hello()


class Right(Root):
    def hello(self):
        self.only_root().anything

    @property
    def left(self):
        return Left()

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def plain(self):
        self.hello()


class Bottom(Left, Right):
    def test(self):
        self.hello()
        self.left.hello()
        self.shared
        self.late
        self.missing
        super().only_root()
        Bottom.make().hello().hello()
        Left.hello(self)

    def inner(self):
        def hello():
            return 1

        return hello()


class Color(Enum):
    RED = 1

    def paint(self):
        return self.RED


Color.RED.paint()
Color.RED.name


class Check(TestCase):
    def test(self):
        self.assertEqual(1, 2)
        self.helper()

    def helper(self):
        # A method does not see its class's names.
        return test()

import functools
from deco import cached, making
class Node:
    def clone(self):
        obj = self.__class__.__new__(self.__class__)
        obj.__dict__ = self.__dict__.copy()
        return obj
    @staticmethod
    def copy(method):
        @functools.wraps(method)
        def inner(self, *args):
            clone = self.clone()
            method(clone, *args)
            return clone
        return inner
    @staticmethod
    def plain(method):
        def inner(this):
            return this
        return inner
class Query(Node):
    def clone(self):
        query = super().clone()
        return query
    @Node.copy
    def where(self, x):
        self.x = x
    @cached
    def other(self):
        return Query()
    @making
    def make(self): return 1
class Select(Query):
    def only(self): pass
Select().where(1).where(2).only()
Select().other().where(1)
Select().make().use()
Select().make().only()

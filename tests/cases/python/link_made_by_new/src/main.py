class Node:
    def a(self):
        obj = self.__class__.__new__(self.__class__)
        return obj
    def b(self):
        return self.__class__()
    def c(self):
        return type(self)()
    def d(self):
        cls = self.__class__
        return cls.__new__(cls)
    def e(self):
        return object.__new__(type(self))
    @classmethod
    def f(cls):
        return cls.__new__(cls)
class Select(Node):
    def only(self): pass
    def g(self):
        return super().b()
Select().a().only()
Select().b().only()
Select().c().only()
Select().d().only()
Select().e().only()
Select.f().only()
Select().g().only()
class Sub(Select):
    def mine(self): pass
Sub().g().mine()


class Own:
    def __new__(cls, *args):
        return Select()


Own.__new__(Sub).mine()
Own.__new__(Own).only()

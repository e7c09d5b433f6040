import functools

def f(): pass
def g(): return f
def call(fn):
    fn()
def ret():
    return g
call(f)
ret()()()
table = {"a": f, "b": g}
table["a"]()
table["b"]()()
lst = [f, g]
lst[0]()
h = f
h()
class A:
    op = f
    def m(self, cb=g):
        self.cb = cb
        self.cb()
        cb()
    @staticmethod
    def s(): return A()
    @classmethod
    def c(cls): return cls()
    def chain(self): return self
A().m(f)
A.s().m()
A.c().chain().chain().m()
def deco(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner
@deco
def decorated(): pass
decorated()
k = lambda x: x.m()
k(A())
(lambda y: y())(f)
a, b = f, g
a()
b()
def outer():
    def inner(): pass
    return inner
outer()()
m = map(lambda q: q.m(), [A()])
class B(A):
    def m(self): super().m()
    def __call__(self): return A()
B()().m()
for t in (A(), B()):
    t.m()
x = A() if a else B()
x.chain()
def gen():
    yield A()
for i in gen():
    i.m()
d = {}
d["k"] = f
d["k"]()
def kw(*, key): key()
kw(key=f)
import sys as s
getattr(A(), "m")()

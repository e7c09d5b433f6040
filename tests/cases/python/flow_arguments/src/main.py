import functools
import importlib
from functools import partial, reduce


def a(): pass
def b(): pass
def one(x): return x
def two(x, y): return x


def inner(f, g=None):
    f()
    g()


def forwarding(*args, **kwargs):
    inner(*args, **kwargs)
    args[0]()
    kwargs["g"]()
    kwargs["other"]()


forwarding(a, g=b)


def spread(first, second):
    second()


spread(*(a, b))
spread(**{"first": a, "second": b})

bound = partial(inner, a)
bound(b)
functools.partial(two, 1)(2)

map(one, [1])
sorted([1], key=one)
reduce(two, [1, 2])
getattr(importlib.import_module("lib"), "work")()
eval("a")()
eval("a()")


def shadowed(map, getattr):
    map(one, [1])
    getattr(a, "work")()


class Late:
    def keep(self, f):
        self.kept = f


Late().keep(a)  # stored, never called


def run(f):
    f()


def unknown(g):
    run(*g)


def outer():
    chosen = a

    def change():
        nonlocal chosen
        chosen = b

    change()
    chosen()

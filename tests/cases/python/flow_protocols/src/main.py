import functools


class Numbers:
    def __iter__(self): return self
    def __next__(self): return 1


class Names:
    def __iter__(self):
        yield "x"


class Opened:
    def __enter__(self): return self
    def __exit__(self, *error): pass
    def read(self): pass


for number in Numbers():
    pass
for name in Names():
    pass
for letter in "abc":
    pass
with Opened() as opened:
    opened.read()
with open("x") as other:
    other.read()


def a(): pass


def items():
    yield a


def chained():
    yield from items()


for item in chained():
    item()


def wrapping(f):
    @functools.wraps(f)
    def wrapper():
        f()
    return wrapper


def outermost(f):
    def outer():
        f()
    return outer


def same(f):
    return f


@outermost
@wrapping
def decorated(): pass


@same
def plain(): pass


@functools.lru_cache
def cached(): pass


class Counting:
    def __init__(self, f):
        self.f = f

    def __call__(self):
        self.f()


@Counting
def counted(): pass


decorated()
plain()
cached()
counted()

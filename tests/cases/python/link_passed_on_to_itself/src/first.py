def first(head, *rest):
    return head() if head else first(*rest)


def last(head, *rest):
    rest[0]()
    return last(rest[0], *rest)


def from_the_end(head, *rest):
    rest[-1]()
    return from_the_end(rest[-1], *rest)


def one():
    pass


def two():
    pass


first(one, two)
last(one, two)
from_the_end(one, two)

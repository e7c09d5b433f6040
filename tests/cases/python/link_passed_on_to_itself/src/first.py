def first(head, *rest):
    return head() if head else first(*rest)


def last(head, *rest):
    rest[0]()
    return last(rest[0], *rest)


def one():
    pass


def two():
    pass


first(one, two)
last(one, two)

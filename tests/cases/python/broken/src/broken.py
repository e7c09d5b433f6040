def good():
    return 1


def bad(:
    return good()


def fine():
    return good()

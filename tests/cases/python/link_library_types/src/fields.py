import attr


@attr.s
class Point:
    x = attr.ib()
    y = 0


class Plain:
    x = attr.ib()

    def __init__(self, x): ...


Point(x=1, y=2)
Plain(x=1)

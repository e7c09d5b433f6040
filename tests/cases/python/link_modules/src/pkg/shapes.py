__all__ = ["Square", "area"]


class Square:
    side = 1


class Circle:
    radius = 1


def area(shape):
    return shape


def _hidden():
    return None

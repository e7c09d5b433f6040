"""Names hide names."""

LIMIT = 10
counter: int = 0


def local_hides_global(LIMIT):
    return LIMIT


def assigned_later():
    print(counter)
    counter = 1
    return counter


def writes_global():
    global counter
    counter += LIMIT


def closure(step):
    def inner(value=LIMIT):
        return value + step

    return inner(LIMIT)


def comprehension(rows):
    return [LIMIT for LIMIT in rows] + [LIMIT]


class Shape:
    LIMIT = 3
    twice = LIMIT * 2

    def area(self):
        return LIMIT  # the module's, not the class's


def annotated(Shape: Shape) -> Shape:
    return Shape


def generic[T](value: T) -> T:
    return value


def patterns(value):
    match value:
        case Shape(area=found):
            return found
        case [first, *rest]:
            return first, rest
    try:
        pass
    except ValueError as LIMIT:
        return LIMIT


handler = lambda LIMIT: LIMIT + counter

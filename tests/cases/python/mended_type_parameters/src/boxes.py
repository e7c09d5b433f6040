class Row:
    title = ""


class Box[T = Row, U = int]:
    def put(self, row: T) -> "Box[T]":
        return self


def first(box: Box[Row]) -> Row:
    return box.put(Row()).put(Row())

rows = []


class Table:
    rows = [1, 2]
    size = 2
    first = [row for row in rows]
    all_of_all = [rows for row in rows]  # the element is evaluated inside, where the class is not seen
    sized = [row for row in rows if size]

    @mark([row for row in rows])
    def show(self): ...

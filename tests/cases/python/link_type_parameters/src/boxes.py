class Row:
    title = ""

class Box[T]:
    def put(self, row: T) -> "Box[T]":
        return self
    def get(self) -> T: ...

def first[T](box: Box[T]) -> T:
    return box.get()

type Pair[A] = tuple[A, Row]

def g[T: Row](x: T) -> None:
    x.title

first(Box[Row]()).title

class Shelf[T: Row](Box[T]):
    def top(self, one: T):
        one.title
        self.get().title

type Rows = list[Row]
type Maybe[A] = A | None

def h(rows: Rows, shelf: Shelf[Row], pair: Pair[Row]) -> Maybe[Row]:
    rows[0].title
    shelf.get().title
    shelf.put(rows[0]).get().title

T = "another"
print(T)


class Plain:
    def get(self) -> T: ...


Plain().get().title

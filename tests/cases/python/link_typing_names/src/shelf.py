from typing import DefaultDict, Deque, Dict, List, Optional, Tuple
import typing as t


class Book:
    title = ""


class Shelf(List[Book]):
    pass


def books() -> List[Book]: ...


def pair() -> Tuple[int, List[Book]]: ...


def show(
    some: Optional[t.List[Book]], by_name: Dict[str, Book], row: Tuple[Book, ...], by_year: DefaultDict[int, List[Book]]
):
    some[0].title
    by_name["x"].title
    row[0].title
    by_year[1][0].title
    books()[0].title
    number, found = pair()
    found[0].title
    for book in Shelf():
        book.title


def next_of(queue: Deque[Book], shelf: Shelf):
    queue.popleft().title
    shelf.title  # a shelf is a list

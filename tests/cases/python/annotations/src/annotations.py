import typing as t


class Foo:
    parts: dict[str, "Foo"] = {}
    again: t.ClassVar[list[Foo] | None]


def generic(a: dict[str, Foo] | None = None, *rest: Foo, b: t.Callable[[Foo], Foo]) -> list[Foo]:
    local: list[Foo] = []
    return local


def typed[T: Foo, U](value: T, other: U) -> dict[T, Foo]:
    return {value: other}


class Box[T](t.Generic[T]):
    def get(self) -> T: ...


type Foos = list[Foo]

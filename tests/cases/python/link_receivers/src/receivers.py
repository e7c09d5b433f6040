from typing import Self, Type, TypeVar

T = TypeVar("T", bound="Client")
U = TypeVar("U")


class Client:
    def __enter__(self: T) -> T: ...

    def __exit__(self, *given): ...

    @classmethod
    def make(cls: Type[T]) -> T: ...

    async def later(self) -> Self: ...

    def other(self, value: U) -> U: ...


class AsyncClient(Client):
    async def __aenter__(self: T) -> T: ...

    async def __aexit__(self, *given): ...

    def only(self): ...


class Opened:
    async def __aenter__(self: U) -> U: ...

    async def __aexit__(self, *given): ...

    def only(self): ...


async def use(text):
    with AsyncClient() as entered:
        entered.only()
    async with Opened() as opened:
        opened.only()
    AsyncClient.make().only()
    (await AsyncClient().later()).only()
    AsyncClient().other(text).only()

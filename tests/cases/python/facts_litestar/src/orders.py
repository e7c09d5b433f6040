from litestar import Controller, delete, get, post


class OrderController(Controller):
    path = "/orders"

    @get()
    async def list_orders(self) -> list[str]:
        return []

    @get(["/{order_id:int}", "/by-id/{order_id:int}"])
    async def show(self, order_id: int) -> str:
        return str(order_id)

    @post(operation_id="Add", path="/")
    async def add(self) -> None: ...


class LooseController(Controller):
    @delete("/api/loose/{name:str}")
    async def remove(self, name: str) -> None: ...

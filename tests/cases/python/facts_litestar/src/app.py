from litestar import Litestar, Router, get
from orders import LooseController, OrderController

from shelf import get as fetch


@get("/status", sync_to_thread=False)
def status() -> str:
    return "ok"


@fetch("/no/route")
def other() -> None: ...


api = Router(path="/api", route_handlers=[OrderController])
app = Litestar(route_handlers=[api, status, LooseController])

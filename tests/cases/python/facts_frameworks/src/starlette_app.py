from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute


async def home(request):
    return None


async def feed(socket):
    return None


inner = [Route("/list", home, methods=["GET", "POST"])]

app = Starlette(
    routes=[
        Route("/", endpoint=home),
        Mount("/items", routes=inner),
        Mount("/deep", routes=[Mount("/er", routes=[WebSocketRoute("/feed", feed)])]),
    ],
    middleware=[Middleware(GZipMiddleware)],
)

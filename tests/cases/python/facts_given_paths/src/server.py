from functools import partial

from aiohttp import web
from fastapi import FastAPI


async def logs(request: web.Request, unit: str) -> web.Response: ...


class Server:
    def __init__(self) -> None:
        self.app = web.Application()

    def load(self) -> None:
        self.with_logs("/audio", "audio")
        self.with_logs("/dns", "dns")

    def with_logs(self, path: str, unit: str) -> None:
        self.app.add_routes([
            web.get(f"{path}/logs", partial(logs, unit=unit)),
            web.get(f"{path}/logs/boots/{{boot}}", partial(logs, unit=unit)),
        ])


def page(app: FastAPI, path: str, template: str) -> None:
    @app.get(path)
    def show() -> str:
        return template


api = FastAPI()
page(api, "/about", "about.html")
page(api, path="/terms", template="terms.html")
for name in ("privacy", "cookies"):
    page(api, f"/legal/{name}", "legal.html")


# What is handed over here is a key, not a path.
def cached(store: dict[str, str], path: str) -> str | None:
    return store.get(path)


cached({}, "/never")

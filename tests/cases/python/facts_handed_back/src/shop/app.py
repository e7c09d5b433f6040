from fastapi import APIRouter, FastAPI
from flask import Flask

from shop import tags
from shop.orders import router as orders

app = FastAPI()
site = Flask(__name__)
store = object()


def fill(router: APIRouter) -> APIRouter:
    router.include_router(orders, prefix="/orders")
    return router


def other(router: APIRouter) -> APIRouter:
    return APIRouter(prefix="/other")


plain = fill(APIRouter())
tenant = fill(APIRouter(prefix="/{tenant}"))
app.include_router(plain)
app.include_router(tenant, prefix="/t")
site.before_request(store)
site.register_blueprint(tags.make(site), url_prefix="/tags")

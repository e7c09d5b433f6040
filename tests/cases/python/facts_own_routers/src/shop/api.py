from fastapi import FastAPI
from fastapi import APIRouter as Group

from shop.routers import Shelf, UserRouter

router = UserRouter(prefix="/users")
items = Group(prefix="/items")
shelf = Shelf()


@router.get("/{user_id}")
def show(user_id: int):
    return user_id


@items.post("")
def add():
    return None


@shelf.get("/books")
def no_route():
    return None


app = FastAPI()
app.include_router(router, prefix="/api")
app.include_router(items, prefix="/api")

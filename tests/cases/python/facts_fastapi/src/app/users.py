from fastapi import APIRouter

router = APIRouter(prefix="/users")


class Cache:
    def get(self, key):
        return key


cache = Cache()


@router.get("/{id}")
def read(id: int):
    return cache.get("/no/route")


@router.post("")
async def create():
    return None


@cache.get("/not/a/route/either")
def helper():
    return None


def make_admin():
    inner = APIRouter()

    @inner.delete("/" + "all")
    def wipe():
        return None

    return inner


def fill(application):
    application.add_api_route("/filled", helper, methods=["PUT"])

from sanic import Blueprint, Sanic
from sanic.views import HTTPMethodView

from .other import Pipeline

app = Sanic("shop")
orders = Blueprint("orders", url_prefix="/orders")
users = Blueprint("users", url_prefix="/users")
pages = Blueprint("pages")
api = Blueprint.group(orders, users, url_prefix="/api")


class OrderView(HTTPMethodView):
    async def get(self, request, number):
        return request

    async def delete(self, request, number):
        return request


@orders.get("/")
async def list_orders(request):
    return request


@users.post("/")
async def add_user(request):
    return request


@pages.route("/about")
async def about(request):
    return request


async def health(request):
    return request


app.add_route(health, "/health")
orders.add_route(OrderView.as_view(), "/<number:int>")
app.blueprint(api)
app.blueprint([pages])


@app.middleware("request")
async def add_session(request):
    return request


@app.on_response
async def save_session(request, response):
    return response


async def timed(request):
    return request


app.register_middleware(timed, "request")

pipeline = Pipeline()


@pipeline.middleware("request")
def no_middleware(request):
    return request


pipeline.add_route(health, "/no")

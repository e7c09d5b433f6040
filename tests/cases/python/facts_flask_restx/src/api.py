from flask import Flask
from flask_restx import Api, Namespace, Resource

from registry import Registry

app = Flask(__name__)
api = Api(app, prefix="/api")
orders = api.namespace("orders", description="Orders", path="/o")
carts = api.namespace("carts")
users = Namespace("users", description="Users")
moved = Namespace("moved")
api.add_namespace(users)
api.add_namespace(moved, path="/elsewhere")
others = Registry().namespace("others")


@orders.route("/<int:id>", "/by-number/<number>")
class Order(Resource):
    def get(self, id):
        return id

    def delete(self, id):
        return id


@carts.route("/")
class Carts(Resource):
    def get(self):
        return []


@users.route("/me")
class Me(Resource):
    def get(self):
        return {}


@moved.route("/x")
class Moved(Resource):
    def post(self):
        return {}


@others.route("/no")
class Other:
    def get(self):
        return {}

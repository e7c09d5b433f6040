from flask import Blueprint, Flask
from flask_restful import Api, Resource

mod = Blueprint("orders", __name__)
admin = Blueprint("admin", __name__)
api = Api(mod)
other = Flask("other")
other.register_blueprint(admin, url_prefix="/admin")


class Orders(Resource):
    def get(self):
        return []


@mod.route("/lines")
def lines():
    return []


@admin.route("/users")
def users():
    return []


@other.route("/alone")
def alone():
    return []


api.add_resource(Orders, "/orders")

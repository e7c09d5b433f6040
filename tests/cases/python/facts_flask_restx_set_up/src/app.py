from flask import Blueprint, Flask
from flask_restx import Api, Resource

api = Api(title="Orders")
orders = api.namespace("orders")


@orders.route("/<int:order_id>")
class Order(Resource):
    def get(self, order_id):
        return order_id


def create_app():
    app = Flask(__name__)
    v1 = Blueprint("v1", __name__, url_prefix="/api/v1")
    api.init_app(v1)
    app.register_blueprint(v1)
    return app

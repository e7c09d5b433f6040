from flask import Blueprint, Flask
from flask_restful import Api, Resource

bp = Blueprint("api", __name__, url_prefix="/api")
api = Api(bp)
bare = Api()


class Orders(Resource):
    def get(self):
        return []


class Health(Resource):
    def get(self):
        return "ok"


api.add_resource(Orders, "/orders")
bare.add_resource(Health, "/health")
app = Flask(__name__)
app.register_blueprint(bp)

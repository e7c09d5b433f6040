from flask import Blueprint, Flask
from flask_restx import Namespace, Resource
from ext import ExternalApi

bp = Blueprint("web", __name__, url_prefix="/api")
api = ExternalApi(
    bp,
    version="1.0",
)
ns = Namespace("web", path="/")

@ns.route("/x")
class X(Resource):
    def get(self): ...

api.add_namespace(ns)
app = Flask(__name__)
app.register_blueprint(bp)


class Panel:
    def __init__(self, app): ...

    def add_namespace(self, ns): ...


panel = Panel(bp)  # no group: routes are not its own
panel.add_namespace(Namespace("none", path="/none"))

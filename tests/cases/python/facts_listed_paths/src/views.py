from flask import Blueprint, Flask
from flask.views import MethodView
from helpers import register_view

class Login(MethodView):
    def get(self): ...
    def post(self): ...

def load(app: Flask):
    auth = Blueprint("auth", __name__)
    register_view(auth, routes=["/login", "/signin"], view_func=Login.as_view("login"))
    register_view(
        auth,
        ["/other"],
        Login.as_view("other"),
    )
    app.register_blueprint(auth, url_prefix="/auth")


class Named(MethodView):
    methods = ["PUT"]


def more(app: Flask, cache):
    view = Login.as_view("again")
    app.add_url_rule("/again", view_func=view)
    app.add_url_rule("/named", view_func=Named.as_view("named"))
    app.add_url_rule(cache.path, view_func=view)  # nothing is known of the path
    for path in cache.paths:
        app.add_url_rule(path, view_func=view)

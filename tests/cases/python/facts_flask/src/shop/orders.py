from flask import Blueprint
from flask.views import MethodView

from lookalike import Blueprint as Other

orders = Blueprint("orders", __name__, url_prefix="/replaced")
other = Other("other")


@orders.before_request
def check():
    return None


@orders.route("/orders/<int:id>", methods=["GET", "PUT"])
def order(id):
    return str(id)


class Items(MethodView):
    def get(self):
        return "all"

    def post(self):
        return "new"


orders.add_url_rule("/items", view_func=Items.as_view("items"))


@other.route("/nothing")
def nothing():
    return None

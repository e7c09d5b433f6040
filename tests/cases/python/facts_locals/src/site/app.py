from flask import Flask

app = Flask(__name__)


def routes(given):
    base = "/admin"
    varies = "/a"
    varies = "/b"
    given = "/c"
    app.add_url_rule(base + "/users", view_func=users)
    app.add_url_rule(f"{varies}/users", view_func=users)
    app.add_url_rule(f"{given}/users", view_func=users)


def users():
    return []

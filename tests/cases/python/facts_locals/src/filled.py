from flask import Flask

from .other import Shelf


def user():
    return "user"


def fill(app, settings):
    prefix = settings.get("URL_PREFIX") or ""
    if prefix:
        prefix = "/%s" % prefix.strip("/")
    app.add_url_rule("%s/users/<id>/" % prefix, "user", view_func=user)
    app.add_url_rule("/v%d/%s" % (2, "users"), "users", view_func=user)


fill(Flask(__name__), {})
Shelf().add_url_rule("/%s/no" % "users", "users", view_func=user)

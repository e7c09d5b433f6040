from flask import Blueprint


def make(site):
    blueprint = Blueprint("tags", __name__)

    @blueprint.route("/list")
    def listing():
        return []

    return blueprint


def take(site):
    return site.cache.get("no")

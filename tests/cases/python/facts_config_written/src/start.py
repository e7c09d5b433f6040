import os

from django.conf import settings
from flask import Flask

app = Flask(__name__)


def start(cache):
    os.environ["MODE"] = "test"
    os.environ.setdefault("SETTINGS_MODULE", "shop.settings")
    os.environ["PATH"] += ":/opt/bin"
    mode = os.environ["MODE"]
    found = os.environ["HOME"] == mode
    app.config["TESTING"] = True
    settings.DEBUG = found
    cache["MODE"] = mode
    return app.config["SECRET"], settings.DEBUG

from flask import Flask

API_VERSION = 2


def create_app(blueprints):
    app = Flask(__name__)

    @app.route("/ping")
    def ping():
        return "pong"

    configure(app, blueprints)
    return app


def configure(app, blueprints):
    for blueprint in blueprints:
        app.register_blueprint(blueprint, url_prefix=f"/api/{API_VERSION}")

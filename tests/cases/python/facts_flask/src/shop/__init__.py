from flask import Flask

from shop.orders import orders


def create_app():
    app = Flask(__name__)
    app.register_blueprint(orders, url_prefix="/shop")
    register(app)
    return app


def register(app):
    @app.route("/health")
    def health():
        return "ok"

    app.logger.warning("started with %s", app.config["MODE"])

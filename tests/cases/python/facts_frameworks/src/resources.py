import falcon
import tornado.web
from dependency_injector import containers, providers
from flask_restful import Api, Resource
from ninja import NinjaAPI, Router


class Todo(Resource):
    def get(self):
        return None

    def delete(self):
        return None


api = Api(prefix="/v1")
api.add_resource(Todo, "/todo", "/task")


class Quote:
    def on_get(self, request, response):
        return None


falcon.App().add_route("/quote", Quote())


class Page(tornado.web.RequestHandler):
    def post(self):
        return None


tornado.web.Application([(r"/page/([0-9]+)", Page)])

ninja = NinjaAPI()
events = Router()
ninja.add_router("/events", events)


@events.get("/{id}")
def event(request, id: int):
    return id


class Service:
    pass


class Container(containers.DeclarativeContainer):
    service = providers.Singleton(Service)

from typing import Any
from fastapi import APIRouter as _APIRouter
from fastapi.routing import APIRoute


class AutoCommitAPIRoute(APIRoute):
    pass


def get_api_router_class(route_class: type[APIRoute]) -> type[_APIRouter]:
    class _CustomAPIRouter(_APIRouter):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            kwargs["route_class"] = route_class
            super().__init__(*args, **kwargs)

    return _CustomAPIRouter

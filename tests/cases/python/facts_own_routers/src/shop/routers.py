from fastapi import APIRouter, Depends


class UserRouter(APIRouter):
    def __init__(self, prefix: str = "") -> None:
        super().__init__(prefix=prefix, dependencies=[Depends(print)])


class Shelf:
    def get(self, name: str):
        return lambda function: function

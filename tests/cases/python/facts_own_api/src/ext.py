from flask import Blueprint, Flask
from flask_restx import Api


class ExternalApi(Api):
    def __init__(self, app: Blueprint | Flask, *args, **kwargs):
        super().__init__(app, *args, **kwargs)

import os
from os import environ, getenv

from decouple import config
from pydantic_settings import BaseSettings

PREFIX = "APP_"
NAME = os.environ["NAME"]
USER = environ.get("USER", "nobody")
HOME = getenv(PREFIX + "HOME")
DEBUG = config("DEBUG", default=False, cast=bool)


class Settings(BaseSettings):
    model_config = {"env_prefix": "shop_"}

    database_url: str
    retries: int = 3


table = {"x": 1}
table.get("not_a_key")


def lookup(environ):
    return environ.get("not_this_one")

env = os.environ.copy()
SECRET = env["SECRET_KEY"]

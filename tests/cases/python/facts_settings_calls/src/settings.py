from pydantic_settings import BaseSettings
from starlette.config import Config

config = Config(".env")


class Settings(BaseSettings):
    LICENSE_NAME: str = config("LICENSE", default=None)
    PORT: int = 80
    TOKEN: str = str("config")

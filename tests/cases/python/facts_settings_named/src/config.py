from pydantic import BaseSettings, Field, BaseModel


class Settings(BaseSettings):
    debug: bool = False
    url: str = Field(..., env="DATABASE_URL")
    token: str = Field("x", validation_alias="API_TOKEN")
    size: int = Field(3)

    class Config:
        env_prefix = "SHOP_"


class NoSettings(BaseModel):
    url: str = Field(..., env="NOT_A_KEY")

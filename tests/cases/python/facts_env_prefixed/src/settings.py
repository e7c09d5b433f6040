from environs import Env

from other import box

env = Env()
DEBUG = env.bool("DEBUG", False)

with env.prefixed("SHOP_"):
    HOST = env.str("HOST")
    with env.prefixed("DB_"):
        NAME = env("NAME", "shop")
    PORT = env.int("PORT")

with box.prefixed("NOT_"):
    LAST = env("LAST")

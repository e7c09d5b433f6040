from environs import Env

env = Env()
env.read_env()
DEBUG = env.bool("DEBUG", default=False)
URL = env("DATABASE_URL")
words = {"str": len}
words["str"]("no")

from config.env import Store, env, env_bool, env_number, label, variables

DEBUG = env_bool("APP_DEBUG", default=True)
WORKERS = env_number("WORKERS")
URL = env.str("DATABASE_URL")
NAME = env("APP_NAME", default="shop")
HOME = variables.get("HOME")
store = Store()
store.get("NOT_A_SETTING")
label("NOT_READ")
env_bool("words, no key")

from .base import *

SECRET_KEY = os.environ.get("SECRET_KEY") or "none"
OTHER = own.get("NOT_A_SETTING")

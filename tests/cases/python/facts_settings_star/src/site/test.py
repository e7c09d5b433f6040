from .development import *

NAME = os.getenv("TEST_NAME")

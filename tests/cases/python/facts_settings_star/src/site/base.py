import os

from site.own import environ as own

DEBUG = os.environ.get("DEBUG")

import os

import environ

env = environ.Env()
variables = os.environ.copy()


def env_bool(name, default=False):
    return os.environ.get(name, str(default)) == "True"


def env_number(name):
    return int(read(name))


def read(name):
    return os.environ[name]


class Store:
    def get(self, name):
        return {}.get(name)


def label(name):
    return name.lower()

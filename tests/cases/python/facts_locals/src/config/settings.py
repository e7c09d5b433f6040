import os

MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]


class Setup:
    @staticmethod
    def add(MIDDLEWARE, position=None):
        toolbar = "debug_toolbar.middleware.DebugToolbarMiddleware"
        MIDDLEWARE = MIDDLEWARE + [toolbar]
        return MIDDLEWARE


def tested(names):
    if "CI" in os.environ or "TERM" not in os.environ:
        os.environ["WRITTEN"] = "1"
    return "no" in names

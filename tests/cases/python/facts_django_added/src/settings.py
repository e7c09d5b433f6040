from base import *
MIDDLEWARE = ["debug_toolbar.middleware.DebugToolbarMiddleware"] + MIDDLEWARE
MIDDLEWARE = MIDDLEWARE + ["a.middleware.A"]
MIDDLEWARE = [*MIDDLEWARE, "b.middleware.B"]
MIDDLEWARE = ("c.middleware.C",) + tuple(MIDDLEWARE)
def setup(MIDDLEWARE):
    name = "d.middleware.D"
    MIDDLEWARE = MIDDLEWARE + [name]
    return MIDDLEWARE

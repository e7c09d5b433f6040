from shop.settings import *

MIDDLEWARE = ["toolbar.middleware.Toolbar"] + MIDDLEWARE
if DEBUG:
    MIDDLEWARE = [*MIDDLEWARE, "profiler.middleware.Profiler"]
MIDDLEWARE_NAMES = ["not.middleware.Listed"] + []

import os.path
import json as j, sys
from . import other
from ..outer import thing
from __future__ import annotations

try:
    import fast
except ImportError:
    fast = None


def run():
    import late
    return late, os.path.join("a"), j.dumps(thing), fast

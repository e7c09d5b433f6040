from .core import Engine as Motor, run
from .shapes import *
from . import sub

__all__ = ["Motor", "run", "Square"]

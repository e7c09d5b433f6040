from .core import run as go
from .core import *

__all__ = ["go"]

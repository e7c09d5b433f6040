from ..core import Engine
from .. import shapes

from . import Engine
from ..shapes import Circle, _hidden
import pkg.core
import pkg.shapes as forms
import missing.thing
import collections

Engine().start()
pkg.core.run(None)
forms.Square.side
Circle.radius
_hidden()
missing.thing.call()
collections.OrderedDict().items()
pkg.nothing

"""Every module has some names without saying so."""

import os

HERE = os.path.dirname(__file__)
print(__name__.upper(), __doc__)
print(__nothing__)


def __file__():
    """From here on the module's own."""

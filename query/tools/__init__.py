"""Tool families, found by looking: packages here whose module `family` holds FAMILY and whose others declare tools."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from query.tools.registry import Family


@cache
def families() -> tuple[Family, ...]:
    """All families with all of their tools, in the order of their names."""
    packages = (module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return tuple(_family(name) for name in packages if find_spec(f"{__name__}.{name}.family"))


def _family(name: str) -> Family:
    package = import_module(f"{__name__}.{name}")
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    family: Family = import_module(f"{package.__name__}.family").FAMILY
    # Who imported one of the modules before must not show in the order.
    family.tools.sort(key=lambda tool: tool.function.__module__)
    return family

"""References as a reader counts them: places in the source that name a definition.

Not so what a call reaches through a value (a wrapper is reached by every call of what it wraps), and not that one
definition stands in for another: a type may satisfy an interface that it never names.
"""

from __future__ import annotations

import numpy as np

from indexer import schema
from query.engine.tables import RULES, Bools, Ints
from query.engine.view import View

_IMPORT = schema.REF_KINDS.index("import")
_STANDING_IN = [schema.REF_KINDS.index(kind) for kind in ("override", "implementation")]
_FLOW, _ARGUMENT = RULES.index("flow"), RULES.index("argument")


def uses(view: View) -> Ints:
    """How often each symbol is named, imports left out."""
    refs = view.loaded.refs
    return np.bincount(refs.target[_named(view) & (refs.kind != _IMPORT)], minlength=len(view.loaded.symbols))


def dependencies(view: View) -> Bools:
    """Which rows make their file depend on the target; what callers hand in is their choice, and their dependency."""
    return np.asarray(_named(view) & (view.loaded.refs.rule != _ARGUMENT), np.bool_)


def _named(view: View) -> Bools:
    refs = view.loaded.refs
    return np.asarray((refs.target >= 0) & (refs.rule != _FLOW) & ~np.isin(refs.kind, _STANDING_IN), np.bool_)

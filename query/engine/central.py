"""How central symbols are: PageRank over the reference graph, so that what much-used code relies on counts, too."""

from __future__ import annotations

import numpy as np

from indexer import schema
from query.engine.tables import RULES, Refs, Symbols
from query.engine.words import Floats

DAMPING = 0.85
ROUNDS = 30
_IMPORT = schema.REF_KINDS.index("import")
_HANDED_ON = RULES.index("flow")  # a wrapper is reached by every call of what it wraps, and named by nobody


def centrality(refs: Refs, symbols: Symbols) -> Floats:
    """0 to 1 for each symbol, on a scale of logarithms; what only tests use is not central."""
    count = len(symbols)
    if not count:
        return np.zeros(0, np.float32)
    counted = (refs.target >= 0) & (refs.source >= 0) & (refs.kind != _IMPORT) & (refs.target != refs.source)
    counted &= ~symbols.is_test[refs.source] & (refs.rule != _HANDED_ON)
    # Using something twice in one place makes it no more central.
    pairs = np.unique(refs.source[counted].astype(np.int64) * count + refs.target[counted])
    source, target = np.divmod(pairs, count)
    leading = np.bincount(source, minlength=count)
    rank = np.full(count, 1 / count)
    for _ in range(ROUNDS):
        received = np.bincount(target, weights=rank[source] / leading[source], minlength=count)
        kept = rank[leading == 0].sum() / count
        rank = (1 - DAMPING) / count + DAMPING * (received + kept)
    scale = np.log(rank / rank.min())
    return np.asarray(scale / max(float(scale.max()), 1e-9), np.float32)

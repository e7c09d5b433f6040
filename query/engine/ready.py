"""A view before anybody is shown it: what questions need is made, so that none of them waits for it."""

from __future__ import annotations

from query.engine.metrics import counts
from query.engine.processes import chains
from query.engine.view import View


def make_ready(view: View) -> None:
    """Load what searches and references need, and what cards need where some were asked for before."""
    loaded = view.loaded
    _ = loaded.prior, loaded.words, loaded.calls, loaded.facts
    counts.follow(view)
    chains.follow(view)

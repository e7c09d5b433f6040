"""A summary on one page, for readers and agents that cannot ask."""

from __future__ import annotations

from query.engine.summary import summarize
from query.engine.view import View
from query.export import Pieces


def pieces(view: View) -> Pieces:
    yield summarize(view).encode("utf-8", "replace")

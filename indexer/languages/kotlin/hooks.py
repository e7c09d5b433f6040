"""Kotlin: a grammar almost without fields, so that the parts of a node are told by their types and places."""

from __future__ import annotations

from indexer.languages.kotlin import calls, declarations, expressions
from indexer.languages.kotlin.parts import refine, refine_import

__all__ = ["ROLES", "refine", "refine_import"]
ROLES = {**declarations.ROLES, **expressions.ROLES, **calls.ROLES}

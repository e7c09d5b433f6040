"""Kotlin: a grammar almost without fields, so that the parts of a node are told by their types and places."""

from __future__ import annotations

from indexer.languages.kotlin import branches, calls, declarations, expressions, functions
from indexer.languages.kotlin.parts import refine, refine_import

__all__ = ["ROLES", "refine", "refine_import"]
ROLES = {**declarations.ROLES, **functions.ROLES, **expressions.ROLES, **branches.ROLES, **calls.ROLES}

"""Named statements of report.sql."""

from __future__ import annotations

from typing import Any

from query.mount import Mounted
from query.state import statements


def rows(mounted: Mounted, name: str, **values: object) -> list[tuple[Any, ...]]:
    cursor = mounted.cursor()
    try:
        return cursor.execute(statements("query.pages", "report")[name], values).fetchall()
    finally:
        cursor.close()

"""The fleet family: what all repositories of the cache know.

Listed on request only: a server answers about the repositories that it was given, and these tools about all there are.
"""

from __future__ import annotations

from query.tools.codemap.failures import failure
from query.tools.registry import Family

FAMILY = Family(
    name="fleet",
    summary="Who uses a name, over all repositories of the cache: fleet_find_references.",
    result=lambda returned: returned,
    wrap=lambda call, answer: answer,
    failure=failure,
    on_request=True,
)

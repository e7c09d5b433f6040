"""The codebase family: plain answers, and failures as errors of the protocol, as its contract wants them."""

from __future__ import annotations

from query.tools.codebase.failures import failure
from query.tools.registry import Family

FAMILY = Family(
    name="codebase",
    summary=(
        "Register and index a repository: index_repository. Development tasks: create_task, get_task, list_tasks, "
        "update_task."
    ),
    result=lambda returned: returned,
    wrap=lambda call, answer: answer,
    failure=failure,
)

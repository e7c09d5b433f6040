"""codemap.summarize: a repository on one page."""

from __future__ import annotations

from query.tools.call import Call
from query.tools.codemap.answers import Answer, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.records import SummaryResponse
from query.tools.codemap.routing import Where, opened


@FAMILY.tool("codemap.summarize")
def summarize(call: Call, where: Where) -> Answer[SummaryResponse]:
    """The architecture on one page of Markdown: languages, packages, entry points, surfaces, hot spots."""
    from query.engine import summary

    with opened(call, where) as view:
        text = summary.summarize(view)
    return Answer(
        "one page of Markdown",
        SummaryResponse(markdown=text),
        next_actions=[next_action(call, "surfaces.list_endpoints", "where requests come in")],
    )

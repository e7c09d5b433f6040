"""The CodeMap family: dotted names, one envelope, coded errors."""

from __future__ import annotations

from query.tools.codemap.answers import envelope_of, wrap
from query.tools.codemap.failures import failure
from query.tools.registry import Family

FAMILY = Family(
    name="codemap",
    summary=(
        "Find a definition: symbols_search. What it is and calls: symbols_get_card. Its source: "
        "symbols_get_definition_span; any lines: code_get_span. Who uses it: refs_find, graph_callers. What it "
        "reaches: graph_callees, graph_trace_feature. Bases and subtypes: types_hierarchy. What changed: "
        "index_diff; what a change reaches: index_blast_radius. Routes, settings, tables: surfaces_list_*. The whole: "
        "codemap_summarize. Anything else: query_sql."
    ),
    result=envelope_of,
    wrap=wrap,
    failure=failure,
)

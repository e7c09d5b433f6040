"""GraphML: definitions as nodes; references, containment and bases as edges, with how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from query.engine.view import View
from query.export import Pieces, selected

_NODE = {
    "kind": "string", "name": "string", "language": "string", "path": "string", "line_start": "int",
    "line_end": "int", "is_test": "boolean", "visibility": "string",
}  # fmt: skip
_EDGE = {"kind": "string", "count": "int"}
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'


def pieces(view: View) -> Pieces:
    """The keys, the nodes, the edges."""
    yield _HEAD.encode()
    for domain, keys in (("node", _NODE), ("edge", _EDGE)):
        for name, type in keys.items():
            yield f'<key id="{domain}_{name}" for="{domain}" attr.name="{name}" attr.type="{type}"/>\n'.encode()
    yield f'<graph id={_quoted(view.mounted.commit)} edgedefault="directed">\n'.encode()
    for row in selected(view.mounted, "nodes"):
        yield f"<node id={_quoted(row['symbol_id'])}>{_data('node', _NODE, row)}</node>\n".encode()
    for row in selected(view.mounted, "edges"):
        ends = f"source={_quoted(row['source'])} target={_quoted(row['target'])}"
        yield f"<edge {ends}>{_data('edge', _EDGE, row)}</edge>\n".encode()
    yield b"</graph>\n</graphml>\n"


def _data(domain: str, keys: Mapping[str, str], row: Mapping[str, Any]) -> str:
    return "".join(
        f'<data key="{domain}_{name}">{escape(_shown(row[name]))}</data>' for name in keys if row[name] is not None
    )


def _shown(value: object) -> str:
    return _allowed(str(value).lower() if isinstance(value, bool) else str(value))


def _quoted(text: str) -> str:
    return quoteattr(_allowed(text))


def _allowed(text: str) -> str:
    """Text without the control characters and halves of characters that XML has no way to write."""
    kept = (char if char >= " " or char in "\t\n\r" else "\ufffd" for char in text)
    return "".join(kept).encode("utf-8", "replace").decode()

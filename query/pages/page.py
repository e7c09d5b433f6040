"""The report as one file of HTML: script, style and data inside, nothing fetched.

The script is built by `ci/pages/build` and runs by its hash alone; the data is packed text that a browser never parses
as HTML, whatever a repository's names hold.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from query.errors import InvalidArgument


def write_page(data: dict[str, Any], folder: Path) -> Path:
    """Write `index.html` into the folder, which is made where it is missing."""
    page = folder / "index.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(render(data), encoding="utf-8")
    except OSError as error:
        raise InvalidArgument(f"cannot write {page}: {error.strerror}", "name a folder that can be written") from error
    return page


def render(data: dict[str, Any]) -> str:
    """The page; the same data gives the same text."""
    script = _static("page.js")
    packed = gzip.compress(
        json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"), mtime=0
    )
    return Template(_static("page.html")).substitute(
        hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        style=_static("page.css"),
        script=script,
        data=base64.b64encode(packed).decode(),
    )


def _static(name: str) -> str:
    return files("query.pages").joinpath("static", name).read_text(encoding="utf-8").strip()

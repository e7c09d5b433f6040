"""What kind of question a text is: a name, a path, an error, or words."""

from __future__ import annotations

import re
from collections.abc import Collection

from query.search.frames import frames
from query.search.model import ERROR, NATURAL, PATH, SYMBOL

IDENTIFIER = re.compile(r"[~@$]?[^\W\d][\w$]*[?!]?(?:(?:\.|::|->|#|/)[^\W\d][\w$]*[?!]?)*(?:\(\))?")
_PATH_LIKE = re.compile(r"\.{0,2}/?[\w@.+()\[\]-]+(?:[/\\][\w@.+()\[\]-]+)*(?::\d+(?::\d+)?)?")
_QUOTED = re.compile(r"\"[^\"]{3,}\"|'[^']{3,}'|“[^”]{3,}”")
_ERROR = re.compile(
    r"\b(?:[A-Z]\w*(?:Error|Exception|Fault)\b|panicked at|Traceback|segmentation fault|exit (?:code|status) \d+"
    r"|[A-Z]{1,4}\d{3,5}\b|E[A-Z]{4,}\b|0x[0-9A-Fa-f]{6,})"
    r"|^(?:panic|fatal|fatal error|error): \S"  # how programs begin their last line
    r"|^(?:[a-z_]\w*\.)*[A-Z][a-z0-9]+[A-Z]\w*: \S",  # an exception's name, and what it says
    re.MULTILINE,
)


def classify(query: str, extensions: Collection[str]) -> str:
    """`extensions` are those of the repository's files: `app.py` is a path where there are Python files."""
    text = query.strip()
    if frames(text):
        return ERROR
    if _is_path(text, extensions):
        return PATH
    if IDENTIFIER.fullmatch(text):
        return SYMBOL
    return ERROR if _QUOTED.search(text) or _ERROR.search(text) else NATURAL


def _is_path(text: str, extensions: Collection[str]) -> bool:
    if not _PATH_LIKE.fullmatch(text):
        return False
    name = re.sub(r"(?::\d+)+$", "", text).replace("\\", "/")
    last = name.rpartition("/")[2]
    return "/" in name or ("." in last and last.rpartition(".")[2].lower() in extensions)

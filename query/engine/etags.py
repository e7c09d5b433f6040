"""Tags that change exactly when what is said changes: hashes of the answer itself, not of what it was made from."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_LENGTH = 16


def etag(said: dict[str, Any]) -> str:
    """The tag of an answer; the order of keys does not count."""
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]

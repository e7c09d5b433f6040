"""Prints one value of a JSON file, by dotted name; nothing where it is missing."""

import json
import sys
from pathlib import Path
from typing import Any


def value(document: Any, names: list[str]) -> Any:
    for name in names:
        document = document.get(name) if isinstance(document, dict) else None
    return document


found = value(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[-1]), sys.argv[2].split("."))
text = "" if found is None else json.dumps(found) if isinstance(found, bool | dict | list) else str(found)
print(text.replace("\n", " "))

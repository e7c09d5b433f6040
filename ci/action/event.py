"""Three lines for the shell: is this a pull request, is it a stranger's, and the tip of its base.

What cannot be read is taken for a stranger's.
"""

import json
import os
import re
from pathlib import Path
from typing import Any


def described(event: dict[str, Any]) -> tuple[str, str, str]:
    request = event.get("pull_request")
    if not request:
        return "no", "no", ""
    own = ((event.get("repository") or {}).get("id"), ((request["head"] or {}).get("repo") or {}).get("id"))
    base = str(request["base"]["sha"])
    if not re.fullmatch(r"[0-9a-f]{40,64}", base):
        raise ValueError("the base is no commit")
    return "yes", "no" if own[0] is not None and own[0] == own[1] else "yes", base


def main() -> None:
    is_request = os.environ.get("GITHUB_EVENT_NAME", "").startswith("pull_request")
    try:
        found = described(json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8")))
    except (KeyError, OSError, ValueError, TypeError, AttributeError):
        found = ("no", "yes" if is_request else "no", "")
    print("\n".join(found))


main()

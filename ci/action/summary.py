"""The job summary of a build, in Markdown. Of the repository's own text it shows nothing but numbers."""

import json
import sys
from pathlib import Path
from typing import Any

LANGUAGES = 8


def summary(result: dict[str, Any]) -> list[str]:
    counts: dict[str, Any] = result["manifest"]["counts"]
    how = "found in the cache" if result["already_existed"] else f"built in {result['seconds']:.1f} s"
    lines = [f"### CodeMap: `{result['commit'][:12]}` {how}", ""]
    lines += ["| " + " | ".join(counts["rows"]) + " |", "|" + "---:|" * len(counts["rows"])]
    lines += ["| " + " | ".join(f"{number:,}" for number in counts["rows"].values()) + " |", ""]
    symbols = sorted(counts["symbols_by_language"].items(), key=lambda item: (-item[1], item[0]))
    lines += ["Symbols: " + ", ".join(f"{name} {number:,}" for name, number in symbols[:LANGUAGES]) + ".", ""]
    codes: dict[str, int] = {}
    for diagnostic in result["manifest"]["diagnostics"]:
        codes[diagnostic["code"]] = codes.get(diagnostic["code"], 0) + 1
    if codes:
        told = ", ".join(f"{code.replace('_', ' ')} {number:,}" for code, number in sorted(codes.items()))
        lines += [f"Left out or done with less: {told}.", ""]
    return lines


print("\n".join(summary(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[-1]))))

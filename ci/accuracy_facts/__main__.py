"""How many facts of real applications are right: `python ci/accuracy_facts [--repos DIR] [--wrong N] [--json] [NAME…]`.

Tables are in tests/fact_tables/ (--tables names another folder); repositories are looked for below --repos as
owner+name/repo, owner+name, owner/name or name, each with or without .git.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "ci")]  # `accuracy_facts` is no package of the project

from accuracy_facts.scoring import Score, score, told_facts  # noqa: E402
from accuracy_facts.tables import Table, read_table  # noqa: E402


def find_clone(repository: str, commit: str, repos: Path) -> Path | None:
    """A clone below the folder that has the commit."""
    owner, _, name = repository.rpartition("/")
    stems = (f"{owner}+{name}", f"{owner}/{name}", name)
    for place in (f"{stem}{end}" for stem in stems for end in ("/repo", "", ".git")):
        command = ["git", "-C", str(repos / place), "cat-file", "-e", f"{commit}^{{commit}}"]
        if (repos / place).is_dir() and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
            return repos / place
    return None


def show(table: Table, scores: list[Score], samples: int) -> None:
    for one in scores:
        verdict = "" if one.passes else "  below the bar"
        numbers = f"{one.right:5} right {len(one.wrong):4} wrong {len(one.missed):4} missed"
        print(f"{table.name:40} {one.kind:16} {one.precision:.3f} / {one.recall:.3f} {numbers}{verdict}")
        for sign, rows in (("+", one.wrong), ("-", one.missed)):
            for row in sorted(rows)[:samples]:
                print(f"    {sign} {row.value}  {row.handler}  {row.path}:{row.line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--tables", type=Path, default=ROOT / "tests" / "fact_tables")
    parser.add_argument("--repos", type=Path, default=Path())
    parser.add_argument("--wrong", type=int, default=0, metavar="N", help="show N wrong and N missed rows of each kind")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--strict", action="store_true", help="fail where a kind is below its bar")
    arguments = parser.parse_args()
    files = [file for file in sorted(arguments.tables.glob("*.tsv")) if _chosen(file, arguments.names)]
    results: list[tuple[Table, list[Score]]] = []
    for table in map(read_table, files):
        repo = find_clone(table.repository, table.commit, arguments.repos)
        if repo is None:
            print(f"{table.name}: no clone of {table.repository} with {table.commit[:12]} in {arguments.repos}: "
                  "clone it there, or name another folder with --repos", file=sys.stderr)  # fmt: skip
            continue
        results.append((table, score(table, told_facts(repo, table))))
        if not arguments.json:
            show(*results[-1], arguments.wrong)
    if arguments.json:
        print(json.dumps([_as_json(table, scores) for table, scores in results], indent=1))
    if arguments.strict and not all(one.passes for _, scores in results for one in scores):
        sys.exit(1)


def _chosen(file: Path, names: list[str]) -> bool:
    return not names or any(name in file.stem for name in names)


def _as_json(table: Table, scores: list[Score]) -> dict[str, object]:
    kinds = {
        one.kind: {"precision": one.precision, "recall": one.recall, "right": one.right, "wrong": len(one.wrong),
                   "missed": len(one.missed), "passes": one.passes}
        for one in scores
    }  # fmt: skip
    return {"table": table.name, "repository": table.repository, "commit": table.commit, "kinds": kinds}


if __name__ == "__main__":
    main()

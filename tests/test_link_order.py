"""What linking finds does not depend on the order of files or of the work."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pyarrow as pa
import pytest

from indexer import languages
from indexer.assemble import assemble
from indexer.extract.rows import unpack
from indexer.link import worklist as linking
from indexer.model import Entry, Limits
from indexer.modules import Tree, is_manifest
from indexer.raw import merge
from indexer.task import Job, Task, run_task

CASES = Path(__file__).parent / "cases"
LINKED = sorted(name for name in languages.names() if languages.load(name).linking)


class _Shuffled(deque[int]):
    """A queue that hands out whatever it likes."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance

    def popleft(self) -> int:
        self.rotate(self.chance.randrange(len(self)))
        return super().popleft()


def files_of(language: str) -> dict[str, bytes]:
    """All cases of a language side by side, as one repository."""
    found: dict[str, bytes] = {}
    for case in sorted((CASES / language).glob("*/src")):
        for path in sorted(case.rglob("*")):
            if path.is_file():
                found[f"{case.parent.name}/{path.relative_to(case).as_posix()}"] = path.read_bytes()
    return found


def build(contents: dict[str, bytes], chance: random.Random) -> dict[str, pa.Table]:
    entries = [Entry(path, str(number), len(data)) for number, (path, data) in enumerate(sorted(contents.items()))]
    jobs = []
    for number, entry in enumerate(entries):
        language = languages.detect(entry.path, contents[entry.path])
        if languages.is_parsed(language):
            jobs.append(Job(number, entry.path, str(language), contents[entry.path]))
    chance.shuffle(jobs)
    batches = [unpack(run_task(Task(0, [job]), Limits()).buffers) for job in jobs]
    manifests = {path: data for path, data in contents.items() if is_manifest(path)}
    return dict(assemble(merge(batches), entries, Tree(frozenset(contents), manifests), None))


@pytest.mark.parametrize("language", LINKED)
def test_order_of_files_and_work_does_not_show(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = files_of(language)
    chance = random.Random(language)
    first = build(contents, random.Random(0))
    monkeypatch.setattr(linking, "deque", lambda: _Shuffled(chance))
    for _ in range(3):
        again = build(contents, chance)
        for name, table in first.items():
            assert again[name].to_pylist() == table.to_pylist()

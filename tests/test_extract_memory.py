"""Workers run without the collector of cycles: nothing of a file may stay behind in one."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from indexer import languages
from indexer.extract.unit import Unit
from indexer.model import Limits
from indexer.task import Job, Task, run_task

CASES = Path(__file__).parent / "cases"
PARSED = sorted(name for name in languages.names() if languages.is_parsed(name) and (CASES / name).is_dir())


@pytest.mark.parametrize("language", PARSED)
def test_no_unit_is_left_in_a_cycle(language: str) -> None:
    paths = sorted(path for path in (CASES / language).glob("*/src/**/*") if path.is_file())
    found = [(path, data) for path in paths if languages.detect(path.name, data := path.read_bytes()) == language]
    assert found
    jobs = [Job(number, path.name, language, data) for number, (path, data) in enumerate(found)]
    run_task(Task(0, jobs), Limits())
    gc.collect()
    gc.disable()
    try:
        run_task(Task(0, jobs), Limits())
        left = [thing for thing in gc.get_objects() if isinstance(thing, Unit)]
    finally:
        gc.enable()
    assert len(left) == 0

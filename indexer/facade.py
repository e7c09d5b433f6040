"""The indexer's one function for the query side: file contents to the tables of the schema."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from indexer.model import Entry, Limits
from indexer.modules import Tree, is_manifest
from indexer.pool import Job, Task, run_task

if TYPE_CHECKING:
    import pyarrow as pa


def index_contents(contents: Mapping[str, bytes], limits: Limits | None = None) -> dict[str, pa.Table]:
    """The tables that a commit with exactly these files would have, built in this process."""
    from indexer import languages
    from indexer.assemble import assemble
    from indexer.extract import list_only
    from indexer.extract.rows import Batch, unpack
    from indexer.raw import merge

    entries = [Entry(path, _blob(data), len(data)) for path, data in sorted(contents.items())]
    listed, jobs = Batch(), []
    for number, entry in enumerate(entries):
        data = contents[entry.path]
        language = languages.detect(entry.path, data)
        if language is not None and languages.is_parsed(language):
            jobs.append(Job(number, entry.path, language, data))
        else:
            list_only(listed, number, entry.path, language, data)
    done = run_task(Task(0, jobs), limits or Limits())
    manifests = {path: data for path, data in contents.items() if is_manifest(path)}
    raw = merge([unpack(done.buffers), listed.tables()])
    return dict(assemble(raw, entries, Tree(frozenset(contents), manifests), None))


def _blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()

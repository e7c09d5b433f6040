"""A part of a commit: what lies below a folder, and what the folders above it say about its modules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.model import Entry, Part
from indexer.modules import is_manifest, is_marker

if TYPE_CHECKING:
    from indexer.source.blobs import BlobReader
    from indexer.source.filters import TreeItem

MOST_MANIFEST_BYTES = 1_000_000


def part_of(tree: Iterable[TreeItem], below: str, reader: BlobReader) -> Part:
    """All of the tree where `below` is empty."""
    if not below:
        return Part()
    bare = Part(below)
    above = [item for item in tree if item.is_file and bare.is_under(item.path.rpartition("/")[0])]
    telling = [
        Entry(item.path, item.blob, item.size)
        for item in above
        if is_manifest(item.path) and item.size is not None and item.size <= MOST_MANIFEST_BYTES
    ]
    markers = tuple(sorted(item.path for item in above if is_marker(item.path)))
    return Part(below, markers, {entry.path: data for entry, data in reader.read(telling)})

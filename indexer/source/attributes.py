"""What the .gitattributes files of one commit say about generated and vendored files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from indexer.model import Entry
from indexer.source.blobs import BlobReader
from indexer.source.command import GitFailed, Repository
from indexer.source.filters import Findings, TreeItem, is_unsafe

_FILE = ".gitattributes"
_ATTRIBUTES = {"linguist-generated": "generated", "linguist-vendored": "vendored"}  # the first one that holds is told
_LARGE = 1_000_000  # git looks into such a file itself


def origins(
    repo: Repository, tree: Iterable[TreeItem], files: Sequence[TreeItem], reader: BlobReader, findings: Findings
) -> dict[str, str]:
    """Why a file is not to be parsed, by path. `repo` is an isolated one: its index is ours to write."""
    sources = [item for item in tree if _is_attributes_file(item)]
    if not files or not _mention_linguist(sources, reader):
        return {}
    try:
        return _ask_git(repo, sources, files)
    except GitFailed as error:
        findings.note("attributes_unavailable", f".gitattributes not applied: {error.message}")
        return {}


def _is_attributes_file(item: TreeItem) -> bool:
    named = item.raw.rpartition(b"/")[2] == _FILE.encode()
    return named and item.is_file and item.size is not None and not is_unsafe(item.path)


def _mention_linguist(sources: Sequence[TreeItem], reader: BlobReader) -> bool:
    if any((item.size or 0) > _LARGE for item in sources):
        return True
    entries = [Entry(item.path, item.blob, item.size or 0) for item in sources]
    return b"linguist-" in b"".join(data for _, data in reader.read(entries))


def _ask_git(repo: Repository, sources: Sequence[TreeItem], files: Sequence[TreeItem]) -> dict[str, str]:
    # Only the attribute files: `read-tree` would be slower and refuses crafted trees.
    records = b"".join(b"100644 blob %s\t%s\0" % (item.blob.encode(), item.raw) for item in sources)
    repo.run("update-index", "-z", "--index-info", stdin=records)
    names = b"".join(item.raw + b"\0" for item in files)
    answer = repo.run("check-attr", "--cached", "-z", "--stdin", *_ATTRIBUTES, stdin=names)
    values = answer.split(b"\0")[2::3]  # path, attribute, value
    width = len(_ATTRIBUTES)
    reasons = (_reason(values[at : at + width]) for at in range(0, len(values), width))
    return {item.path: reason for item, reason in zip(files, reasons, strict=True) if reason}


def _reason(values: Sequence[bytes]) -> str:
    for value, reason in zip(values, _ATTRIBUTES.values(), strict=True):
        if value not in (b"unspecified", b"unset", b"false"):
            return reason
    return ""

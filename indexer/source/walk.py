"""Everything below a folder that its .gitignore files do not leave out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IFDIR

from pathspec import GitIgnoreSpec

from indexer import store
from indexer.source.filters import Findings, TreeItem, readable_path

_VERSION_CONTROL = frozenset({b".git", b".hg", b".svn"})
_RULE_FILE = b".gitignore"
_TAG = os.fsencode(store.TAG)

_Rules = tuple[tuple[str, GitIgnoreSpec], ...]  # each .gitignore with the folder it stands in, outermost first


def walk(root: bytes, findings: Findings) -> Iterator[TreeItem]:
    """Files, links and special files below `root`, in no particular order; links are not followed."""
    waiting: list[tuple[bytes, _Rules]] = [(b"", ())]
    while waiting:
        folder, rules = waiting.pop()
        items = _children(root, folder, findings)
        if any(item.raw == folder + _TAG and _may_be_tag(item) for item in items) and _is_our_cache(root, folder):
            continue  # in silence: the first build, which makes it, could not tell of it
        if any(item.raw == folder + _RULE_FILE for item in items):
            rules = _with_rules(root, folder, rules)
        for item in items:
            is_folder = item.mode == S_IFDIR
            if _is_ignored(item.path, is_folder, rules):
                continue
            if is_folder:
                waiting.append((item.raw + b"/", rules))
            else:
                yield item


def _children(root: bytes, folder: bytes, findings: Findings) -> list[TreeItem]:
    try:
        with os.scandir(os.path.join(root, folder)) as entries:  # noqa: PTH118 - a Path cannot hold bytes
            found = [_item(folder, entry) for entry in entries if entry.name not in _VERSION_CONTROL]
    except OSError as error:
        findings.report("unreadable", [readable_path(folder.rstrip(b"/")) or "."], error.strerror or "")
        return []
    return [item for item in found if item is not None]


def _may_be_tag(item: TreeItem) -> bool:
    return item.is_file and item.size == len(store.TAG_TEXT)


def _is_our_cache(root: bytes, folder: bytes) -> bool:
    path = Path(os.fsdecode(root)) / os.fsdecode(folder + _TAG)
    try:
        return path.read_bytes() == store.TAG_TEXT.encode()
    except OSError:
        return False


def _item(folder: bytes, entry: os.DirEntry[bytes]) -> TreeItem | None:
    raw = folder + entry.name
    if entry.is_dir(follow_symlinks=False):
        return TreeItem(S_IFDIR, "", None, raw, readable_path(raw))
    try:
        facts = entry.stat(follow_symlinks=False)
    except FileNotFoundError:  # gone since the folder was listed
        return None
    return TreeItem(facts.st_mode, "", facts.st_size, raw, readable_path(raw))


def _with_rules(root: bytes, folder: bytes, rules: _Rules) -> _Rules:
    path = Path(os.fsdecode(root)) / os.fsdecode(folder + _RULE_FILE)
    try:
        lines = path.read_text("utf-8", "replace").splitlines() if not path.is_symlink() else []
    except OSError:  # told when the file itself is read
        return rules
    return (*rules, (readable_path(folder), _spec(lines)))


def _spec(lines: list[str]) -> GitIgnoreSpec:
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in lines if _is_valid(line)])


def _is_valid(line: str) -> bool:
    """Git passes over a line that it cannot read."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _is_ignored(path: str, is_folder: bool, rules: _Rules) -> bool:
    """The innermost .gitignore that says anything decides."""
    for folder, spec in reversed(rules):
        relative = path[len(folder) :] + ("/" if is_folder else "")
        verdict = spec.check_file(relative).include
        if verdict is not None:
            return verdict
    return False

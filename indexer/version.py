"""Which code makes the rows: what another state of it made cannot be told from what this one would make."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

GRAMMAR_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")
READ = frozenset({".py", ".scm", ".sql", ".toml"})  # by content; of data, which is large, the size must do


@cache
def code_digest() -> str:
    """The same on every machine that runs the same code and grammars."""
    return digest_of(Path(__file__).parent)


def digest_of(root: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for package in GRAMMAR_PACKAGES:
        digest.update(f"{package} {version(package)}\n".encode())
    for path in sorted(path for path in root.rglob("*") if path.suffix in READ or path.parent.name == "data"):
        digest.update(f"{path.relative_to(root).as_posix()} {path.stat().st_size}\n".encode())
        if path.suffix in READ:
            digest.update(path.read_bytes())
    return digest.hexdigest()

"""Which file a path without its extension, or with the extension of what it is compiled to, stands for."""

from __future__ import annotations

import re
from collections.abc import Set

_ADDED = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".d.mts", ".d.cts", ".json")
# Imports are written as they read after compiling: `./a.js` is found in a.ts.
_INSTEAD = {
    "js": (".ts", ".tsx", ".d.ts", ".js", ".jsx"),
    "jsx": (".tsx", ".ts", ".d.ts", ".jsx", ".js"),
    "mjs": (".mts", ".d.mts", ".mjs"),
    "cjs": (".cts", ".d.cts", ".cjs"),
}
_INSTEAD |= {extension.replace("j", "t"): instead for extension, instead in _INSTEAD.items()}
_EXTENSION = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")


def without_extension(path: str) -> str:
    """The path of a module without what tells source, output and declarations apart."""
    return _EXTENSION.sub("", path)


class Files:
    """The paths of the repository, looked up by TypeScript's and Node's rules."""

    def __init__(self, paths: Set[str]) -> None:
        self._paths = paths

    def file(self, base: str) -> str | None:
        """The file that a path names, its extension left out or swapped."""
        paths = self._paths
        stem, dot, extension = base.rpartition(".")
        if dot:
            for instead in _INSTEAD.get(extension, ()):
                if (path := stem + instead) in paths:
                    return path
            if base in paths and "/" not in extension:
                return base
        for added in _ADDED:
            if (path := base + added) in paths:
                return path
        return base if base in paths else None

    def index(self, folder: str) -> str | None:
        """The index file of a folder."""
        return self.file(f"{folder}/index" if folder else "index")

    def module(self, base: str) -> str | None:
        """A file, else the index of a folder."""
        return (self.file(base) if base else None) or self.index(base)

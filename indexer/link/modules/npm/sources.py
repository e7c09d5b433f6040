"""The source of what is built: package.json names files of `dist/` that no repository holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from indexer.link.modules.npm.files import Files, without_extension
from indexer.link.modules.npm.text import below
from indexer.link.modules.npm.tsconfig import Config, Configs
from indexer.link.modules.npm.workspaces import ancestors

_FORMATS = frozenset({"es", "es6", "es2015", "esm", "mjs", "cjs", "commonjs", "umd", "types", "typings", "dts"})
BUILD = _FORMATS | {"dist", "lib", "build", "out", "output", "package"}
_ROOTS = ("src", "source", "lib", "")


class Sources:
    """From the path of an output that is not in the repository back to the file it is made from."""

    def __init__(self, files: Files, configs: Configs) -> None:
        self._files = files
        self._configs = configs

    def compiled_from(self, output: str) -> str | None:
        """The source by a config's own `outDir` and `rootDir`; None where configs disagree."""
        stem = without_extension(output)
        for folder in ancestors(stem.rpartition("/")[0]):
            rest = below(stem, folder) or ""
            found = {self._mirrored(config, rest) for config in self._by_output.get(folder, ())} - {None}
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def packed_from(self, package: str, output: str, is_main: bool) -> str | None:
        """The source by the habit of packages: the same name below `src/`, the build folder left out."""
        stem = below(without_extension(output), package)
        if stem is None:
            return None
        for rest in _main_rests(stem) if is_main else _rests(stem):
            for root in _ROOTS:
                found = self._files.module("/".join(part for part in (package, root, rest) if part))
                if found is not None:
                    return found
        return None

    @cached_property
    def _by_output(self) -> dict[str, list[Config]]:
        table: defaultdict[str, list[Config]] = defaultdict(list)
        for config in self._configs.all():
            for folder in config.outputs:
                table[folder].append(config)
        return dict(table)

    def _mirrored(self, config: Config, rest: str) -> str | None:
        for root in config.source_roots:
            found = self._files.module(f"{root}/{rest}".lstrip("/"))
            if found is not None and config.covers(found):
                return found
        return None


def _main_rests(stem: str) -> list[str]:
    """As `_rests`, but `dist/types/index` is the entry in a format, and a bundle of any name is made from the index."""
    rests = list(_rests(stem))[::-1]
    return [*rests, "index"] if len(rests) > 1 else rests


def _rests(stem: str) -> Iterator[str]:
    """The path with none, one, … of its leading build folders left out."""
    yield stem
    names = BUILD
    while (head := stem.partition("/"))[0] in names and head[2]:
        stem, names = head[2], _FORMATS
        yield stem

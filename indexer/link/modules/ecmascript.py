"""Where an import of TypeScript or JavaScript leads, by the rules of TypeScript, Node and the package managers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from indexer.link.modules.npm.files import Files
from indexer.link.modules.npm.packages import Packages
from indexer.link.modules.npm.sources import Sources
from indexer.link.modules.npm.text import below, join
from indexer.link.modules.npm.tsconfig import Config, Configs
from indexer.link.modules.npm.workspaces import Workspaces, split_name
from indexer.modules import Tree

_RELATIVE = re.compile(r"\.\.?(?:/|$)")
_FOLDER_ONLY = re.compile(r"(?:^|/)\.{0,2}$")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")
_SCRIPT = (".js", ".jsx", ".mjs", ".cjs")
_DECLARING = (".d.ts", ".d.mts", ".d.cts")
_BUILTINS = {
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "crypto", "dgram", "diagnostics_channel",
    "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net", "os", "path", "perf_hooks",
    "process", "punycode", "querystring", "readline", "repl", "stream", "string_decoder", "timers", "tls", "tty", "url",
    "util", "v8", "vm", "wasi", "worker_threads", "zlib",
}  # fmt: skip


class _Answer(NamedTuple):
    path: str | None
    external: bool


_OUTSIDE = _Answer(None, True)
_NOWHERE = _Answer(None, False)


@dataclass(slots=True)
class _Site:
    """Where imports are written: what files of one folder under one config share, and what they asked already."""

    folder: str
    config: Config | None
    answers: dict[str, _Answer] = field(default_factory=dict)

    @property
    def conditions(self) -> frozenset[str]:
        return frozenset() if self.config is None else self.config.conditions


class Resolver:
    """Resolves module specifiers within one tree; every answer is kept."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files = Files(tree.paths)
        self._workspaces = Workspaces(tree.manifests)
        self._configs = Configs(tree.manifests, self._workspaces)
        self._sources = Sources(self._files, self._configs)
        self._packages = Packages(self._files, self._workspaces, self._sources)
        self._by_path: dict[str, _Site] = {}
        self._by_folder: dict[tuple[str, int], _Site] = {}

    def offered(self) -> dict[str, str]:
        """The files that others reach by the names of this tree's packages."""
        found: dict[str, str] = {}
        for folder, package in sorted(self._workspaces.packages.items()):
            name, entry = package.get("name"), self._packages.exported(folder, ".", frozenset())
            if isinstance(name, str) and name and entry:
                found.setdefault(name, entry)
        return found

    def resolve(self, path: str, module: str) -> str | None:
        """The repository path of the file that a specifier in the file `path` leads to."""
        return self._ask(path, module).path

    def run(self, path: str, module: str) -> str | None:
        """The script that a specifier in a script leads to when it runs, where declarations stand for it as well."""
        if not path.endswith(_SCRIPT) or not (self.resolve(path, module) or "").endswith(_DECLARING):
            return None
        found = self._without_declarations.resolve(path, module)
        return found if found is not None and found.endswith(_SCRIPT) else None

    @cached_property
    def _without_declarations(self) -> Resolver:
        paths = frozenset(path for path in self._tree.paths if not path.endswith(_DECLARING))
        return Resolver(Tree(paths, self._tree.manifests))

    def is_external(self, path: str, module: str) -> bool:
        """Whether a specifier names a package or builtin that is not in the repository."""
        return self._ask(path, module).external

    def _ask(self, path: str, module: str) -> _Answer:
        site = self._by_path.get(path) or self._site(path)
        answer = site.answers.get(module)
        if answer is None:
            answer = site.answers[module] = self._answer(site, module)
        return answer

    def _site(self, path: str) -> _Site:
        folder, config = path.rpartition("/")[0], self._configs.owner(path)
        site = self._by_folder.setdefault((folder, id(config)), _Site(folder, config))
        self._by_path[path] = site
        return site

    def _answer(self, site: _Site, module: str) -> _Answer:
        if _RELATIVE.match(module):
            return _Answer(self._relative(site, module), False)
        if not module or module.startswith("/"):
            return _NOWHERE
        return self._by_name(site, module)

    def _relative(self, site: _Site, module: str) -> str | None:
        place = join(site.folder, module)
        if place is None:
            return None
        found = self._packages.folder(place) if _FOLDER_ONLY.search(module) else self._at(place)
        found = found or self._in_root_dirs(site.config, place)
        return found or self._sources.compiled_from(place) or self._packages.built(place)

    def _at(self, place: str) -> str | None:
        """A file, else a folder."""
        return (self._files.file(place) if place else None) or self._packages.folder(place)

    def _in_root_dirs(self, config: Config | None, place: str) -> str | None:
        """The same path below the other folders that the config lays over each other."""
        folders = config.root_dirs if config is not None else []
        rest = next((rest for folder in folders if (rest := below(place, folder)) is not None), None)
        if rest is None:
            return None
        return self._first([f"{folder}/{rest}".lstrip("/") for folder in folders])

    def _by_name(self, site: _Site, module: str) -> _Answer:
        """The config's aliases, Node's builtins, the config's base folders, then packages: in this order."""
        aliases, bases = _configured(site.config, module)
        path = self._first(aliases)
        if path is not None:
            return _Answer(path, False)
        if _SCHEME.match(module) or module.partition("/")[0] in _BUILTINS:
            return _OUTSIDE
        path = self._first(bases)
        if path is not None:
            return _Answer(path, False)
        answer = self._internal(site, module) if module.startswith("#") else self._package(site, module)
        if aliases and answer.external and not self._workspaces.depends(site.folder, split_name(module)[0]):
            return _NOWHERE  # the alias says that the repository was meant, and no dependency contradicts it
        return answer

    def _first(self, places: list[str]) -> str | None:
        return next((path for place in places if (path := self._at(place)) is not None), None)

    def _internal(self, site: _Site, module: str) -> _Answer:
        """`#name`, by the `imports` of the package around it."""
        scope = self._workspaces.scope(site.folder)
        targets = self._packages.imported(scope, module, site.conditions) if scope is not None else []
        answers = [self._internal_target(site, scope or "", target) for target in targets]
        found = next((answer for answer in answers if answer.path is not None), None)
        return found or (_OUTSIDE if _OUTSIDE in answers else _NOWHERE)

    def _internal_target(self, site: _Site, scope: str, target: str) -> _Answer:
        if target.startswith("."):
            return _Answer(self._packages.first(scope, [target]), False)
        return _NOWHERE if target.startswith("#") else self._package(site, target)

    def _package(self, site: _Site, module: str) -> _Answer:
        name, subpath = split_name(module)
        types = "@types/" + name.removeprefix("@").replace("/", "__")
        for candidate in (name, types):
            folder = self._workspaces.find(site.folder, candidate)
            if folder is not None:
                return _Answer(self._packages.exported(folder, subpath, site.conditions), False)
        return _OUTSIDE


def _configured(config: Config | None, module: str) -> tuple[list[str], list[str]]:
    """The places that `paths` gives a name to, and those that the config lets every name begin from."""
    if config is None:
        return [], []
    targets, star = config.aliases.match(module) or ([], "")
    places = [place for target in targets if (place := join("", target.replace("*", star))) is not None]
    places = [place for place in places if "node_modules" not in place.split("/")]
    base = join(config.base_url, module) if config.base_url is not None else None
    bases = [base] if base else []
    return ([], places + bases) if star == module else (places, bases)

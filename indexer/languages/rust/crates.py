"""Rust's crates: what each Cargo.toml builds, from which file, and which other crates that may name."""

from __future__ import annotations

import posixpath
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from indexer.link.knowledge import Knowledge

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

STANDARD = ("core", "alloc", "std")
LISTED = {"bin": "src/bin", "test": "tests", "bench": "benches", "example": "examples"}
DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
Toml = dict[str, Any]


@dataclass(slots=True, eq=False)
class Crate:
    name: str
    root: int  # file
    folder: str = ""  # of its manifest
    edition: str = "2021"
    externs: dict[str, Crate | None] = field(default_factory=dict)  # None: not of this repository
    features: frozenset[str] | None = None  # those on by default; None: no telling, so all


class Crates:
    """All crates, libraries before what uses them."""

    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.knowledge = Knowledge.of(program, "rust")
        self.files = {file.path: number for number, file in program.files.items() if file.language == "rust"}
        self.roots: dict[str, list[str]] = {}  # folder -> files that may begin a crate there
        for path in sorted(self.files):
            above = posixpath.dirname(path)
            above = posixpath.dirname(above) if path.endswith("/main.rs") else above
            self.roots.setdefault(above, []).append(path)
        self.crates: list[Crate] = []
        self.standard: dict[str, Crate] = {}
        self._add_standard()
        manifests = {
            path.rpartition("/")[0]: _parsed(data)
            for path, data in sorted(tree.manifests.items())
            if path.rpartition("/")[2] == "Cargo.toml"
        }
        self.manifests: dict[str, Toml] = manifests
        self.libraries: dict[str, Crate] = {}  # by the manifest's folder
        for folder, manifest in manifests.items():
            self._add_library(folder, manifest)
        for folder, manifest in manifests.items():
            self._add_package(folder, manifest)
        self._add_loose()

    def _add_standard(self) -> None:
        self.knowledge.load_all()
        for name in STANDARD:
            root = next((n for p, n in self.files.items() if p == f"{name}/src/lib.rs" and self._is_known(n)), None)
            if root is not None:
                self.standard[name] = Crate(name, root, features=frozenset())
        for crate in self.standard.values():
            crate.externs.update(self.standard)
        self.crates.extend(self.standard.values())

    def _is_known(self, number: int) -> bool:
        return self.program.files[number].external

    def own_file(self, path: str) -> int | None:
        number = self.files.get(path)
        return number if number is not None and not self._is_known(number) else None

    def _add_library(self, folder: str, manifest: Toml) -> None:
        library = _table(manifest.get("lib"))
        package = _table(manifest.get("package"))
        if not package:
            return
        name = str(library.get("name") or package.get("name") or "").replace("-", "_")
        root = self.own_file(posixpath.join(folder, str(library.get("path") or "src/lib.rs")))
        if root is not None:
            self.libraries[folder] = self._crate(name, root, folder, manifest)

    def _crate(self, name: str, root: int, folder: str, manifest: Toml) -> Crate:
        package = _table(manifest.get("package"))
        edition = package.get("edition", "2015")
        made = Crate(name, root, folder, edition if isinstance(edition, str) else "2021", dict(self.standard))
        made.features = _default_features(manifest)
        self.crates.append(made)
        return made

    def _add_package(self, folder: str, manifest: Toml) -> None:
        """Binaries, tests, benches, examples; then what all of them may name."""
        if not _table(manifest.get("package")):
            return
        own = self.libraries.get(folder)
        made = [own] if own is not None else []
        roots = {crate.root for crate in self.crates if not self._is_known(crate.root)}
        for path in self._targets(folder, manifest):
            root = self.own_file(path)
            if root is not None and root not in roots:
                roots.add(root)
                made.append(self._crate("", root, folder, manifest))
        named = self._dependencies(folder, manifest)
        for crate in made:
            crate.externs.update(named)
            if own is not None and crate is not own:
                crate.externs[own.name] = own

    def _targets(self, folder: str, manifest: Toml) -> list[str]:
        found = [posixpath.join(folder, name) for name in ("src/main.rs", "build.rs")]
        for kind, place in LISTED.items():
            listed = manifest.get(kind)
            paths = [_table(entry).get("path") for entry in (listed if isinstance(listed, list) else ())]
            found += [posixpath.normpath(posixpath.join(folder, path)) for path in paths if isinstance(path, str)]
            found += self.roots.get(posixpath.join(folder, place), ())
        return found

    def _dependencies(self, folder: str, manifest: Toml) -> dict[str, Crate | None]:
        tables = [manifest, *(t for t in _table(manifest.get("target")).values() if isinstance(t, dict))]
        named: dict[str, Crate | None] = {}
        for table in tables:
            for kind in DEPENDENCIES:
                for key, told in _table(table.get(kind)).items():
                    home, entry = self._inherited(folder, key, _table(told))
                    library = self._at(home, entry) or self._patched(folder, str(entry.get("package") or key))
                    plain = library.name if library is not None and "package" not in entry else key.replace("-", "_")
                    named[plain] = library
        return named

    def _inherited(self, folder: str, key: str, entry: Toml) -> tuple[str, Toml]:
        """`workspace = true`: the workspace's own entry, whose path is relative to the workspace."""
        if not entry.get("workspace"):
            return folder, entry
        for home in _above(folder):
            workspace = _table(_table(self.manifests.get(home)).get("workspace"))
            if workspace:
                return home, _table(_table(workspace.get("dependencies")).get(key))
        return folder, entry

    def _at(self, folder: str, entry: Toml) -> Crate | None:
        path = entry.get("path")
        if not isinstance(path, str):
            return None
        return self.libraries.get(posixpath.normpath(posixpath.join(folder, path)).removeprefix("."))

    def _patched(self, folder: str, name: str) -> Crate | None:
        """What a workspace puts in place of a published crate."""
        for home in _above(folder):
            for patches in _table(_table(self.manifests.get(home)).get("patch")).values():
                entry = _table(_table(patches).get(name))
                if entry:
                    return self._at(home, entry)
        return None

    def _add_loose(self) -> None:
        """Files that no manifest covers: `lib.rs` and `main.rs` begin a crate."""
        covered = {crate.root for crate in self.crates}
        for path, number in sorted(self.files.items()):
            if self._is_known(number) or number in covered or path.rpartition("/")[2] not in ("lib.rs", "main.rs"):
                continue
            folder = path.rpartition("/")[0]
            if not any(home in self.manifests and self.manifests[home] for home in _above(folder)):
                self.crates.append(Crate("", number, folder, externs=dict(self.standard)))


def _above(folder: str) -> list[str]:
    """A folder and those around it."""
    parts = folder.split("/") if folder else []
    return ["/".join(parts[:end]) for end in range(len(parts), -1, -1)]


def _parsed(data: bytes) -> Toml:
    try:
        return tomllib.loads(data.decode("utf-8", "replace"))
    except tomllib.TOMLDecodeError:
        return {}


def _table(value: Any) -> Toml:
    return value if isinstance(value, dict) else {}


def _default_features(manifest: Toml) -> frozenset[str] | None:
    """What `default` turns on, and what that turns on; None where there is no default to go by."""
    features = _table(manifest.get("features"))
    waiting = features.get("default")
    if not isinstance(waiting, list) or not waiting:
        return None
    found: set[str] = set()
    waiting = list(waiting)
    while waiting:
        name = waiting.pop()
        if isinstance(name, str) and name not in found:
            found.add(name)
            more = features.get(name)
            waiting += more if isinstance(more, list) else []
    return frozenset(found)

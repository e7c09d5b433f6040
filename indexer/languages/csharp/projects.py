"""What the project files of .NET say of their source: namespaces that all files of a project use.

`<Using Include="…"/>` stands in the project, in the nearest `Directory.Build.props` and `.targets` above it, or in what
these import. Properties are followed as far as text goes; a condition that asks for more than that is taken to hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from indexer.modules import Tree

PROPERTY = re.compile(r"\$\(([\w.]+)\)")
COMPARISON = re.compile(r"\s*'?([^'=!]*?)'?\s*(==|!=)\s*'?([^'=!]*?)'?\s*$")
ABOVE = re.compile(r"GetPathOfFileAbove\(\s*'?([\w.]+)")
HERE = "msbuildthisfiledirectory"
DEEPEST = 8  # files that import one another, groups inside one another
GROUPS = frozenset({"PropertyGroup", "ItemGroup", "ImportGroup", "Choose", "When", "Otherwise"})
DECLARED = (b"<!DOCTYPE", b"<!ENTITY")  # no project file has them, and what they do can be hostile


def usings(tree: Tree) -> dict[str, list[str]]:
    """Folder of a project -> namespaces and static types that its files use."""
    found: dict[str, list[str]] = {}
    roots: dict[str, Element | None] = {}
    for path in sorted(tree.manifests):
        if path.endswith(".csproj"):
            project = _Project(tree, roots)
            for file in (
                _above(path, "Directory.Build.props", tree),
                path,
                _above(path, "Directory.Build.targets", tree),
            ):
                project.read(file)
            found.setdefault(dirname(path), []).extend(project.used)
    return found


def _above(path: str, name: str, tree: Tree) -> str:
    nearest = tree.nearest(path, name)
    return join(nearest[0], name) if nearest is not None else ""


class _Project:
    def __init__(self, tree: Tree, roots: dict[str, Element | None]) -> None:
        self.tree = tree
        self.roots = roots  # what was parsed already, by path: many projects share it
        self.taken: set[str] = set()  # a file counts once, whoever imports it
        self.properties: dict[str, str] = {}
        self.used: dict[str, None] = {}

    def read(self, path: str, depth: int = 0) -> None:
        if path in self.taken or depth > DEEPEST:
            return
        self.taken.add(path)
        if path not in self.roots:
            self.roots[path] = _parsed(self.tree.manifests.get(path, b""))
        root = self.roots[path]
        for element in self._holding(root, 0) if root is not None else ():
            self._take(element, path, depth)

    def _holding(self, parent: Element, depth: int) -> Iterator[Element]:
        """Properties, items and imports, in order, without those whose conditions do not hold."""
        for element in parent:
            if not self._holds(element.get("Condition", "")):
                continue
            if _name(element) not in GROUPS:
                yield element
            elif depth < DEEPEST:
                yield from self._holding(element, depth + 1)

    def _take(self, element: Element, path: str, depth: int) -> None:
        name = _name(element)
        if name == "Using":
            for word in ("Include", "Remove"):
                for using in self._filled(element.get(word, ""), path).split(";"):
                    self._use(using.strip(), word == "Include" and not element.get("Alias"))
        elif name == "Import":
            self.read(self._imported(element.get("Project", ""), path), depth + 1)
        elif element.text is not None and not len(element):
            self.properties[name.lower()] = self._filled(element.text.strip(), path)

    def _imported(self, project: str, path: str) -> str:
        if above := ABOVE.search(project):
            return _above(dirname(path), above[1], self.tree) if dirname(path) else ""
        name = self._filled(project, path).replace("\\", "/")
        return normpath(join(dirname(path), name)) if name else ""

    def _use(self, using: str, included: bool) -> None:
        if using and included:
            self.used[using] = None
        else:
            self.used.pop(using, None)

    def _filled(self, text: str, path: str) -> str:
        here = {HERE: ""}  # paths are relative to the file that says them
        return PROPERTY.sub(lambda m: here.get(m[1].lower(), self.properties.get(m[1].lower(), "")), text)

    def _holds(self, condition: str) -> bool:
        if "$([" in condition or " and " in condition.lower() or " or " in condition.lower():
            return True
        compared = COMPARISON.match(self._filled(condition, ""))
        if compared is None:
            return True
        same = compared[1].strip().lower() == compared[3].strip().lower()
        return same if compared[2] == "==" else not same


def _parsed(data: bytes) -> Element | None:
    if not data or any(word in data for word in DECLARED):
        return None
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):  # an encoding that nobody knows is a LookupError
        return None


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]

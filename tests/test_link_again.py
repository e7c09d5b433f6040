"""Linking on top of an earlier state finds what linking everything finds."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import numpy as np
import pytest

from indexer.kept import Kept
from indexer.link import Findings, link
from indexer.link.again import Linking
from indexer.model import Settings, Silent
from indexer.modules import modules_of
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource

CASES = Path(__file__).parent / "cases"
STEPS = 150 if os.environ.get("CODEMAP_LONG_TESTS") else 12
LANGUAGES = ("python", "typescript", "javascript", "go", "csharp", "java", "rust", "kotlin", "php", "ruby", "c", "cpp")
COLUMNS = ("target", "rule", "level", "external", "label", "import_target", "import_file", "import_where", "base")
Contents = dict[str, bytes]


def sources(language: str) -> Contents:
    """The sources of all golden cases of a language, side by side."""
    found = {}
    for case in sorted((CASES / language).glob("*/src")):
        for path in sorted(case.rglob("*")):
            if path.is_file():
                found[f"{case.parent.name}/{path.relative_to(case).as_posix()}"] = path.read_bytes()
    return found


def edited(contents: Contents, chance: random.Random) -> Contents:
    """One random edit, some of them mean: a word, two lines, a cut, a copy, a file that goes or changes its name."""
    made = dict(contents)
    path = chance.choice(sorted(made))
    text = made[path].decode("utf-8", "replace")
    lines, words = text.splitlines(keepends=True), sorted(set(re.findall(r"[A-Za-z_]\w{2,}", text)))
    how = chance.randrange(10)
    if how < 5 and words:
        word, other = chance.choice(words), chance.choice([*words, "renamed"])
        text = re.sub(rf"\b{re.escape(word)}\b", other, text, count=chance.choice((0, 1)))
    elif how < 7 and len(lines) > 1:
        at = chance.randrange(len(lines) - 1)
        text = "".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
    elif how == 7:
        text = text[: chance.randrange(len(text) + 1)]
    elif how == 8:
        folder, _, name = path.rpartition("/")
        made[f"{folder}/again_{name}" if chance.random() < 0.5 else f"{folder}/more/{name}"] = made.pop(path)
        return made
    else:
        text += made[chance.choice(sorted(made))].decode("utf-8", "replace")
    made[path] = text.encode()
    return made


def read(contents: Contents, before: Kept | None) -> Kept:
    source = ContentsSource(contents, Settings(), "repo", "0" * 40)
    known = set(before.entries) if before else set()
    changed = read_rows(source, [entry for entry in source.entries if entry not in known], 0, Silent())
    return before.among(source.entries, changed) if before else changed


def found(kept: Kept, before: Kept | None = None) -> Findings:
    paths = [entry.path for entry in kept.entries]
    modules = modules_of(kept.raw, paths, kept.tree())
    linking = link if before is None else Linking(kept.entries, before)
    return linking(kept.raw, paths, modules, kept.tree())


def differing(kept: Kept, one: Findings, other: Findings) -> list[object]:
    rows: list[object] = []
    for name in COLUMNS:
        left, right = getattr(one, name), getattr(other, name)
        for row in np.flatnonzero(left != right).tolist():
            table = {"base": kept.raw.types}.get(name, kept.raw.imports if name.startswith("import") else kept.raw.refs)
            rows.append((name, int(left[row]), int(right[row]), table.slice(row, 1).to_pylist()))
    for name in ("more", "called", "overrides"):
        rows += [(name, row) for row in set(getattr(one, name)) ^ set(getattr(other, name))]
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_found_does_not_depend_on_what_was_known(language: str) -> None:
    chance = random.Random(language)
    contents = sources(language)
    before = read(contents, None)
    before.findings = found(before)
    for step in range(STEPS):
        after = contents
        for _ in range(chance.choice((1, 1, 2))):
            after = edited(after, chance)
        kept = read(after, before)
        kept.findings = found(kept)
        changed = [path for path in contents | after if contents.get(path) != after.get(path)]
        assert not differing(kept, found(kept, before), kept.findings)[:3], (step, changed)
        contents, before = after, kept


LISTED = b"from pkg.shapes import *\n\n__all__ = ['Motor']\n\n\nclass Motor:\n    pass\n"
HANDING_ON = {
    "pkg/__init__.py": LISTED,
    "pkg/shapes.py": b"def area():\n    pass\n",
    "further.py": b"from pkg import *\n",
    "near.py": b"from pkg import *\n\narea()\nMotor()\n",
    "far.py": b"from further import *\n\narea()\nMotor()\n",
}


@pytest.mark.parametrize("listing", [b"", b"__all__ = ['area']", b"other = ['area']"])
@pytest.mark.parametrize("backwards", [False, True])
def test_what_a_module_lists_reaches_who_imports_all_of_it(listing: bytes, backwards: bool) -> None:
    edit = {**HANDING_ON, "pkg/__init__.py": LISTED.replace(b"__all__ = ['Motor']", listing)}
    assert_reached(HANDING_ON, edit, backwards)


BASED = {
    "base.py": b"class Base:\n    def go(self): pass\n",
    "mid.py": b"from base import Base\n\n\nclass Child(Base): pass\n",
    "use.py": b"from mid import Child\n\nChild().go()\n",
    "base.js": b"export class Base {\n  go() {}\n}\n",
    "mid.js": b'import { Base } from "./base.js";\nexport class Child extends Base {}\n',
    "use.js": b'import { Child } from "./mid.js";\nnew Child().go();\n',
}


@pytest.mark.parametrize("path, added", [
    ("base.py", b"    def __init__(self): pass\n"),
    ("base.py", b"    def __new__(cls): return object.__new__(cls)\n"),
    ("base.js", b"constructor() {}"),
])  # fmt: skip
@pytest.mark.parametrize("backwards", [False, True])
def test_a_constructor_of_a_base_reaches_who_makes_objects(path: str, added: bytes, backwards: bool) -> None:
    text = BASED[path]
    edit = {**BASED, path: text + added if path.endswith(".py") else text.replace(b"go()", added + b" go()")}
    first, second = (edit, BASED) if backwards else (BASED, edit)
    before = read(first, None)
    before.findings = found(before)
    kept = read(second, before)
    full = found(kept)
    assert len(before.findings.called) != len(full.called)
    assert differing(kept, found(kept, before), full) == []


ORDER = b"package shop;\nimport lombok.Data;\n@Data\nclass Order { private String name; boolean isOpen; }\n"
WRITTEN = {
    "shop/Order.java": ORDER,
    "shop/Use.java": b"package shop;\nclass Use { void use(Order o) { o.getName(); o.setOpen(true); } }\n",
}


@pytest.mark.parametrize("gone", [b"import lombok.Data;", b"@Data", b"private String name;", b"boolean isOpen;"])
@pytest.mark.parametrize("backwards", [False, True])
def test_what_an_annotation_writes_reaches_who_calls_it(gone: bytes, backwards: bool) -> None:
    assert_reached(WRITTEN, {**WRITTEN, "shop/Order.java": ORDER.replace(gone, b"")}, backwards)


def assert_reached(contents: Contents, edit: Contents, backwards: bool) -> None:
    """Other files mean something else after the edit, and are found to without reading everything anew."""
    first, second = (edit, contents) if backwards else (contents, edit)
    before = read(first, None)
    before.findings = found(before)
    kept = read(second, before)
    full = found(kept)
    changed = {path for path in contents if contents[path] != edit[path]}
    assert bound(before, before.findings, changed) != bound(kept, full, changed)
    assert differing(kept, found(kept, before), full) == []


def bound(kept: Kept, findings: Findings, changed: set[str]) -> list[tuple[str, str, bool]]:
    """For each name in the files that did not change whether it is bound."""
    rows = zip(kept.raw.refs["file"].to_pylist(), kept.raw.refs["to_name"].to_pylist(), findings.target, strict=True)
    named = [(kept.entries[file].path, name, bool(target >= 0)) for file, name, target in rows]
    return [row for row in named if row[0] not in changed]

"""A stack of layers answers exactly as a full build of the same content does."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from indexer import kept, schema
from indexer.build import build
from indexer.layers import adding
from query.mount import Mounted, mount

CASES = Path(__file__).parent / "cases"
LANGUAGES = ("python", "typescript", "go", "csharp")
ADDED = {
    "python": "\n\nclass Added{n}(Base):\n    def run(self):\n        return self.helper()\n\n\ndef helper():\n    return Added{n}()\n",
    "typescript": "\nexport class Added{n} extends Base {{ run() {{ return helper(); }} }}\nexport function helper() {{ return new Added{n}(); }}\n",
    "go": "\ntype Added{n} struct {{ Base }}\n\nfunc (a *Added{n}) Run() int {{ return helper{n}() }}\n\nfunc helper{n}() int {{ return 1 }}\n",
    "csharp": "\nnamespace Shop {{ public class Added{n} : Base {{ public int Run() => Helper(); int Helper() => 1; }} }}\n",
}  # fmt: skip


def git(repo: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=repo, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit(repo: Path) -> str:
    git(repo, "add", "--all")
    git(repo, "commit", "--allow-empty", "-qm", "x")
    return git(repo, "rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    made = tmp_path / "repo"
    made.mkdir()
    git(made, "init", "-q")
    return made


def indexed(repo: Path, cache: Path, force: bool = False) -> Mounted:
    result = build(repo, None, None, cache, jobs=1, force=force)
    return mount(cache, result.repo_id, result.commit)


def rows(mounted: Mounted, table: schema.Table) -> list[str]:
    columns = ", ".join(f'"{name}"' for name in table.column_names)
    return sorted(map(str, mounted.cursor().execute(f'SELECT {columns} FROM "{table.name}"').fetchall()))


def assert_equal(stack: Mounted, full: Mounted) -> None:
    for table in schema.TABLES.values():
        assert rows(stack, table) == rows(full, table), table.name
    told = ("counts", "diagnostics", "semantic_level")
    assert [stack.manifest[name] for name in told] == [full.manifest[name] for name in told]


class Editing:
    """Random edits of a tree of files, some of them mean."""

    def __init__(self, repo: Path, language: str, chance: random.Random) -> None:
        self.repo, self.language, self.chance = repo, language, chance
        self.number = 0

    def files(self) -> list[Path]:
        return sorted(path for path in self.repo.rglob("*") if path.is_file() and ".git" not in path.parts)

    def some(self) -> Path:
        return self.chance.choice([path for path in self.files() if path.suffix in (".py", ".ts", ".go", ".cs")])

    def edit(self) -> None:
        edits = (self.add, self.delete, self.rename, self.swap, self.reword, self.break_it, self.comment, self.shift)
        self.chance.choice(edits)()

    def add(self) -> None:
        self.number += 1
        path = self.some()
        path.write_text(path.read_text() + ADDED[self.language].format(n=self.number % 3))

    def delete(self) -> None:
        self.some().unlink()

    def rename(self) -> None:
        path = self.some()
        path.rename(path.with_name(f"moved{self.chance.randrange(3)}_{path.name}"))

    def swap(self) -> None:
        """Definitions move from one file to another."""
        one, other = self.some(), self.some()
        first, second = one.read_text(), other.read_text()
        one.write_text(second)
        other.write_text(first)

    def reword(self) -> None:
        """A name changes at some of its places: definitions, signatures, imports, bases."""
        path = self.some()
        text = path.read_text()
        words = sorted(set(re.findall(r"[A-Za-z_]\w{3,}", text)))
        if words:
            word, other = self.chance.choice(words), self.chance.choice([*words, "renamed"])
            path.write_text(re.sub(rf"\b{word}\b", other, text, count=self.chance.choice((0, 1))))

    def break_it(self) -> None:
        path = self.some()
        text = path.read_text()
        path.write_text(text[: self.chance.randrange(len(text) + 1)])

    def comment(self) -> None:
        path = self.some()
        path.write_text(("# x\n" if self.language == "python" else "// x\n") + path.read_text())

    def shift(self) -> None:
        """Two lines change their places: often nonsense, sometimes another meaning."""
        path = self.some()
        lines = path.read_text().splitlines(keepends=True)
        if len(lines) > 1:
            at = self.chance.randrange(len(lines) - 1)
            lines[at : at + 2] = lines[at + 1], lines[at]
            path.write_text("".join(lines))


def plant(repo: Path, language: str) -> None:
    """The sources of all golden cases of a language side by side."""
    for case in sorted((CASES / language).glob("*/src")):
        for path in sorted(case.rglob("*")):
            if path.is_file():
                target = repo / case.parent.name / path.relative_to(case)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stack_equals_a_full_build(repo: Path, tmp_path: Path, language: str) -> None:
    plant(repo, language)
    commit(repo)
    indexed(repo, tmp_path / "stack").close()
    editing = Editing(repo, language, random.Random(language))
    depths = set()
    for step in range(12):
        for _ in range(editing.chance.randrange(1, 4)):
            editing.edit()
        commit(repo)
        with indexed(repo, tmp_path / "stack") as stack, indexed(repo, tmp_path / f"full{step}", force=True) as full:
            depths.add(len(stack.manifest["layers"]))
            assert_equal(stack, full)
            assert len(full.manifest["layers"]) == 1
    assert max(depths) > 2

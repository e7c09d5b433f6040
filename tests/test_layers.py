"""A stack of layers answers exactly as a full build of the same content does."""

from __future__ import annotations

import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from indexer import kept, schema
from indexer.build import build
from indexer.layers import adding
from indexer.version import digest_of
from query.mount import Mounted, mount
from query.overlay import overlay
from query.repo import locate

CASES = Path(__file__).parent / "cases"
STEPS = 30 if os.environ.get("CODEMAP_LONG_TESTS") else 5
LANGUAGES = ("python", "typescript", "go", "csharp")
ADDED = {
    "python": """
class Added{n}(Base):
    def run(self):
        return self.helper()


def helper():
    return Added{n}()
""",
    "typescript": """
export class Added{n} extends Base {{ run() {{ return helper(); }} }}
export function helper() {{ return new Added{n}(); }}
""",
    "go": """
type Added{n} struct {{ Base }}

func (a *Added{n}) Run() int {{ return helper{n}() }}

func helper{n}() int {{ return 1 }}
""",
    "csharp": """
namespace Shop {{ public class Added{n} : Base {{ public int Run() => Helper(); int Helper() => 1; }} }}
""",
}


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

    def contents(self) -> dict[str, bytes]:
        return {path.relative_to(self.repo).as_posix(): path.read_bytes() for path in self.files()}

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
    for step in range(STEPS):
        for _ in range(editing.chance.randrange(1, 4)):
            editing.edit()
        commit(repo)
        with indexed(repo, tmp_path / "stack") as stack, indexed(repo, tmp_path / f"full{step}", force=True) as full:
            depths.add(len(stack.manifest["layers"]))
            assert_equal(stack, full)
            assert len(full.manifest["layers"]) == 1
    assert max(depths) > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_overlay_equals_a_build_of_its_content(repo: Path, tmp_path: Path, language: str) -> None:
    plant(repo, language)
    commit(repo)
    indexed(repo, tmp_path / "cache").close()
    base = locate(repo)
    editing = Editing(repo, language, random.Random(f"{language} overlay"))
    before = editing.contents()
    for step in range(max(2, STEPS // 5)):
        editing.edit()
        after = editing.contents()
        changed = {path: after.get(path) for path in before | after if before.get(path) != after.get(path)}
        with overlay(tmp_path / "cache", base, changed) as over:
            commit(repo)
            with indexed(repo, tmp_path / f"full{step}", force=True) as full:
                for table in schema.TABLES.values():
                    assert without_churn(over, table) == without_churn(full, table), table.name


def without_churn(mounted: Mounted, table: schema.Table) -> list[str]:
    columns = ", ".join(f'"{name}"' for name in table.column_names if name != "churn_30d")
    return sorted(map(str, mounted.cursor().execute(f'SELECT {columns} FROM "{table.name}"').fetchall()))


def small(repo: Path) -> str:
    (repo / "a.py").write_text("def one():\n    return 1\n")
    (repo / "b.py").write_text("from a import one\n\n\ndef two():\n    return one()\n")
    for number in range(8):
        (repo / f"c{number}.py").write_text("def three():\n    return 3\n" * 9)
    return commit(repo)


# Files that name a package, a namespace or a file, and what makes it one of the repository's.
PLACES = {
    "c": ({"a.c": '#include "extra.h"\n'}, {"extra.h": "int extra;\n"}),
    "cpp": ({"a.cc": "int a() { return shop::extra::b; }\n"}, {"b.cc": "namespace shop::extra { int b; }\n"}),
    "csharp": ({"A.cs": "using Shop.Extra;\nclass A { }\n"}, {"B.cs": "namespace Shop.Extra { class B { } }\n"}),
    "go": (
        {"go.mod": "module example.com/m\n", "a.go": 'package m\n\nimport _ "example.com/m/extra"\n'},
        {"extra/extra.go": "package extra\n"},
    ),
    "java": ({"A.java": "import extra.*;\nclass A { }\n"}, {"extra/B.java": "package extra;\nclass B { }\n"}),
    "kotlin": ({"A.kt": "import extra.*\nclass A\n"}, {"extra/B.kt": "package extra\nclass B\n"}),
    "php": ({"a.php": "<?php\nuse Shop\\Extra;\n"}, {"b.php": "<?php\nnamespace Shop\\Extra;\nclass B {}\n"}),
    "python": ({"a.py": "import extra\n"}, {"extra/b.py": "x = 1\n"}),
    "scala": ({"A.scala": "import extra._\nclass A\n"}, {"extra/B.scala": "package extra\nclass B\n"}),
}


@pytest.mark.parametrize("language", PLACES)
def test_a_package_that_comes_and_goes(repo: Path, tmp_path: Path, language: str) -> None:
    named, making = PLACES[language]
    small(repo)
    write(repo, named)
    commit(repo)
    inside = "count(*) FILTER (to_symbol IS NULL AND NOT external)"
    known = f"SELECT (SELECT {inside} FROM refs) + (SELECT {inside} FROM imports)"
    with indexed(repo, tmp_path / "stack") as stack:
        before = stack.cursor().execute(known).fetchall()
    write(repo, making)
    commit(repo)
    with indexed(repo, tmp_path / "stack") as stack, indexed(repo, tmp_path / "came", force=True) as full:
        assert len(stack.manifest["layers"]) == 2
        assert_equal(stack, full)
        assert stack.cursor().execute(known).fetchall() > before
    for path in making:
        (repo / path).unlink()
    commit(repo)
    with indexed(repo, tmp_path / "stack") as stack, indexed(repo, tmp_path / "went", force=True) as full:
        assert_equal(stack, full)
        assert stack.cursor().execute(known).fetchall() == before


def write(repo: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (repo / path).parent.mkdir(exist_ok=True)
        (repo / path).write_text(text)


def test_a_body_or_a_comment_that_changes_touches_no_other_file(repo: Path, tmp_path: Path) -> None:
    small(repo)
    indexed(repo, tmp_path).close()
    (repo / "a.py").write_text("# a comment\ndef one():\n    return 1 + 1\n")
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        top = {file.table: file.path for file in stack.files if file.level == 1}
        masked = stack.cursor().execute("SELECT DISTINCT path FROM _masked").fetchall()
    assert masked == [("a.py",)] and set(top) == {*schema.TABLES, "masks"}


def test_a_definition_that_goes_changes_the_references_elsewhere(repo: Path, tmp_path: Path) -> None:
    small(repo)
    indexed(repo, tmp_path).close()
    (repo / "a.py").write_text("def uno():\n    return 1\n")
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        found = stack.cursor().execute("SELECT resolution FROM refs WHERE path = 'b.py' AND kind = 'call'").fetchall()
    assert found == [("unresolved",)]


def test_without_kept_rows_the_build_is_a_full_one(repo: Path, tmp_path: Path) -> None:
    first = small(repo)
    indexed(repo, tmp_path).close()
    (repo / "a.py").write_text("def uno():\n    return 1\n")
    commit(repo)
    schema.rows_file(schema.snapshot_dir(tmp_path, locate(repo).repo_id, first)).unlink()
    with indexed(repo, tmp_path) as stack:
        assert len(stack.manifest["layers"]) == 1


def test_rows_that_other_code_made_are_not_built_on(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(repo)
    with monkeypatch.context() as older:
        older.setattr(kept, "code_digest", lambda: digest_of(tmp_path))
        indexed(repo, tmp_path).close()
    (repo / "a.py").write_text("def uno():\n    return 1\n")
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        assert len(stack.manifest["layers"]) == 1


def test_what_makes_rows_is_told_by_its_code(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "words.npz").write_bytes(b"1")
    (tmp_path / "rule.scm").write_text("(call)")
    (tmp_path / "notes.pyc").write_bytes(b"1")
    before = digest_of(tmp_path)
    (tmp_path / "notes.pyc").write_bytes(b"22")
    assert digest_of(tmp_path) == before
    (tmp_path / "rule.scm").write_text("(name)")
    after = digest_of(tmp_path)
    (tmp_path / "data" / "words.npz").write_bytes(b"22")
    assert len({before, after, digest_of(tmp_path)}) == 3


def test_a_damaged_basis_is_told_and_not_built_on(repo: Path, tmp_path: Path) -> None:
    small(repo)
    with indexed(repo, tmp_path) as base:
        next(file.path for file in base.files if file.table == "refs").write_bytes(b"PAR1 no more")
    (repo / "a.py").write_text("def uno():\n    return 1\n")
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        assert len(stack.manifest["layers"]) == 1
        assert [told["code"] for told in stack.manifest["diagnostics"]] == ["basis_damaged"]


def test_kept_pieces_that_are_cut_off_are_told_and_not_built_on(repo: Path, tmp_path: Path) -> None:
    first = small(repo)
    indexed(repo, tmp_path).close()
    path = schema.rows_file(schema.snapshot_dir(tmp_path, locate(repo).repo_id, first))
    path.write_bytes(path.read_bytes()[:-600])
    (repo / "more.py").write_text("def uno():\n    return 1\n")  # pieces are read where files come or go
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        assert len(stack.manifest["layers"]) == 1
        assert [told["code"] for told in stack.manifest["diagnostics"]] == ["basis_damaged"]
        with indexed(repo, tmp_path / "full", force=True) as full:
            assert rows(stack, schema.TABLES["chunks"]) == rows(full, schema.TABLES["chunks"])


def test_a_stack_that_grows_deep_stands_on_its_lowest_layer_again(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "MOST_LAYERS", 3)
    small(repo)
    depths = []
    for step in range(6):
        (repo / "a.py").write_text(f"def one():\n    return {step}\n# {step}\n")
        commit(repo)
        with indexed(repo, tmp_path) as stack:
            depths.append(len(stack.manifest["layers"]))
            assert_equal(stack, indexed(repo, tmp_path / f"full{step}", force=True))
    assert depths == [1, 2, 3, 2, 3, 2]


def test_a_large_layer_is_not_written_again_with_the_small_ones_above_it(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "MOST_LAYERS", 4)
    monkeypatch.setattr(adding, "MOST_DEAD", 1.0)
    small(repo)
    stacks = []
    for step in range(6):
        more = "".join(f"def more{number}():\n    return one()\n" for number in range(20 if step == 1 else 1))
        (repo / ("b.py" if step == 1 else "a.py")).write_text(f"def one():\n    return {step}\n{more}")
        commit(repo)
        with indexed(repo, tmp_path) as stack:
            stacks.append([layer["commit"] for layer in stack.manifest["layers"]])
            assert_equal(stack, indexed(repo, tmp_path / f"full{step}", force=True))
    assert [len(stack) for stack in stacks] == [1, 2, 3, 4, 3, 4]
    assert stacks[4][:2] == stacks[1]


def test_a_stack_that_holds_much_that_no_longer_counts_is_written_whole(repo: Path, tmp_path: Path) -> None:
    small(repo)
    depths = []
    for step in range(6):
        (repo / f"c{step}.py").write_text("def three():\n    return 4\n" * 9)
        commit(repo)
        with indexed(repo, tmp_path) as stack:
            depths.append(len(stack.manifest["layers"]))
    assert depths[:2] == [1, 2] and 1 in depths[2:]


def test_another_branch_is_built_on_what_shares_most_with_it(repo: Path, tmp_path: Path) -> None:
    small(repo)
    indexed(repo, tmp_path).close()
    git(repo, "checkout", "-q", "--orphan", "other")
    (repo / "d.py").write_text("import c1\n")
    commit(repo)
    git(repo, "remote", "add", "origin", "https://example.org/one.git")
    with indexed(repo, tmp_path) as first:
        assert len(first.manifest["layers"]) == 1
    git(repo, "checkout", "-q", "-B", "third", "HEAD")
    git(repo, "commit", "-q", "--amend", "--allow-empty", "-m", "another root")
    (repo / "d.py").write_text("import b\n")
    commit(repo)
    git(repo, "checkout", "-q", "--orphan", "fourth")
    commit(repo)
    with indexed(repo, tmp_path) as stack:
        assert len(stack.manifest["layers"]) == 2

"""Content that nobody writes on purpose, or only on bad purpose: each gets its answer, and the rest is indexed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from indexer import languages
from indexer.build import build
from indexer.extract.nesting import DEEPEST
from indexer.model import Settings

DEEP = 100_000
MANY_BASES = 600
FILE, LINK, GITLINK = "100644", "120000", "160000"
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 123\n"
LONG = "/".join("d" * 200 for _ in range(15)) + "/long.py"  # no file system takes it as a path, git does
ODD_NAMES = (
    "new\nline.py", "quo\"te's.py", "-rf.py", "sp ace/a b.py", "snow☃.py", "🐍/🐍.py", "tab\t.py", "$(x)`y`.py", LONG,
)  # fmt: skip
SOURCE = b"def f(): pass\n"

FILES: dict[str, tuple[str, bytes]] = {
    path: (FILE, data)
    for path, data in {
        "sound.py": b"def sound(): pass\ndef caller(): sound()\n",
        "invalid.py": b"def f():\n    x = '\xff\xfe'\n    return \xe9\n\ndef g\xc3\xa9(): pass\n",
        "nul.py": b"def f(): pass\n\0\ndef g(): pass\n",
        "late_nul.py": SOURCE + b"#" * 9000 + b"\0\ndef g(): pass\n",
        "image.png": b"\x89PNG\0\0\0",
        "one_line.py": b"x = '" + b"a" * 50_000_000 + b"'",
        "deep/list.py": b"def before(): pass\nx = %s%s\ndef after(): before()\n" % (b"[" * DEEP, b"]" * DEEP),
        "deep/array.js": b"function before() {}\nx = %s%s;\nfunction after() {}\n" % (b"[" * DEEP, b"]" * DEEP),
        "deep/braces.c": b"int before(void) {}\nvoid f(void) %s%s\nint after(void) {}\n" % (b"{" * DEEP, b"}" * DEEP),
        "deep/Nested.java": b"class A { " * 9000 + b"}" * 9000 + b"\nclass After {}\n",
        "deep/Chain.java": b"class Chain {\n%s}\n"
        % b"".join(
            b"static class A%d extends A%d { void f(A%d a) { f(a); } }\n" % (i, i - 1, i) for i in range(1, MANY_BASES)
        ),
        "deep/data.json": b"[" * DEEP + b"]" * DEEP,
        "deep/open.py": b"def before(): pass\nx = %s\ndef after(): before()\n" % (b"[" * DEEP),
        "empty.py": b"",
        "blank.py": b"\n\n",
        "crlf.py": b"\xef\xbb\xbfclass A:\r\n    def caf\xc3\xa9(self): return a\r\n\r\ndef f(): A()\r\n",
        "utf16.py": b"\xff\xfe" + "# ä\ndef wide(): pass\n".encode("utf-16-le"),
        "utf16be.txt": b"\xfe\xff" + "ਊ\nb\n".encode("utf-16-be"),
        "stored_elsewhere.py": LFS,
    }.items()
}
FILES |= dict.fromkeys(ODD_NAMES, (FILE, SOURCE))
FILES |= {"loop/a": (LINK, b"b"), "loop/b": (LINK, b"a"), "loop/up": (LINK, b".."), "sub": (GITLINK, b"1" * 40)}


def git(folder: Path, *args: str, stdin: bytes = b"") -> bytes:
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-c", "user.name=a", "-c", "user.email=b", *args]
    return subprocess.run(command, cwd=folder, input=stdin, env=env, check=True, capture_output=True).stdout


def commit(folder: Path, files: Mapping[str, tuple[str, bytes]]) -> None:
    """A commit made without a work tree: its names need not be possible on this file system."""
    folder.mkdir()
    git(folder, "init", "-q")
    stream = [b"commit refs/heads/%s\n" % git(folder, "symbolic-ref", "--short", "HEAD").strip()]
    stream.append(b"committer a <b> 1700000000 +0000\ndata 0\n")
    for path, (mode, data) in files.items():
        quoted = json.dumps(path, ensure_ascii=False).encode()  # the escapes that occur here mean the same to git
        inline = b"inline" if mode != GITLINK else data
        stream.append(b"M %s %s %s\n" % (mode.encode(), inline, quoted))
        if mode != GITLINK:
            stream.append(b"data %d\n%s\n" % (len(data), data))
    git(folder, "fast-import", "--quiet", stdin=b"".join(stream))


def codemap(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The console script as users run it."""
    script = Path(sys.executable).parent / "codemap"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CODEMAP_"))}
    clean |= {"CODEMAP_CACHE_DIR": str(folder.parent / "cache"), **env}
    return subprocess.run([str(script), *args], cwd=folder, env=clean, capture_output=True, text=True, check=False)


class Indexed:
    def __init__(self, folder: Path, result: Mapping[str, Any]) -> None:
        self.folder = folder
        self.manifest = result["manifest"]
        self.snapshot = Path(result["snapshot"])

    def rows(self, table: str, path: str) -> list[dict[str, Any]]:
        rows = [row for row in pq.read_table(self.snapshot / f"{table}.parquet").to_pylist() if row["path"] == path]
        return sorted(rows, key=lambda row: (row["line_start"], row["col_start"], row["kind"] != "module"))

    def file(self, path: str) -> dict[str, Any]:
        (row,) = (r for r in pq.read_table(self.snapshot / "files.parquet").to_pylist() if r["path"] == path)
        return dict(row)

    def names(self, path: str) -> list[tuple[str, int]]:
        """Definitions but the module, with their lines."""
        return [(row["name"], row["line_start"]) for row in self.rows("symbols", path) if row["kind"] != "module"]

    def told(self, path: str) -> list[str]:
        return [found["code"] for found in self.manifest["diagnostics"] if found["path"] == path]


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    """All of FILES in one commit, indexed by the console script in one run."""
    folder = tmp_path_factory.mktemp("hostile") / "repo"
    commit(folder, FILES)
    done = codemap(folder, "index", "--json", "--jobs", "2", CODEMAP_LIMITS_PARSE_SECONDS="3")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return Indexed(folder, json.loads(done.stdout))


def test_what_is_sound_is_indexed_beside_the_rest(indexed: Indexed) -> None:
    assert indexed.names("sound.py") == [("sound", 1), ("caller", 2)]
    (call,) = indexed.rows("refs", "sound.py")
    assert call["resolution"] == "scope"
    assert indexed.told("sound.py") == []


def test_every_file_is_listed(indexed: Indexed) -> None:
    listed = set(pq.read_table(indexed.snapshot / "files.parquet")["path"].to_pylist())
    assert {path for path, (mode, _) in FILES.items() if mode == FILE} - listed == {"image.png"}


def test_the_snapshot_is_sound(indexed: Indexed) -> None:
    done = codemap(indexed.folder, "lint")
    assert done.returncode == 0, done.stdout + done.stderr


def test_invalid_utf8(indexed: Indexed) -> None:
    assert indexed.names("invalid.py") == [("f", 1), ("gé", 5)]
    assert indexed.file("invalid.py")["line_count"] == 5


def test_nul_bytes(indexed: Indexed) -> None:
    assert indexed.told("nul.py") == ["binary_skipped"]
    assert indexed.file("nul.py")["parse_errors"] is None
    assert indexed.told("image.png") == [], "nobody misses the symbols of a picture"
    assert indexed.names("late_nul.py") == [("f", 1), ("g", 3)]


def test_one_line_of_50_megabytes(indexed: Indexed) -> None:
    assert indexed.told("one_line.py") == ["file_too_large"]
    assert indexed.file("one_line.py")["line_count"] == 1


@pytest.mark.parametrize(
    ("path", "language"), [("deep/list.py", "python"), ("deep/array.js", "javascript"), ("deep/braces.c", "c")]
)
def test_100_000_nested_brackets(indexed: Indexed, path: str, language: str) -> None:
    row = indexed.file(path)
    assert row["line_count"] == 3
    if not languages.is_parsed(language):
        assert row["parse_errors"] is None
    elif indexed.told(path) == ["nesting_too_deep"]:
        assert {("before", 1), ("after", 3)} <= set(indexed.names(path))
    else:
        assert indexed.told(path) == ["parse_timeout"]


def test_nesting_costs_neither_definitions_nor_references_after_it(indexed: Indexed) -> None:
    assert indexed.told("deep/list.py") == ["nesting_too_deep"]
    assert indexed.names("deep/list.py") == [("before", 1), ("x", 2), ("after", 3)]
    assert [(ref["to_name"], ref["line_start"], ref["col_start"]) for ref in indexed.rows("refs", "deep/list.py")] == [
        ("before", 3, 13)
    ]


def test_9_000_nested_classes(indexed: Indexed) -> None:
    assert indexed.told("deep/Nested.java") == ["nesting_too_deep"]
    names = indexed.names("deep/Nested.java")
    assert names[-1] == ("After", 2)
    assert len(names) == DEEPEST + 1, "names of what is deeper would grow with the square of the depth"


def test_overloads_of_a_class_with_hundreds_of_bases(indexed: Indexed) -> None:
    """Each call chooses among those of its nearest bases: the work does not grow with the cube of the depth."""
    calls = {ref["line_start"]: ref for ref in indexed.rows("refs", "deep/Chain.java") if ref["kind"] == "call"}
    assert len(calls) == MANY_BASES - 1
    assert calls[50]["to_symbol"] == "M:Chain.A49.f(A49)"
    assert calls[MANY_BASES - 1]["to_symbol"] == f"M:Chain.A{MANY_BASES - 2}.f(A{MANY_BASES - 2})"


def test_nested_data_is_only_listed(indexed: Indexed) -> None:
    assert indexed.told("deep/data.json") == []
    assert indexed.file("deep/data.json")["language"] == "json"


def test_a_file_that_takes_too_long(indexed: Indexed) -> None:
    assert indexed.told("deep/open.py") == ["parse_timeout"]
    assert indexed.file("deep/open.py")["parse_errors"] is None


def test_empty_files(indexed: Indexed) -> None:
    assert (indexed.file("empty.py")["line_count"], indexed.file("blank.py")["line_count"]) == (0, 2)
    assert indexed.file("empty.py")["parse_errors"] == 0
    assert indexed.names("empty.py") == []


def test_crlf_and_a_byte_order_mark_do_not_shift_positions(indexed: Indexed) -> None:
    symbols, refs = indexed.rows("symbols", "crlf.py"), indexed.rows("refs", "crlf.py")
    assert [(row["name"], row["name_line"], row["name_col"], row["col_end"]) for row in symbols[1:]] == [
        ("A", 1, 6, 28), ("café", 2, 8, 28), ("f", 4, 4, 12),
    ]  # fmt: skip
    assert [(ref["to_name"], ref["line_start"], ref["col_start"], ref["col_end"]) for ref in refs] == [
        ("a", 2, 27, 28), ("A", 4, 9, 10),
    ]  # fmt: skip
    assert indexed.file("crlf.py")["line_count"] == 4


def test_utf16(indexed: Indexed) -> None:
    assert indexed.names("utf16.py") == [("wide", 2)]
    assert indexed.file("utf16.py")["size_bytes"] == len(FILES["utf16.py"][1])
    assert indexed.file("utf16be.txt")["line_count"] == 2, "U+0A0A holds no line end"


@pytest.mark.parametrize("path", ODD_NAMES)
def test_strange_names(indexed: Indexed, path: str) -> None:
    assert indexed.names(path) == [("f", 1)]
    assert indexed.told(path) == []


def test_strange_names_come_out_of_sql_as_they_are(indexed: Indexed) -> None:
    done = codemap(indexed.folder, "sql", "--format", "json", "SELECT path FROM files")
    assert set(ODD_NAMES) <= {row["path"] for row in json.loads(done.stdout)}


def test_links_submodules_and_lfs_pointers_are_told(indexed: Indexed) -> None:
    assert [indexed.told(f"loop/{name}") for name in ("a", "b", "up")] == [["symlink_skipped"]] * 3
    assert indexed.told("sub") == ["submodule_skipped"]
    assert indexed.told("stored_elsewhere.py") == ["lfs_pointer"]
    assert indexed.file("stored_elsewhere.py")["parse_errors"] is None


def test_a_crafted_tree_with_a_path_that_leads_outside(tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q")
    blob = bytes.fromhex(git(folder, "hash-object", "-w", "--stdin", stdin=SOURCE).decode())
    inner = b"100644 evil.py\0" + blob
    written = ("hash-object", "-t", "tree", "-w", "--literally", "--stdin")
    inside = bytes.fromhex(git(folder, *written, stdin=inner).decode())
    outer = b"40000 ..\0" + inside + b"100644 good.py\0" + blob
    tree = git(folder, *written, stdin=outer).decode().strip()
    made = git(folder, "commit-tree", "-m", "x", tree).decode().strip()
    done = codemap(folder, "index", "--ref", made, "--json")
    assert done.returncode == 0, done.stderr
    found = Indexed(folder, json.loads(done.stdout))
    assert found.told("../evil.py") == ["unsafe_path_skipped"]
    assert found.manifest["counts"]["rows"]["files"] == 1
    assert found.names("good.py") == [("f", 1)]


def test_5000_files_in_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    commit(folder, {f"pkg/m{number}.py": (FILE, b"def f%d(): pass\n" % number) for number in range(5000)})
    result = build(folder, None, Settings(), tmp_path / "cache", jobs=2)
    assert result.manifest["counts"]["rows"]["files"] == 5000  # type: ignore[index]
    assert result.manifest["counts"]["symbols_by_kind"] == {"function": 5000, "module": 5000}  # type: ignore[index]
    assert result.manifest["diagnostics"] == []


def test_a_repository_inside_a_repository(tmp_path: Path) -> None:
    folder, inner = tmp_path / "repo", tmp_path / "repo" / "inner"
    commit(folder, {})
    commit(inner, {"own.py": (FILE, SOURCE)})
    (folder / "outer.py").write_bytes(SOURCE)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")
    outside = build(folder, None, None, tmp_path / "cache", jobs=1)
    assert [(found["code"], found["path"]) for found in outside.manifest["diagnostics"]] == [  # type: ignore[index, attr-defined]
        ("submodule_skipped", "inner")
    ]
    inside = build(inner, None, None, tmp_path / "cache", jobs=1)
    assert inside.repo_id != outside.repo_id
    assert Indexed(inner, {"manifest": inside.manifest, "snapshot": inside.snapshot}).names("own.py") == [("f", 1)]

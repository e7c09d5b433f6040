"""What rustdoc says about the names of a crate: rust.py FOLDER

Prints one JSON object per occurrence (see make.py), read from the links to definitions in rustdoc's source pages.
Crates are the packages of the folder that need no other, with their default features; libraries and their private
items, no tests. rustdoc tells no fields and nothing inside macros; a path is told by its last name. Packages may need
what is in a folder of crates' sources that CODEMAP_CRATES names (as Debian's librust-*-dev have it).
"""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

TOKEN = re.compile(r'<a href=#(\d+) id=\d+ data-nosnippet>\d+</a>|<a [^>]*href="([^"]+)"[^>]*>|<[^>]+>|[^<]+')
WORD = re.compile(r"[A-Za-z_]\w*!?$")
PLACE = re.compile(r"^(?:(.*)\.html)?#(\d+)(?:-(\d+))?$")
WORDS = r"fn|struct|enum|union|trait|type|mod|macro_rules!|macro|static(?:\s+mut)?"
ITEM = rf"\b(?:({WORDS}|const(?!\s+(?:fn|unsafe|async|extern)\b))\s+)"
DECLARED = re.compile(ITEM + r"(\w+)")
DECLARING = re.compile(ITEM + "$")
RECEIVERS = ("self", "Self", "super", "crate")


def main(folder: Path) -> None:
    for manifest in sorted(folder.rglob("Cargo.toml")):
        about = tomllib.loads(manifest.read_text("utf-8"))
        if "package" in about and not manifest.is_relative_to(folder / "target"):
            for row in crate(folder, manifest.parent, about):
                print(json.dumps(row))


def crate(folder: Path, home: Path, about: dict[str, Any]) -> Iterator[dict[str, Any]]:
    library = about.get("lib", {})
    source = home / library.get("path", "src/lib.rs")
    name = str(library.get("name", about["package"]["name"])).replace("-", "_")
    if not source.is_file():
        return
    with tempfile.TemporaryDirectory() as made:
        kept = os.environ.get("CODEMAP_CRATES")
        command = _with_crates(kept, folder, home, about, made) if kept else _alone(source, folder, about, name, made)
        command += ["-Z", "unstable-options", "--generate-link-to-definition", "--document-private-items"]
        command += ["--cap-lints", "allow"]
        done = subprocess.run(command, env=os.environ | {"RUSTC_BOOTSTRAP": "1"}, capture_output=True, text=True)
        if done.returncode:
            print(f"{name}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        pages = Path(made, "doc" if kept else "", "src", name)
        base = source.parent.relative_to(folder).as_posix()
        for page in sorted(pages.rglob("*.rs.html")):
            path = PurePosixPath(base, page.relative_to(pages).as_posix().removesuffix(".html")).as_posix()
            yield from Page(folder, path).rows(page.read_text("utf-8"))


def _alone(source: Path, folder: Path, about: dict[str, Any], name: str, made: str) -> list[str]:
    command = ["rustdoc", str(source), "--edition", edition(folder, about), "--crate-name", name, "-o", made]
    return command + [part for each in features(about) for part in ("--cfg", f'feature="{each}"')]


def _with_crates(kept: str, folder: Path, home: Path, about: dict[str, Any], made: str) -> list[str]:
    """cargo's, over a manifest of what the library needs: what tests and further features need may be missing."""
    needed = {name: _plain(each) for name, each in about.get("dependencies", {}).items() if not _optional(each)}
    package = {"name": about["package"]["name"], "version": "0.0.0", "edition": edition(folder, about)}
    chosen: dict[str, Any] = {feature: [] for feature in features(about)}
    manifest = {"package": package, "lib": about.get("lib", {}), "dependencies": needed, "workspace": {}}
    manifest["features"] = chosen | {"default": list(chosen)}
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in manifest.items())
    (home / "Cargo.toml").write_text(text, "utf-8")
    where = {"crates-io": {"replace-with": "kept"}, "kept": {"directory": kept}}
    settings = Path(made, "config.toml")
    settings.write_text(f"source = {_toml(where)}", "utf-8")
    command = ["cargo", "rustdoc", "--lib", "--offline", "--manifest-path", str(home / "Cargo.toml")]
    return [*command, "--target-dir", made, "--config", str(settings), "--"]


def _optional(needed: Any) -> bool:
    return isinstance(needed, dict) and (bool(needed.get("optional")) or "path" in needed or "workspace" in needed)


def _plain(needed: Any) -> Any:
    return (
        {"version": "*"} | {key: needed[key] for key in needed if key != "version"} if isinstance(needed, dict) else "*"
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


def edition(folder: Path, about: dict[str, Any]) -> str:
    told = about["package"].get("edition", "2015")
    if isinstance(told, dict):
        told = tomllib.loads((folder / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["edition"]
    return str(told)


def features(about: dict[str, Any]) -> list[str]:
    """Those that are on by default and bring no other crate."""
    listed, wanted, found = about.get("features", {}), ["default"], []
    while wanted:
        name = wanted.pop()
        if name in listed and name not in found:
            found.append(name)
            wanted += listed[name]
    brings = {name for name in found if any(part.startswith("dep:") or "/" in part for part in listed[name])}
    return sorted(set(found) - {"default"} - brings)


class Page:
    def __init__(self, folder: Path, path: str) -> None:
        self.folder, self.path = folder, path
        self.lines = self._text(path)

    def _text(self, path: str) -> list[str]:
        file = self.folder / path
        return file.read_text("utf-8").split("\n") if file.is_file() else []

    def rows(self, page: str) -> Iterator[dict[str, Any]]:
        body = page[page.find('<pre class="rust">') :].partition("</code></pre>")[0]
        line, col, href, text = 0, 0, "", ""
        for token in TOKEN.finditer(body):
            if token[1]:
                line, col = int(token[1]), 0
            elif token[2]:
                href, text = html.unescape(token[2]), ""
            elif token[0] == "</a>" and href:
                yield from self._row(line, col, text, href)
                href = ""
            elif not token[0].startswith("<"):
                plain = html.unescape(token[0])
                text += plain
                col = len(plain) - plain.rfind("\n") - 1 if "\n" in plain else col + len(plain)

    def _row(self, line: int, end: int, text: str, href: str) -> Iterator[dict[str, Any]]:
        word = WORD.search(text)
        if word is None or "\n" in text or not 0 < line <= len(self.lines):
            return
        name = word[0].removesuffix("!")
        col = end - len(word[0])
        before, after = self.lines[line - 1][:col], self.lines[line - 1][col + len(word[0]) :]
        if self.lines[line - 1][col : col + len(name)] != name or DECLARING.search(before) or name in RECEIVERS:
            return
        row = {"path": self.path, "line": line, "col": col, "name": name, "symbol": href}
        row["kind"] = (
            "import"
            if re.match(r"\s*(pub\S*\s+)?use\b", before)
            else "call"
            if after.startswith(("(", "!", "::<"))
            else "read"
        )
        if href.startswith("http"):
            yield row | {"says": "external", "defs": []}
        elif (place := PLACE.match(href)) is not None:
            site = self._site(place, name)
            if site is None:
                yield row | {"says": "local", "defs": []}
            elif site["kind"] and (site["path"], site["line"], site["col"]) != (self.path, line, col):
                yield row | {"says": "repository", "defs": [site]}

    def _site(self, place: re.Match[str], name: str) -> dict[str, Any] | None:
        """Where the name of a definition stands within the lines that a link names; without kind where nobody can tell.

        A pattern that binds a local is linked like an item: a small name that its line does not declare is one.
        """
        there = (self.folder / self.path).parent / place[1] if place[1] else self.folder / self.path
        path = there.resolve().relative_to(self.folder).as_posix()
        lines, first = self._text(path), int(place[2])
        last = int(place[3] or first)
        site = {"path": path, "line": first, "col": 0, "name": name, "kind": ""}
        if not 0 < first <= last <= len(lines):
            return site
        text = lines[first - 1].partition("//")[0]
        declared = [each for each in DECLARED.finditer(text) if not text[: each.start()].rstrip().endswith(("<", ","))]
        named = [found for found in declared if found[2] == name]
        if named or (declared and (last > first or path != self.path)):
            found = (named or declared)[0]
            return site | {"col": found.start(2), "name": found[2], "kind": found[1]}
        if variant := re.match(rf"\s*({re.escape(name)})\b\s*(?:[({{,=]|$)", lines[first - 1]):
            return site | {"col": variant.start(1), "kind": "variant" if name[:1].isupper() else ""}
        return None if path == self.path and not name[:1].isupper() else site


main(Path(sys.argv[1]).resolve())

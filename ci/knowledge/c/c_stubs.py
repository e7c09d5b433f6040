#!/usr/bin/env python3
"""Stub headers of the C standard library and POSIX: prototypes, types and names of macros, as glibc declares them.

    ci/knowledge/c/c_stubs.py OUT

Writes OUT/<header> for each header in headers.txt and for each one that these include. The same headers give the same
bytes. Needs gcc, libc6-dev and the Python package tree-sitter-language-pack.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from preprocessed import included, preprocess
from tree_sitter import Node
from tree_sitter_language_pack import get_parser

LISTING = Path(__file__).with_name("headers.txt")
# Names of the implementation; a program has no business with them.
MACRO = re.compile(r"#define ([A-Za-z]\w*(?:\([^)]*\))?)")
HELPER = re.compile(r"\b__\w+ *\(")
# Spellings that the grammar does not read -> plain C, or nothing.
SPELLINGS = {
    r"\b__extension__\b|\b_Noreturn\b|\b_Complex\b|\bint *: *\d+;": "", r"\b__restrict\b": "restrict",
    r"\b__inline(?:__)?\b": "inline", r"\b__signed__\b": "signed", r"\b__const\b": "const",
    r"\b__volatile__\b": "volatile", r"\b_Float32\b": "float", r"\b_Float(?:32x|64)\b": "double",
    r"\b_Float(?:64x|128)\b": "long double",
}  # fmt: skip
ATTRIBUTE = re.compile(r"\b(?:__attribute__|__asm__|_Alignas|__attribute) *\(")


def headers() -> list[str]:
    lines = (line.partition("#")[0].strip() for line in LISTING.read_text().splitlines())
    return [line for line in lines if line]


def collected() -> dict[str, list[str]]:
    """Header -> its lines, from the run that saw most of it: some headers show a part to those who ask for a part."""
    fullest: dict[str, list[str]] = {}
    for header in headers():
        for name, lines in preprocess(header).items():
            if len(lines) > len(fullest.get(name, [])):
                fullest[name] = lines
    return dict(sorted(fullest.items()))


def plain(code: str) -> str:
    """Plain C: without attributes, assembler names and the compiler's own spellings."""
    while found := ATTRIBUTE.search(code):
        code = code[: found.start()] + code[_closing(code, found.end()) :]
    for spelling, standard in SPELLINGS.items():
        code = re.sub(spelling, standard, code)
    return code


def _closing(code: str, place: int) -> int:
    """After the parenthesis that closes the one before `place`."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        place += 1
    return place


def declarations(code: str) -> Iterator[str]:
    for node in get_parser("c").parse(code.encode()).root_node.named_children:
        text = _flat(node)
        if node.type == "function_definition":
            body = node.child_by_field_name("body")
            text = text if body is None else text[: text.index("{")].strip() + ";"
        if node.type == "type_definition" or (text.endswith((";", "}")) and not HELPER.search(text.partition("{")[0])):
            yield text if text.endswith(";") else f"{text};"


def _flat(node: Node) -> str:
    return re.sub(r"\s+", " ", (node.text or b"").decode()).replace(" ;", ";")


def stub(lines: list[str]) -> str:
    macros = dict.fromkeys(match[1] for line in lines if (match := MACRO.match(line)))
    code = plain("\n".join(line for line in lines if not line.startswith("#")))
    parts = [f"#include <{name}>" for name in included(lines)]
    parts += [f"#define {name}" for name in macros]
    return "\n".join([*parts, *dict.fromkeys(declarations(code)), ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    out: Path = parser.parse_args().out
    shutil.rmtree(out, ignore_errors=True)
    stubs = {name: text for name, lines in collected().items() if (text := stub(lines)).strip()}
    for name, text in stubs.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    print(f"c: {len(stubs)} files, {sum(map(len, stubs.values()))} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()

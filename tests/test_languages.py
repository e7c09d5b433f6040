"""Every language's data is sound: queries compile, captures and roles are known, names do not clash."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from indexer import languages
from indexer.extract import prepare_language
from indexer.extract.tables import role_table
from indexer.extract.text import Lines
from indexer.extract.visibility import RULES as VISIBILITY
from indexer.modules import RULES as MODULES
from indexer.schema import KIND_PREFIX, REF_KINDS, RELATIONS

CAPTURES = {
    "name", "container", "body", "owner", "doc", "import", "module", "imported", "alias", "star", "namespace",
    "package", "function", "apart", "hint", "exported",
}  # fmt: skip
SETTINGS = {"container": {"type", "member", "function"}, "clean": {None}}
TIERS = {"full", "symbols"}


def known(capture: str) -> bool:
    head, _, tail = capture.partition(".")
    allowed = {"definition": KIND_PREFIX, "base": RELATIONS, "reference": REF_KINDS}
    if tail:
        return tail in allowed.get(head, ())
    return capture in CAPTURES or capture.startswith("_")


@pytest.mark.parametrize("name", languages.names())
def test_query_compiles_with_known_captures(name: str) -> None:
    language = languages.load(name)
    query = language.query
    assert [c for captures in language.captures[: language.first_fact] for c in captures if not known(c)] == []
    for pattern in range(language.first_fact):
        for key, value in (query.pattern_settings(pattern) or {}).items():
            assert key in SETTINGS
            assert value in SETTINGS[key]


@pytest.mark.parametrize("name", languages.names())
def test_table_names_known_roles_and_rules(name: str) -> None:
    language = languages.load(name)
    assert role_table(language)
    assert language.tier in TIERS
    assert language.module in MODULES
    assert language.visibility.get("rule", "public") in VISIBILITY
    assert language.file_symbol is None or language.file_symbol in KIND_PREFIX
    for pattern in (*language.test_paths, language.constants or ""):
        re.compile(pattern)


@pytest.mark.parametrize("name", languages.names())
def test_every_language_can_be_prepared_ahead(name: str) -> None:
    prepare_language(name)
    language = languages.load(name)
    assert {"pattern_settings", "defines", "hooks"} <= vars(language).keys()


def test_no_two_languages_claim_one_extension() -> None:
    claims = Counter(ext for name in languages.names() for ext in languages._own(name)["extensions"])
    assert [ext for ext, count in claims.items() if count > 1] == []


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("a/b.py", b"", "python"),
        ("tool", b"#!/usr/bin/env python3\n", "python"),
        ("tool", b"#!/usr/bin/env -S python3.11 -u\n", "python"),
        ("tool", b"#!/usr/bin/python\n", "python"),
        ("README.md", b"#!/usr/bin/python\n", "markdown"),
        ("LICENSE", b"Apache", "text"),
        ("data.unknown", b"x", None),
        ("run", b"#!/usr/bin/env node\n", "javascript"),
        ("list.h", b"struct list { int n; };\n", "c"),
        ("list.h", b"#pragma once\nnamespace lists {\n}\n", "cpp"),
    ],
)
def test_detect(path: str, data: bytes, expected: str | None) -> None:
    assert languages.detect(path, data) == expected


@pytest.mark.parametrize("name", [name for name in languages.names() if languages.load(name).mending])
def test_mendings_show_one_group_as_one_byte(name: str) -> None:
    language = languages.load(name)
    for pattern, put in (*language.mendings, *(mending for _, mending in language.strays)):
        assert pattern.groups == 1
        assert len(put) == 1


@pytest.mark.parametrize("text", [b"", b"\n", b"a", b"a\n\nb\r\n", b"\n\xc3\xa9\n\n"])
def test_lines_are_those_that_counting_finds(text: bytes) -> None:
    lines = Lines(text)
    assert [lines.at(offset) for offset in range(len(text) + 1)] == [
        text.count(b"\n", 0, offset) + 1 for offset in range(len(text) + 1)
    ]

"""Kinds of content."""

from __future__ import annotations

import pytest

from indexer.source import decode_bom, is_binary, is_lfs_pointer

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (POINTER, True),
        (POINTER + b"x" * 1024, False),
        (b" " + POINTER, False),
        (b"version https://example.org/spec/v1\n", False),
        (b"", False),
    ],
)
def test_lfs_pointers_are_recognised(data: bytes, expected: bool) -> None:
    assert is_lfs_pointer(data) is expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", False),
        (b"plain\n", False),
        (b"caf\xe9 not UTF-8\n", False),
        (b"\x89PNG\0\0", True),
        (b"x" * 7999 + b"\0", True),
        (b"x" * 8000 + b"\0", False),
        ("﻿class A {}".encode("utf-16-le"), False),
        ("﻿class A {}".encode("utf-16-be"), False),
        ("﻿class A {}".encode("utf-32-le"), False),
        ("﻿class A {}".encode("utf-32-be"), False),
        ("class A {}".encode("utf-16-le"), True),
        (b"\xff\xfe" + b"\0" * 10, True),
    ],
)
def test_binary_content_is_recognised(data: bytes, expected: bool) -> None:
    assert is_binary(data) is expected


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_becomes_utf8(encoding: str) -> None:
    assert decode_bom("﻿naïve 😀\n".encode(encoding)) == "naïve 😀\n".encode()


def test_damaged_wide_text_still_becomes_utf8() -> None:
    lone_surrogate_and_half_a_unit = b"\xff\xfea\0\x00\xd8b"
    assert decode_bom(lone_surrogate_and_half_a_unit).decode().startswith("a")


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbfx = 1\n", b"x = 1\n", b"\xff", b"\xfe\xffx"[2:]])
def test_other_text_stays_as_it_is(data: bytes) -> None:
    assert decode_bom(data) == data

"""What kind of content a blob holds."""

from __future__ import annotations

import codecs

_LFS = b"version https://git-lfs.github.com/spec/v1"
_LFS_MOST = 1024
_LOOKED_AT = 8000  # as git does
# The longer mark first: UTF-32's little-endian one starts with UTF-16's.
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def is_lfs_pointer(data: bytes) -> bool:
    """Whether Git LFS keeps the real content elsewhere."""
    return len(data) < _LFS_MOST and data.startswith(_LFS)


def is_binary(data: bytes) -> bool:
    """Whether it is no text: a NUL near the start, where the encoding does not explain it."""
    head = data[:_LOOKED_AT]
    if b"\0" not in head:
        return False
    wide = _wide(head)
    return wide is None or "\0" in wide


def decode_bom(data: bytes) -> bytes:
    """UTF-16 and UTF-32 with a byte order mark as UTF-8 without one; everything else as it is."""
    wide = _wide(data)
    return data if wide is None else wide.encode()


def _wide(data: bytes) -> str | None:
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    return None

"""Ids in the form of UUIDs, always the same for the same thing: nothing has to be kept to give them out again."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5

_NAMESPACE = uuid5(NAMESPACE_URL, "codemap")


@lru_cache
def repository_uuid(repo_id: str) -> str:
    return str(uuid5(_NAMESPACE, repo_id))


def chunk_uuid(repo_id: str, result_id: str) -> str:
    """What `uuid5` gives, without making an object of it: each row of an answer has one."""
    named = _NAMESPACE.bytes + f"{repo_id}/{result_id}".encode()
    digest = bytearray(hashlib.sha1(named, usedforsecurity=False).digest())
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    told = digest.hex()
    return f"{told[:8]}-{told[8:12]}-{told[12:16]}-{told[16:20]}-{told[20:32]}"

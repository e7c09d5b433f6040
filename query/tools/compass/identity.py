"""Ids in the form of UUIDs, always the same for the same thing: nothing has to be kept to give them out again."""

from __future__ import annotations

from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5

_NAMESPACE = uuid5(NAMESPACE_URL, "codemap")


@lru_cache
def repository_uuid(repo_id: str) -> str:
    return str(uuid5(_NAMESPACE, repo_id))


def chunk_uuid(repo_id: str, result_id: str) -> str:
    return str(uuid5(_NAMESPACE, f"{repo_id}/{result_id}"))

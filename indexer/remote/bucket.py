"""An object store as this project needs it: a few calls, and errors that say what to do next."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from indexer.model import StoreError
from indexer.schema import STORE_SCHEMES

if TYPE_CHECKING:
    from obstore import ObjectMeta, UpdateVersion
    from obstore.store import ClientConfig, ObjectStore, RetryConfig

RETRIES = 4
RETRY_SECONDS = 60
REQUEST_SECONDS = 120  # of one request with its body: a slow line may take its time, a dead one not for ever
CHUNK = 1 << 20


class RemoteError(StoreError):
    """The object store cannot be reached, or refuses."""


class Denied(RemoteError):
    """The store knows us too little, or not at all."""


class Taken(RemoteError):
    """Somebody else created or changed the object first."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An object of a listing."""

    key: str
    bytes: int
    modified: datetime


class Bucket:
    """The objects below one URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        with self._errors():
            self._store = _open(url)

    def read(self, key: str) -> tuple[bytes, UpdateVersion] | None:
        """Content and version of a small object; None where there is none."""
        import obstore

        with self._errors():
            try:
                found = obstore.get(self._store, key)
                return bytes(found.bytes()), _version(found.meta)
            except FileNotFoundError:
                return None

    def chunks(self, key: str) -> Iterator[bytes]:
        """Content of a large object, piece by piece; FileNotFoundError where there is none."""
        import obstore

        with self._errors():
            for chunk in obstore.get(self._store, key).stream(min_chunk_size=CHUNK):
                yield bytes(chunk)

    def size(self, key: str) -> int | None:
        import obstore

        with self._errors():
            try:
                return int(obstore.head(self._store, key)["size"])
            except FileNotFoundError:
                return None

    def put(self, key: str, content: bytes | Path) -> None:
        """For objects named after their content: whoever writes, writes the same."""
        import obstore

        with self._errors():
            obstore.put(self._store, key, content)

    def create(self, key: str, content: bytes) -> None:
        """`Taken` where the object is there already."""
        import obstore

        with self._errors():
            obstore.put(self._store, key, content, mode="create", use_multipart=False)

    def replace(self, key: str, content: bytes, version: UpdateVersion) -> None:
        """`Taken` where the object is no longer in this version."""
        import obstore

        with self._errors():
            try:
                obstore.put(self._store, key, content, mode=version, use_multipart=False)
            except NotImplementedError:  # a folder: its renames are atomic, but know no versions
                obstore.put(self._store, key, content)

    def listing(self, prefix: str) -> list[Listed]:
        import obstore

        with self._errors():
            found = [item for page in obstore.list(self._store, prefix.rstrip("/")) for item in page]
        return [
            Listed(item["path"], item["size"], item["last_modified"])
            for item in sorted(found, key=lambda item: item["path"])
        ]

    def delete(self, keys: list[str]) -> None:
        import obstore

        with self._errors(), contextlib.suppress(FileNotFoundError):
            obstore.delete(self._store, keys)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        from obstore import exceptions

        try:
            yield
        except (exceptions.AlreadyExistsError, exceptions.PreconditionError) as error:
            raise Taken(f"{self.url}: somebody else was first", "nothing to do: the first one counts") from error
        except (exceptions.PermissionDeniedError, exceptions.UnauthenticatedError, PermissionError) as error:
            hint = "check the credentials in the environment (AWS_*, GOOGLE_*, AZURE_*) and what they may do there"
            raise Denied(f"{self.url} denies access: {_first_line(error)}", hint) from error
        except FileNotFoundError:
            raise
        except (exceptions.BaseError, OSError) as error:
            hint = "check the URL, AWS_ENDPOINT_URL and the network; snapshots in the local cache are still served"
            raise RemoteError(f"{self.url} cannot be used: {_first_line(error)}", hint) from error


def _version(meta: ObjectMeta) -> UpdateVersion:
    """What a store knows the object's state by: S3 and Azure by its tag, Google by its version."""
    told: UpdateVersion = {}
    if meta["e_tag"] is not None:
        told["e_tag"] = meta["e_tag"]
    if meta["version"] is not None:
        told["version"] = meta["version"]
    return told


def _open(url: str) -> ObjectStore:
    from obstore.store import from_url

    parts = urlsplit(url)
    if parts.scheme not in STORE_SCHEMES or not (parts.netloc or parts.scheme == "file"):
        known = ", ".join(f"{scheme}://…" for scheme in STORE_SCHEMES)
        raise RemoteError(f"{url} names no object store", f"give one of {known}")
    if parts.scheme == "file":
        return from_url(url, mkdir=True)
    retry: RetryConfig = {"max_retries": RETRIES, "retry_timeout": timedelta(seconds=RETRY_SECONDS)}
    return from_url(url, client_options=_client(), retry_config=retry)


def _client() -> ClientConfig:
    # Given options replace what the library reads from the environment, these among it.
    asked = (os.environ.get(f"{cloud}_ALLOW_HTTP", "") for cloud in ("AWS", "GOOGLE", "AZURE"))
    plain = any(answer.lower() in {"1", "true"} for answer in asked)
    return {"connect_timeout": "5s", "timeout": f"{REQUEST_SECONDS}s", "allow_http": plain}


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0][:300] if str(error).strip() else type(error).__name__

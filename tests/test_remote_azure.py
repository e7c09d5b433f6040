"""The shared cache on Azure's own emulator, brought by npm: what the S3 server is asked, `az://` must answer, too."""

from __future__ import annotations

import base64
import hashlib
import hmac
import importlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

import pytest

from indexer.remote.bucket import Bucket, Denied

sys.path.append(str(Path(__file__).parent))
s3 = importlib.import_module("test_remote_s3")

AZURITE = "azurite@3"
# The emulator's one account, published in its manual.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
START_SECONDS = 60

pytestmark = [pytest.mark.long, pytest.mark.skipif(shutil.which("npm") is None, reason="no npm to bring the server")]

test_eight_writers_one_winner = s3.test_eight_writers_one_winner
test_wrong_bytes_are_refused_and_mended = s3.test_wrong_bytes_are_refused_and_mended
test_a_poisoned_manifest_is_replaced_once = s3.test_a_poisoned_manifest_is_replaced_once
test_the_inventory_and_the_collector = s3.test_the_inventory_and_the_collector


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("azure")
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", AZURITE], cwd=folder, check=True, capture_output=True)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = [str(folder / "node_modules/.bin/azurite-blob"), "--blobPort", port, "--location", str(folder / "data")]
    command += ["--silent", "--disableTelemetry"]
    with pytest.MonkeyPatch.context() as patch, subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        patch.setenv("AZURE_STORAGE_USE_EMULATOR", "true")
        patch.setenv("AZURE_ALLOW_HTTP", "true")
        patch.setenv("AZURITE_BLOB_STORAGE_URL", f"http://127.0.0.1:{port}")
        try:
            _await(server, int(port))
            _make_container(f"http://127.0.0.1:{port}/{ACCOUNT}/codemap")
            yield "az://codemap"
        finally:
            server.kill()


@pytest.fixture
def bucket(container: str, request: pytest.FixtureRequest) -> Bucket:
    return Bucket(f"{container}/{hashlib.sha256(request.node.name.encode()).hexdigest()[:8]}")


def _await(server: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(START_SECONDS * 2):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert server.poll() is None
            time.sleep(0.5)
    raise AssertionError("the server did not come up")


def _make_container(url: str) -> None:
    """Containers are their owner's to make: the store's client has no call for it."""
    headers = {"x-ms-date": formatdate(usegmt=True), "x-ms-version": "2021-08-06"}
    listed = "\n".join(f"{name}:{value}" for name, value in headers.items())
    signed = "PUT" + "\n" * 12 + f"{listed}\n/{ACCOUNT}/{ACCOUNT}/codemap\nrestype:container"
    digest = hmac.digest(base64.b64decode(KEY), signed.encode(), "sha256")
    headers["Authorization"] = f"SharedKey {ACCOUNT}:{base64.b64encode(digest).decode()}"
    request = urllib.request.Request(f"{url}?restype=container", method="PUT", headers=headers)
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201


def test_a_wrong_key_is_denied(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_KEY", base64.b64encode(b"another").decode())
    with pytest.raises(Denied, match="denies access"):
        Bucket(bucket.url).read("v1/manifest.json")

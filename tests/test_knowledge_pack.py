"""`ci/knowledge/pack`: stub sources become the data that linking reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa

from indexer.link import knowledge

PACK = Path(__file__).parent.parent / "ci" / "knowledge" / "pack"


def test_stubs_are_packed(tmp_path: Path) -> None:
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    (stubs / "shop.pyi").write_text("class Cart:\n    def total(self) -> int: ...\n\ndef cart() -> Cart: ...\n")
    subprocess.run([sys.executable, PACK, "python", stubs, "--out", tmp_path / "data"], check=True)
    tables = {}
    with pa.input_stream(str(tmp_path / "data" / "python.arrow.zst"), compression="zstd") as stream:
        for name in knowledge.TABLES:
            tables[name] = pa.ipc.open_stream(stream).read_all()
    assert tables["files"]["module"].to_pylist() == ["shop"]
    assert {"Cart", "total", "cart"} <= set(tables["symbols"]["name"].to_pylist())
    assert len(tables["flows"]) >= 2  # what the two functions give back
    assert max(tables["flows"]["term"].to_pylist()) < len(tables["terms"])

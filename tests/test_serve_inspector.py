"""The protocol's own Inspector, strict, in both eras: what `ci/inspect` says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.skipif(shutil.which("npm") is None, reason="no npm to bring the Inspector")]
CI = Path(__file__).resolve().parent.parent / "ci"


def test_the_inspector_lists_and_calls_tools_without_complaint() -> None:
    done = subprocess.run([CI / "inspect"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr
    assert "legacy: no complaint" in done.stderr and "modern: no complaint" in done.stderr

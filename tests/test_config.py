"""Settings: where they come from, what wins, and how a mistake is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.config import find_settings, settings_from_file, settings_from_toml, with_environment
from indexer.model import ConfigError, Limits, Settings

FULL = b"""
include = ["src/"]
exclude = ["third_party/", "*.min.js"]
languages = ["python"]
list_only = ["vendored"]
embedder = "none"
[limits]
file_bytes = 1000
parse_seconds = 2
nesting = 50
memory_mb = 200
"""


def found(files: dict[str, bytes], environ: dict[str, str] | None = None) -> Settings:
    return find_settings(files.get, environ=environ or {})


def test_every_setting_is_read() -> None:
    limits = Limits(1000, 2, 50, 200)
    expected = Settings(["src/"], ["third_party/", "*.min.js"], ["python"], ["vendored"], limits, "none")
    assert settings_from_toml(FULL, "codemap.toml") == expected


def test_nothing_configured_means_the_defaults() -> None:
    assert found({}) == Settings()
    assert found({"codemap.toml": b""}) == Settings()


def test_the_table_of_pyproject_is_read() -> None:
    assert found({"pyproject.toml": b'[tool.codemap]\nexclude = ["gen/"]'}).exclude == ["gen/"]


def test_codemap_toml_wins_over_pyproject_even_when_it_is_empty() -> None:
    files = {"codemap.toml": b"", "pyproject.toml": b'[tool.codemap]\nexclude = ["gen/"]'}
    assert found(files) == Settings()


@pytest.mark.parametrize(
    "data", [b"this is not toml [", b"\xff\xfe", b'[tool.black]\nexclude = "codemap"', b"tool = 1"]
)
def test_a_pyproject_that_does_not_configure_us_never_stops_a_build(data: bytes) -> None:
    assert found({"pyproject.toml": data}) == Settings()


@pytest.mark.parametrize(
    ("toml", "names", "hint"),
    [
        ('exlude = ["a"]', "`exlude`", "did you mean `exclude`?"),
        ("[limits]\nfile_byte = 3", "`limits.file_byte`", "did you mean `file_bytes`?"),
        ("zzz = 3", "`zzz`", "valid: include, exclude"),
        ('exclude = "a"', "`exclude` must be a list of strings", "['node_modules/']"),
        ("exclude = [1]", "`exclude` must be a list of strings", "default"),
        ("[limits]\nfile_bytes = true", "`limits.file_bytes` must be a whole number above 0", "2000000"),
        ("[limits]\nfile_bytes = 1.5", "`limits.file_bytes`", "2000000"),
        ("[limits]\nnesting = 0", "`limits.nesting`", "2000"),
        ("[limits]\nparse_seconds = inf", "`limits.parse_seconds` must be a number above 0", "10.0"),
        ("[limits]\nparse_seconds = nan", "`limits.parse_seconds`", "10.0"),
        ("limits = 3", "`limits` must be a table", "[limits]"),
        ("embedder = ''", "`embedder`", "default"),
        ('languages = ["pyton"]', "unknown language `pyton`", "did you mean `python`?"),
        ('list_only = ["vendor"]', "unknown origin `vendor`", "did you mean `vendored`?"),
        ("a = [", "not valid TOML", "--config"),
        ("a = " + "[" * 20_000, "not valid TOML", "--config"),
    ],
)
def test_a_mistake_names_the_file_the_key_and_the_remedy(toml: str, names: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings_from_toml(toml.encode(), "codemap.toml")
    assert caught.value.message.startswith("codemap.toml")
    assert names in caught.value.message
    assert hint in caught.value.hint


def test_a_mistake_in_pyproject_is_named_with_its_table() -> None:
    with pytest.raises(ConfigError, match=r"pyproject\.toml: unknown setting `tool\.codemap\.lmits`"):
        found({"pyproject.toml": b"[tool.codemap]\nlmits = 3"})
    with pytest.raises(ConfigError, match=r"`tool\.codemap` must be a table"):
        found({"pyproject.toml": b"[tool]\ncodemap = 3"})


def test_the_environment_is_laid_over_the_file() -> None:
    environ = {
        "CODEMAP_EXCLUDE": "a/, b/",
        "CODEMAP_LIMITS_NESTING": "7",
        "CODEMAP_LIMITS_PARSE_SECONDS": "0.5",
        "CODEMAP_EMBEDDER": "none",
        "CODEMAP_INCLUDE": "",
        "CODEMAP_LIMITS": "ignored",
    }
    settings = with_environment(settings_from_toml(FULL, "codemap.toml"), environ)
    assert settings == Settings(["src/"], ["a/", "b/"], ["python"], ["vendored"], Limits(1000, 0.5, 7, 200), "none")


@pytest.mark.parametrize("value", ["many", "-1", "1.5", "0"])
def test_a_wrong_variable_is_named(value: str) -> None:
    with pytest.raises(ConfigError, match="CODEMAP_LIMITS_FILE_BYTES must be a whole number above 0"):
        found({}, {"CODEMAP_LIMITS_FILE_BYTES": value})


def test_the_real_environment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEMAP_LIMITS_FILE_BYTES", "5")
    assert find_settings({}.get).limits.file_bytes == 5


def test_a_named_file_is_read_with_a_byte_order_mark_or_as_pyproject(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes(b'\xef\xbb\xbfinclude = ["x"]')
    (tmp_path / "pyproject.toml").write_bytes(b'[tool.codemap]\ninclude = ["y"]')
    assert settings_from_file(tmp_path / "my.toml", {}).include == ["x"]
    assert settings_from_file(tmp_path / "pyproject.toml", {}).include == ["y"]


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml: No such file") as caught:
        settings_from_file(tmp_path / "absent.toml", {})
    assert caught.value.exit_code == 2

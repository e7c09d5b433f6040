"""Settings of a build: TOML of the commit or of `--config`, then the environment on top."""

from __future__ import annotations

import dataclasses
import difflib
import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_type_hints

from indexer import languages
from indexer.model import EMBEDDERS, ConfigError, Limits, Settings

ENV_PREFIX = "CODEMAP_"
ORIGINS = ("generated", "vendored")
# First found wins: the dedicated file says more than a table in a file of other tools.
PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (("codemap.toml", ()), ("pyproject.toml", ("tool", "codemap")))

_EXPECTED: dict[Any, str] = {
    list[str]: "a list of strings",
    int: "a whole number above 0",
    float: "a number above 0",
    str: "a non-empty string",
}


def find_settings(
    read: Callable[[str], bytes | None], origin: str = "", environ: Mapping[str, str] | None = None
) -> Settings:
    """Settings of the commit that `read` gives files of: codemap.toml, else pyproject.toml, else the defaults."""
    for name, table in PLACES:
        data = read(name)
        # A pyproject.toml that never names us must not stop a build, even when it is broken.
        if data is None or (table and b"codemap" not in data):
            continue
        values = _table(_parse(data, origin + name), table, origin + name)
        if values is not None:
            return with_environment(_settings(values, origin + name, table), environ)
    return with_environment(Settings(), environ)


def settings_from_file(path: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """Settings of the file that `--config` names; a pyproject.toml is read at `[tool.codemap]`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"cannot read the configuration {path}: {error.strerror}", "check the path given with --config"
        ) from error
    table = dict(PLACES).get(path.name, ())
    return with_environment(settings_from_toml(data, str(path), table), environ)


def settings_from_toml(data: bytes, origin: str, table: tuple[str, ...] = ()) -> Settings:
    """Settings in TOML bytes, at `table` of the document; defaults where the table is missing."""
    return _settings(_table(_parse(data, origin), table, origin) or {}, origin, table)


def with_environment(settings: Settings, environ: Mapping[str, str] | None = None) -> Settings:
    """The same settings with CODEMAP_INCLUDE, CODEMAP_LIMITS_FILE_BYTES … laid over them."""
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    for target, cls, prefix in ((values, Settings, ENV_PREFIX), (limits, Limits, f"{ENV_PREFIX}LIMITS_")):
        for name, kind in get_type_hints(cls).items():
            variable = prefix + name.upper()
            if kind in _EXPECTED and environ.get(variable):
                target[name] = _from_text(environ[variable], kind, variable)
    if "languages" in values:
        _check_languages(values["languages"], f"{ENV_PREFIX}LANGUAGES")
    _check_origins(values.get("list_only", ()), f"{ENV_PREFIX}LIST_ONLY")
    _check_embedders(values, lambda name: f"{ENV_PREFIX}{name.upper()}")
    return dataclasses.replace(settings, **values, limits=dataclasses.replace(settings.limits, **limits))


def _parse(data: bytes, origin: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(
            f"{origin} is not valid TOML: {error}", "correct the file, or name another one with --config"
        ) from error


def _table(document: dict[str, Any], table: tuple[str, ...], origin: str) -> dict[str, Any] | None:
    found: Any = document
    for depth, key in enumerate(table):
        if key not in found:
            return None
        found = found[key]
        if not isinstance(found, dict):
            name = ".".join(table[: depth + 1])
            raise ConfigError(f"{origin}: `{name}` must be a table", f"write it as [{'.'.join(table)}]")
    return dict(found)


def _settings(values: dict[str, Any], origin: str, table: tuple[str, ...]) -> Settings:
    prefix = ".".join(table)
    values.pop("layers", None)  # rules for reports: they do not decide what a snapshot holds
    limits = values.pop("limits", {})
    limits_name = _key(prefix, "limits")
    if not isinstance(limits, dict):
        raise ConfigError(f"{origin}: `{limits_name}` must be a table", f"write it as [{limits_name}]")
    checked = _checked(Settings, values, origin, prefix)
    if "languages" in checked:
        _check_languages(checked["languages"], f"{origin}: `{_key(prefix, 'languages')}`")
    _check_origins(checked.get("list_only", ()), f"{origin}: `{_key(prefix, 'list_only')}`")
    _check_embedders(checked, lambda name: f"{origin}: `{_key(prefix, name)}`")
    return Settings(**checked, limits=Limits(**_checked(Limits, limits, origin, limits_name)))


def _checked(cls: type, values: dict[str, Any], origin: str, prefix: str) -> dict[str, Any]:
    kinds = get_type_hints(cls)
    for name, value in values.items():
        if name not in kinds:
            raise ConfigError(f"{origin}: unknown setting `{_key(prefix, name)}`", _nearest(name, list(kinds)))
        if not _fits(value, kinds[name]):
            raise ConfigError(
                f"{origin}: `{_key(prefix, name)}` must be {_EXPECTED[kinds[name]]}, not {value!r:.60}",
                f"the default is {_default(cls, name)!r}",
            )
    return values


def _fits(value: object, kind: object) -> bool:
    if kind == list[str]:
        return isinstance(value, list) and all(isinstance(item, str) and item for item in value)
    if kind is str:
        return isinstance(value, str) and bool(value)
    # bool is an int to Python, but `file_bytes = true` is a mistake.
    if isinstance(value, bool) or not isinstance(value, int if kind is int else (int, float)):
        return False
    return 0 < value < float("inf")


def _from_text(text: str, kind: object, variable: str) -> Any:
    value: Any = text
    if kind == list[str]:
        value = [item.strip() for item in text.split(",") if item.strip()]
    elif kind in (int, float):
        try:
            value = int(text) if kind is int else float(text)
        except ValueError:
            value = None
    if not _fits(value, kind):
        raise ConfigError(
            f"the environment variable {variable} must be {_EXPECTED[kind]}, not {text!r:.60}",
            f"correct it, or run with `env -u {variable} codemap …`",
        )
    return value


def _check_languages(names: list[str], where: str) -> None:
    for name in names:
        # A misspelt language would otherwise give an empty snapshot without a word.
        if name not in languages.names():
            raise ConfigError(f"{where} names an unknown language `{name}`", _nearest(name, languages.names()))


def _check_origins(names: Iterable[str], where: str) -> None:
    for name in names:
        if name not in ORIGINS:
            raise ConfigError(f"{where} names an unknown origin `{name}`", _nearest(name, list(ORIGINS)))


def _check_embedders(values: Mapping[str, Any], where: Callable[[str], str]) -> None:
    for name in ("embedder", "embedder_fallback"):
        if (given := values.get(name)) is not None and given not in EMBEDDERS:
            raise ConfigError(f"{where(name)} names an unknown embedder `{given}`", _nearest(given, list(EMBEDDERS)))


def _nearest(name: str, valid: list[str]) -> str:
    close = difflib.get_close_matches(name.lower(), valid, n=1)
    return f"did you mean `{close[0]}`?" if close else f"valid: {', '.join(valid)}"


def _default(cls: type, name: str) -> object:
    return getattr(cls(), name)


def _key(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name

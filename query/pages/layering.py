"""Layering rules of a repository and the references that break them.

[[layers]]
name = "web"
paths = ["shop/web/**"]
may_use = ["core"]
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np

from query.engine.view import View
from query.errors import InvalidArgument
from query.pages.model import Violation
from query.pages.named import dependencies
from query.pages.packages import symbol_files

_KEYS = {"name": str, "paths": list, "may_use": list}
_EXAMPLE = 'write [[layers]] with name = "web", paths = ["web/**"], may_use = ["core"]'


@dataclass(frozen=True, slots=True)
class Layer:
    """Files by globs as in a .gitignore file, and the layers that they may use beside their own."""

    name: str
    paths: tuple[str, ...]
    may_use: tuple[str, ...]


def read_layers(data: bytes, origin: str) -> tuple[Layer, ...]:
    """The layers in a TOML file; none where it has none."""
    try:
        found = tomllib.loads(data.decode("utf-8-sig")).get("layers", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{origin} is not valid TOML: {error}", "correct the file") from error
    if not isinstance(found, list):
        raise InvalidArgument(f"{origin}: `layers` must be a list of tables", _EXAMPLE)
    layers = tuple(_layer(one, origin) for one in found)
    names = [layer.name for layer in layers]
    for layer in layers:
        if unknown := sorted(set(layer.may_use) - set(names)):
            hint = f"there are: {', '.join(names)}"
            raise InvalidArgument(f"{origin}: layer `{layer.name}` may use `{unknown[0]}`, which is no layer", hint)
    return layers


def _layer(table: Any, origin: str) -> Layer:
    if not isinstance(table, dict) or not {"name", "paths"} <= set(table) <= set(_KEYS):
        raise InvalidArgument(f"{origin}: a layer has `name`, `paths` and `may_use`, and nothing else", _EXAMPLE)
    for key, value in table.items():
        if not isinstance(value, _KEYS[key]) or (key != "name" and not all(isinstance(one, str) for one in value)):
            raise InvalidArgument(f"{origin}: `{key}` of a layer cannot be {value!r:.60}", _EXAMPLE)
    return Layer(table["name"], tuple(table["paths"]), tuple(table.get("may_use", ())))


def violations(view: View, layers: tuple[Layer, ...]) -> tuple[Violation, ...]:
    """References from a layer to one that it may not use; files of no layer are free."""
    if not layers:
        return ()
    refs, files = view.loaded.refs, view.loaded.files
    of_file = _assigned(files.paths.to_pylist(), layers)
    allowed = np.array([[a is b or b.name in a.may_use for b in layers] for a in layers])
    rows = np.flatnonzero(dependencies(view))
    source, target = of_file[refs.path[rows]], of_file[symbol_files(view)[refs.target[rows]]]
    broken = (source >= 0) & (target >= 0) & ~allowed[source, target]
    found = {
        Violation(layers[a].name, layers[b].name, files.path(int(refs.path[row])), int(refs.line[row]),
                  str(view.loaded.symbols.id(int(refs.target[row]))))
        for row, a, b in zip(rows[broken], source[broken], target[broken], strict=True)
    }  # fmt: skip
    return tuple(sorted(found, key=lambda one: (one.layer, one.used_layer, one.path, one.line, one.symbol_id)))


def _assigned(paths: list[str], layers: tuple[Layer, ...]) -> Any:
    """The layer of each file by number, the first that matches; -1 for none."""
    from pathspec import GitIgnoreSpec

    specs = [GitIgnoreSpec.from_lines(layer.paths) for layer in layers]
    return np.array([next((n for n, spec in enumerate(specs) if spec.match_file(path)), -1) for path in paths], int)

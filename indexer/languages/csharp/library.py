"""C#: where known libraries keep a type or extension method, without loading them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow.compute as pc

from indexer.extract.terms import Flow
from indexer.link.knowledge import read
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    import pyarrow as pa

Homes = dict[str, tuple[str, ...]]  # name -> namespaces


@cache
def type_homes() -> Homes:
    """Types by name and number of type parameters."""
    tables = read("csharp")
    if tables is None:
        return {}
    symbols = tables["symbols"]
    rows = pc.and_(pc.less(symbols["parent"], 0), pc.is_in(symbols["kind"], pc.cast(sorted(TYPE_KINDS), "string")))
    places = np.flatnonzero(rows.to_numpy())
    flows = tables["flows"]
    owners = flows["symbol"].to_numpy()[flows["how"].to_numpy() == Flow.TYPE_PARAMETER]
    arities = np.bincount(owners, minlength=symbols.num_rows)[places].tolist()
    chosen = symbols.select(["name", "namespace"]).take(places)
    names = (f"{name}`{arity}" for name, arity in zip(chosen["name"].to_pylist(), arities, strict=True))
    return _grouped(zip(names, chosen["namespace"].to_pylist(), strict=True))


@cache
def extension_homes() -> Homes:
    """Extension methods by name."""
    tables = read("csharp")
    if tables is None:
        return {}
    symbols = tables["symbols"]
    chosen = symbols.select(["name", "namespace"]).take(_extensions(symbols["parameters"].combine_chunks()))
    return _grouped(zip(chosen["name"].to_pylist(), chosen["namespace"].to_pylist(), strict=True))


def _extensions(parameters: pa.Array) -> pa.Array:
    """Rows whose first parameter is marked by `this`."""
    starts = parameters.offsets.to_numpy()
    marked = np.append(pc.starts_with(parameters.values.field("type"), "this ").fill_null(False).to_numpy(False), False)
    return np.flatnonzero((np.diff(starts) > 0) & marked[starts[:-1]])


def _grouped(pairs: zip[tuple[str, str]]) -> Homes:
    found: dict[str, dict[str, None]] = {}
    for name, space in pairs:
        found.setdefault(name, {})[space] = None
    return {name: tuple(spaces) for name, spaces in found.items()}

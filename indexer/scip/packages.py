"""Which of the symbols that an index does not define are of other packages, as far as it can be believed."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pyarrow as pa

from indexer import schema
from indexer.scip.read import DEFINITION, Occurrence

# `scheme manager package version descriptors`: a space within a part is doubled.
_PARTS = re.compile(r"(?P<package>\S+ (?:[^ ]|  )+ (?:[^ ]|  )+) (?:[^ ]|  )+ (?P<chain>.+)")
_NAMESPACE = re.compile(r"(?:`((?:[^`]|``)+)`|([\w$+-]+))/")
_BUILTIN = re.compile(r"builtins/[^/#]+[#.]")  # where scip-python looks for a member of what it could not infer


class Packages:
    """The packages that an index defines something of, and the packages and modules that the repository has.

    A package that the compiler looked into it knows better than we. Not so what is ours, but installed beside the
    repository, or of a part of it that the index was not made from.
    """

    def __init__(self, symbols: pa.Table, occurrences: Iterable[Occurrence], offered: Iterable[str]) -> None:
        names = zip(symbols["kind"].to_pylist(), symbols["qualified_name"].to_pylist(), strict=True)
        self._modules = {name for kind, name in names if schema.KIND_PREFIX[kind] == "N"}
        found = (_PARTS.fullmatch(one.symbol) for one in occurrences if one.roles & DEFINITION)
        self._own = {parts["package"] for parts in found if parts}
        self._offered = set(offered)

    def is_elsewhere(self, one: Occurrence) -> bool:
        parts = _PARTS.fullmatch(one.symbol)
        if parts is None or parts["package"] in self._own or parts["package"].split(" ", 2)[2] in self._offered:
            return False
        space = _NAMESPACE.match(parts["chain"])
        inside = space is not None and (space[1] or space[2]) in self._modules
        return not inside and not (one.reached and _BUILTIN.fullmatch(parts["chain"]))

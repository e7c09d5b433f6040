"""What a change can reach: terms that may mean something else now, by all that linking could have followed.

Too much rather than too little: what is reached is linked again and may well come out as before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import Flow, Op, S, T, X, owners_of, parts_of
from indexer.link.changes import DECLARING, words
from indexer.link.linker import CALLABLE
from indexer.link.texts import Texts
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from indexer.link.changes import Changes
    from indexer.link.findings import Findings, Note
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
OF_SYMBOL = (Op.SYMBOL, Op.PARAMETER, Op.SELF, Op.CLS, Op.SUPER, Op.TYPE_PARAMETER)
PASSED = (Op.LAMBDA_PARAMETER, Op.THROUGH)  # typed by what they are passed to
# Members that a step of the language looks for without the code naming them.
IMPLICIT_KINDS = frozenset({"constructor", "operator", "indexer", "conversion"})
IMPLICIT = frozenset({
    "GetEnumerator", "MoveNext", "Current", "Deconstruct", "GetAwaiter", "GetResult", "Dispose", "Invoke", "Add",
    "this", "Item", "invoke", "initialize", "new", "apply", "unapply", "subscript", "init", "call", "each",
    "iterator", "next", "hasNext", "then", "deref", "into_iter", "index", "get", "set", "contains", "Next",
    "component1", "component2", "component3", "getValue", "setValue", "plus", "minus", "times", "div", "rem", "inc",
    "dec", "compareTo", "callAsFunction",
})  # fmt: skip
LOOSE = frozenset({"python", "javascript", "typescript", "tsx"})  # where such words are names like any other
MERGING = frozenset({"csharp", "ruby", "rust", "swift", "tsx", "typescript"})  # where a type has several definitions
STRUCTURAL = frozenset({"typescript", "tsx", "go"})  # where members decide what fits
KEYED = frozenset({"typescript", "tsx"})  # where they are looked for by names that are said as keys somewhere
COMPARED = CALLABLE | {"field", "property"}  # members of which others know what they hold and give back
CALLS = "Callable"  # the type of what can be called
IMPLIED_KEYS = frozenset({"constructor", "context", "props", "prototype", "refs", "state"})  # that nobody has to say


def undeclared(raw: Raw) -> tuple[Ints, Ints]:
    """Terms that are parameters which declare nothing, or just that they can be called, and their functions."""
    flows = raw.flows
    declared = flows["how"].to_numpy() == Flow.PARAMETER_TYPE
    declared &= ~_callable(raw)[flows["term"].to_numpy()]
    known = set(zip(*(flows[name].to_numpy()[declared].tolist() for name in ("symbol", "place")), strict=True))
    listed = raw.terms["parts"].combine_chunks()
    at = np.flatnonzero(raw.terms["op"].to_numpy() == Op.PARAMETER)
    begin = listed.offsets.to_numpy()[at]
    function, place = (listed.values.to_numpy()[begin + part] for part in (0, 1))
    loose = np.asarray([pair not in known for pair in zip(function.tolist(), place.tolist(), strict=True)], dtype=bool)
    return at[loose], function[loose]


def _callable(raw: Raw) -> Flags:
    """Types that say `Callable`, alone or among others."""
    op = raw.terms["op"].to_numpy()
    found = np.zeros(len(op), dtype=bool)
    saying = pc.match_substring(raw.texts["text"], CALLS).to_numpy()
    if not saying.any():
        return found
    listed = raw.terms["parts"].combine_chunks()
    lengths = np.diff(listed.offsets.to_numpy()).astype(np.int32)
    kinds, parts, owners = parts_of(op.astype(np.int32), lengths), listed.values.to_numpy(), owners_of(lengths)
    found[owners[(kinds == X) & saying[np.where(kinds == X, parts, 0)]]] = True
    inner = kinds == T
    part, owner = parts[inner], owners[inner]
    built = np.isin(op[owner], (Op.APPLY, Op.UNION))
    for _ in range(2):
        found[owner[built & found[part]]] = True
    return found


def is_function(symbols: pa.Table) -> Flags:
    """Definitions that are called; what others are noted with is stored in them."""
    flags: Flags = pc.is_in(symbols["kind"], pa.array(sorted(CALLABLE))).to_numpy()
    return flags


class Reach:
    """Where `keys` are given, members that somebody may look for without naming them are told in `unnamed`, for whoever
    asks to compare what they are; but of those that are `reshaped`, who uses their type may see them.
    """

    def __init__(
        self,
        raw: Raw,
        paths: Sequence[str],
        found: Findings,
        changed: Flags,
        change: Changes,
        notes: Iterable[Note],
        keys: Container[str] | None = None,
        reshaped: Iterable[int] = (),
    ) -> None:
        self.raw, self.paths, self.found, self.change, self.keys = raw, paths, found, change, keys
        self.reshaped = sorted(reshaped)
        self.changed = changed  # by file
        self._take_terms()
        self._take_symbols()
        self._take_rows()
        self._take_notes(notes)
        self.terms: Flags = np.zeros(len(self.op), dtype=bool)
        self.symbols: Flags = np.zeros(raw.symbols.num_rows, dtype=bool)

    # -- what is known, as arrays

    def _take_terms(self) -> None:
        table = self.raw.terms
        listed = table["parts"].combine_chunks()
        ends, self.parts = listed.offsets.to_numpy(), listed.values.to_numpy()
        self.op = table["op"].to_numpy()
        self.term_file = table["file"].to_numpy()
        lengths = np.diff(ends).astype(np.int32)
        self.kinds = parts_of(self.op.astype(np.int32), lengths)
        self.owner = owners_of(lengths)
        self.first = self.parts[np.minimum(ends[:-1], max(len(self.parts) - 1, 0))] if len(self.parts) else self.op
        inner = self.kinds == T
        self.inner_part, self.inner_owner = self.parts[inner], self.owner[inner]
        self.texts = Texts(self.raw)
        ops = self.op[self.owner]
        symbolic = (self.kinds == S) & np.isin(ops, OF_SYMBOL) & (self.parts >= 0)
        self.of_symbol, self.of_symbol_owner = self.parts[symbolic], self.owner[symbolic]
        scoped = (self.kinds == S) & np.isin(ops, (Op.FREE, Op.HIDDEN)) & (self.parts >= 0)
        self.scope, self.scope_owner = self.parts[scoped], self.owner[scoped]

    def _take_symbols(self) -> None:
        table = self.raw.symbols
        self.parent = table["parent"].to_numpy()
        self.symbol_file = table["file"].to_numpy()
        self.is_type = pc.is_in(table["kind"], pa.array(sorted(TYPE_KINDS))).to_numpy()
        self.is_function = is_function(table)
        self.names = table["name"]
        files = self.raw.files
        language = np.full(len(self.changed), "", dtype=object)
        language[files["file"].to_numpy()] = [name or "" for name in files["language"].to_pylist()]
        spoken = language[self.symbol_file]
        loose = np.isin(spoken.astype(str), sorted(LOOSE))
        structural = np.isin(spoken.astype(str), sorted(STRUCTURAL))
        keyed = np.isin(spoken.astype(str), sorted(KEYED))
        self.fitting = structural & ~keyed  # where a type implements what it does not name
        if self.keys is not None:
            structural &= ~keyed | self._is_key()
        compared = keyed & pc.is_in(table["kind"], pa.array(sorted(COMPARED))).to_numpy()
        merging = np.isin(spoken.astype(str), sorted(MERGING)) & (~keyed | self._is_ambient())
        self.merging = np.flatnonzero(merging & self.is_type)
        implied = pc.is_in(table["name"], pa.array(sorted(IMPLICIT))).to_numpy() & ~loose
        implied |= pc.starts_with(table["name"], "__").to_numpy()
        implied |= pc.is_in(table["kind"], pa.array(sorted(IMPLICIT_KINDS))).to_numpy()
        implied, structural = implied & (self.parent >= 0), structural & (self.parent >= 0)
        recast, reshaped = np.zeros((2, len(implied)), dtype=bool)
        recast[sorted(self.change.recast)] = reshaped[self.reshaped] = True
        self.telling = implied | structural
        if self.keys is not None:
            self.shaping = structural & compared  # members by which others may know a type
            self.unnamed = (implied & ~structural) | self.shaping
            self.telling &= ~self.unnamed | recast | (structural & reshaped)
            handed = self.telling & keyed & self._is_outermost()  # who holds the whole module may see them
            self.handed, self.telling = handed, self.telling & ~handed
        flows = self.raw.flows
        self.flow_symbol, self.flow_term = flows["symbol"].to_numpy(), flows["term"].to_numpy()

    def _is_key(self) -> Flags:
        names = self.names.combine_chunks().dictionary_encode()
        listed = names.dictionary.to_pylist()
        said = [name in (self.keys or ()) or name in IMPLICIT | IMPLIED_KEYS for name in listed]
        flags: Flags = np.asarray([*said, False], dtype=bool)[names.indices.fill_null(len(listed)).to_numpy()]
        return flags

    def _is_outermost(self) -> Flags:
        nameless = pc.equal(pc.fill_null(self.names, ""), "").to_numpy()
        return np.asarray((self.parent >= 0) & nameless[np.maximum(self.parent, 0)], dtype=bool)

    def _is_ambient(self) -> Flags:
        """Definitions in namespaces, in modules that have names, and in files that declare for all."""
        kinds = pc.is_in(self.raw.symbols["kind"], pa.array(["module", "namespace"])).to_numpy()
        declaring = np.asarray([path.endswith(DECLARING) for path in self.paths], dtype=bool)
        spaces = kinds & pc.not_equal(pc.fill_null(self.names, ""), "").to_numpy()
        ambient: Flags = self._around(spaces) | declaring[self.symbol_file]
        return ambient

    def _take_rows(self) -> None:
        """Which term names which definition, as found before."""
        term = self.raw.refs["term"].to_numpy().astype(np.int64)
        more = [(term[row], to) for row, to, *_ in [*self.found.more, *self.found.called]]
        extra = np.asarray(more, dtype=np.int64).reshape(-1, 2)
        named = (term >= 0) & (self.found.target >= 0)
        self.naming = np.concatenate([term[named], extra[:, 0]])
        self.named = np.concatenate([self.found.target[named], extra[:, 1]])
        real = (self.naming >= 0) & (self.named >= 0)
        self.naming, self.named = self.naming[real], self.named[real]

    def _take_notes(self, notes: Iterable[Note]) -> None:
        pairs = [(term, function) for function, _, given in notes for term in given]
        self.given = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
        self.parameter, self.parameter_of = undeclared(self.raw)

    # -- what is reached

    def run(self, arriving: set[int], terms: Iterable[int], most: float) -> bool:
        """`arriving`: functions that are called with something else; `terms`: steps that meant what is gone.

        False where more than a share of `most` is reached.
        """
        self._begin(terms)
        reached = -1
        while reached != (reached := int(self.terms.sum()) + int(self.symbols.sum())):
            if reached > most * len(self.terms):
                return False
            self._spread(arriving)
        return True

    def _begin(self, terms: Iterable[int]) -> None:
        self.terms[self.texts.naming(self.change.names)] = True
        self.terms[np.fromiter(terms, dtype=np.int64)] = True
        self.symbols[np.fromiter(self.change.altered, dtype=np.int64)] = True
        self._merge(self.change.names)
        self._begin_imports()

    def _begin_imports(self) -> None:
        """Names that a file binds to something whose name, or whose module's, is touched."""
        table, names = self.raw.imports, self.change.names
        modules = table["module"].combine_chunks().dictionary_encode()
        touched = np.asarray([not names.isdisjoint(words(m or "")) for m in modules.dictionary.to_pylist()], dtype=bool)
        hit = touched[modules.indices.to_numpy()] if len(touched) else np.zeros(table.num_rows, dtype=bool)
        hit |= pc.is_in(table["imported_name"], pa.array(sorted(names), pa.string())).to_numpy()
        rows = table.filter(pa.array(hit))
        bound = zip(*(rows[c].to_pylist() for c in ("file", "local_name", "module", "imported_name")), strict=True)
        by_file: dict[int, set[str]] = {}
        whole: set[int] = set()  # files that import something whole which is touched: any name may come from it
        for file, local, module, imported in bound:
            if local == "*" and re.split(r"\W+", module)[-1] in names:
                whole.add(file)
            by_file.setdefault(file, set()).update({local or imported or ""} | (set() if local else words(module)))
        self.terms[(self.op == Op.FREE) & np.isin(self.term_file, sorted(whole))] = True
        files = self.term_file[self.texts.owners]
        for file, bindings in by_file.items():
            at = np.flatnonzero(files == file)
            hit = self.texts.words.saying(bindings)[self.texts.codes[at]]
            self.terms[self.texts.owners[at[hit]]] = True

    def _spread(self, arriving: set[int]) -> None:
        terms, symbols = self.terms, self.symbols
        self._through_parts()
        symbols[self.flow_symbol[terms[self.flow_term]]] = True
        implied = np.flatnonzero(symbols & self.telling)
        symbols[self.parent[implied]] = True
        reached = self.merging[symbols[self.merging]]
        self._merge(set(self.names.take(pa.array(reached)).to_pylist()))
        terms[self.of_symbol_owner[symbols[self.of_symbol]]] = True
        terms[self.naming[symbols[self.named]]] = True
        terms[self.scope_owner[self._around(symbols & self.is_type)[self.scope]]] = True
        self._in_changed()
        self._passed()
        self._arrive(arriving)

    def _merge(self, names: set[str]) -> None:
        """What is said of a type in one place holds for its other definitions."""
        listed = self.names.take(pa.array(self.merging))
        hit = pc.is_in(listed, pa.array(sorted(names), pa.string())).to_numpy(zero_copy_only=False)
        self.symbols[self.merging[hit]] = True

    def _through_parts(self) -> None:
        before = -1
        while before != (before := int(self.terms.sum())):
            self.terms[self.inner_owner[self.terms[self.inner_part]]] = True

    def _around(self, types: Flags) -> Flags:
        """Definitions that are one of the types, or lie in one."""
        inside, before = types.copy(), -1
        while before != (before := int(inside.sum())):
            inside |= (self.parent >= 0) & inside[np.maximum(self.parent, 0)]
        return inside

    def _in_changed(self) -> None:
        """In files that changed nothing is known of what a term names: its name must do."""
        naming = self.texts.naming(set(self.names.filter(pa.array(self.symbols)).to_pylist()))
        self.terms[naming[self.changed[self.term_file[naming]]]] = True

    def _passed(self) -> None:
        """Nameless functions of files in which a call, or what something is declared to be, is reached."""
        calls = self.terms & np.isin(self.op, (Op.CALL, Op.NEW))
        files = np.zeros(len(self.changed), dtype=bool)
        takes = (
            np.isin(self.op[self.inner_part], (Op.LAMBDA, Op.THROUGH, Op.KEYWORD, Op.OBJECT)) & calls[self.inner_owner]
        )
        files[self.term_file[self.inner_owner[takes]]] = True
        files[self.symbol_file[self.symbols]] = True
        self.terms[np.isin(self.op, PASSED) & files[self.term_file]] = True

    def _arrive(self, arriving: set[int]) -> None:
        """What is passed reaches parameters that declare nothing."""
        functions = arriving | set(self.given[self.terms[self.given[:, 0]], 1].tolist())
        named = np.zeros(len(self.symbols), dtype=bool)
        named[[function for function in functions if function >= 0]] = True
        self.symbols |= named & ~self.is_function  # what is stored there may be something else
        self.terms[self.parameter[named[self.parameter_of]]] = True
        nameless = {self.term_file[-function] for function in functions if function < 0}
        self.terms[[-function for function in functions if function < 0]] = True
        if nameless:
            self.terms[(self.op == Op.LAMBDA_PARAMETER) & np.isin(self.term_file, sorted(nameless))] = True

"""What speaks for a piece and against it, whatever the question is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.schema import KIND_PREFIX

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

TEST, DERIVED, FILE, SECTION, TYPE, VALUE = 0.5, 0.6, 0.8, 0.5, 0.9, 0.85
HIDDEN = 0.95  # people ask for what they may use
OVERRIDING = 0.9  # what a name means is said where it is declared first
STUB = 0.8  # a file that declares for type checkers what is written elsewhere
USED = 0.02  # for each doubling of the places that use it
FEW = 4  # uses up to which one more tells little
# What is added where all that a repository offers is documented, less where less is; learnt by ci/learn_ranking.
OFFERED = {"documented": 0.259, "uses": 0.061, "hidden": -0.264, "length": 0.04}
MOST_OFFERED = OFFERED["documented"] + 8 * (OFFERED["uses"] + OFFERED["length"])  # a thousand uses, 3,000 words
# What is added where a short question is all there is to go by; learnt by ci/learn_ranking.
WANTED = {
    "value": -0.077, "file": -0.194, "section": -0.135, "window": -0.126, "special": -0.168, "aside": -0.12,
    "depth": -0.019, "letters": -0.0055, "length": 0.043,
}  # fmt: skip
MOST_WANTED = 8 * WANTED["length"]
# Folders of what shows, builds or copies the code that people ask for.
ASIDE = r"(?i)(?:^|/)(?:examples?|samples?|demos?|dist|bench\w*|docs?|scripts?|tools?|internal|vendor|[^/]*stubs?)/"
_SEEN = ("public", "protected")
_KINDS = [kind for kind, prefix in KIND_PREFIX.items() if prefix in "TM"]


class Prior:
    """Of a segment's pieces: `factor` holds always, `offered` as far as the repository documents what it offers."""

    def __init__(self, table: pa.Table) -> None:
        hidden = _true(pc.invert(pc.is_in(table["visibility"].fill_null("public"), pa.array(_SEEN))))
        tests = _true(table["is_test"])
        uses = table["uses"].to_numpy()
        self.factor = _factors(table, tests, np.log2(1 + uses))
        self.factor *= np.where(hidden, HIDDEN, 1).astype(np.float32)
        self.documented = _true(table["documented"])
        # Of these one can tell whether they are documented.
        self.definitions = _true(pc.equal(table["piece"], "definition")) & _among(table["kind"], _KINDS) & ~tests
        inner = hidden | _true(pc.starts_with(table["name"].fill_null(""), "_"))
        features = (self.documented, np.log2(1 + uses / FEW), inner, np.log1p(table["length"].to_numpy()))
        self.features = np.stack([np.asarray(one, np.float32) for one in features], axis=1)
        self.shown = _shown(table)

    @property
    def offered(self) -> Floats:
        """The more it looks like what people are meant to use, the higher."""
        return self.features @ np.asarray(list(OFFERED.values()), np.float32)

    @property
    def wanted(self) -> Floats:
        """The more it looks like what people call by few words, the higher."""
        return self.shown @ np.asarray(list(WANTED.values()), np.float32)


def _shown(table: pa.Table) -> Floats:
    """What WANTED weighs: what kind of piece it is, how deep it lies, how long it and its name are."""
    letter = {kind: float(prefix in "PFE") for kind, prefix in KIND_PREFIX.items()}
    paths, names = table["path"].cast(pa.string()), table["name"].fill_null("").cast(pa.string())
    features = (
        _looked_up(table["kind"], letter, 0.0),
        *(_looked_up(table["piece"], {kind: 1.0}, 0.0) for kind in ("file", "section", "window")),
        _true(pc.starts_with(names, "__")),
        _true(pc.match_substring_regex(paths, ASIDE)),
        pc.count_substring(paths, "/").to_numpy(),
        pc.utf8_length(names).to_numpy(),
        np.log1p(table["length"].to_numpy()),
    )
    return np.stack([np.asarray(one, np.float32) for one in features], axis=1)


def _factors(table: pa.Table, tests: Bools, doublings: npt.NDArray[np.float64]) -> Floats:
    """Definitions before what is around them, code that is used before tests and what is generated."""
    letter = {kind: {"T": TYPE, "M": 1.0}.get(prefix, VALUE) for kind, prefix in KIND_PREFIX.items()}
    factor = _looked_up(table["kind"], letter)
    factor *= _looked_up(table["piece"], {"file": FILE, "section": SECTION})
    factor *= np.where(tests, TEST, 1)
    factor *= _looked_up(table["origin"], {"generated": DERIVED, "vendored": DERIVED})
    factor *= np.where(_true(table["overrides"]), OVERRIDING, 1)
    factor *= np.where(_true(pc.ends_with(table["path"].cast(pa.string()), ".pyi")), STUB, 1)
    return np.asarray(factor * (1 + USED * doublings), dtype=np.float32)


def _looked_up(column: pa.ChunkedArray, values: dict[str, float], other: float = 1.0) -> npt.NDArray[np.float64]:
    coded = column.combine_chunks().dictionary_encode()
    known = np.asarray([values.get(text, other) for text in coded.dictionary.to_pylist()] + [other])
    codes = pc.fill_null(coded.indices, len(known) - 1).to_numpy(zero_copy_only=False)
    return np.asarray(known[codes], dtype=np.float64)


def _among(column: pa.ChunkedArray, values: list[str]) -> Bools:
    return _true(pc.is_in(column.cast(pa.string()), pa.array(values)))


def _true(column: pa.ChunkedArray) -> Bools:
    return np.asarray(pc.fill_null(column, False).to_numpy(), dtype=np.bool_)

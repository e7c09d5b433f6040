"""Which model makes the vectors: the embedded one, none, MiniLM, or one behind HTTP.

The embedded model's vectors are made by the workers along with the rows, where they are wanted. Another model
gets the texts of pieces instead, and only of those whose vector is not kept from an earlier build.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol

import numpy as np
import pyarrow as pa

from indexer.model import EMBEDDERS, Diagnostic, IndexerError, Settings
from indexer.search import phrases, static
from indexer.search.static import Floats, unit
from indexer.search.vector_cache import VectorCache

DEFAULT, NONE, MINILM, OLLAMA, OPENAI = EMBEDDERS
MOST_TEXT = 2_000  # characters of a piece that a model reads
MINILM_NAME = "minilm-l6-v2-int8/1"
LARGEST = 0.5  # of a part of a unit vector, for models of unknown habits


class Embedder(Protocol):
    """Texts to vectors of one length, whatever their scale; `name` is the model's, for telling vectors apart."""

    name: str

    def embed(self, texts: Sequence[str]) -> Floats: ...


class EmbedderError(IndexerError, OSError):
    """The model cannot be loaded or reached."""


Read = Callable[[Iterable[int]], Mapping[int, str]]  # file numbers to their contents


def is_embedded(settings: Settings) -> bool:
    """Whether the workers' vectors are wanted, or may come to be."""
    return DEFAULT in (settings.embedder, settings.embedder_fallback)


def with_vectors(chunks: pa.Table, settings: Settings, read: Read) -> tuple[pa.Table, list[Diagnostic]]:
    """The rows with the vectors of the model that the settings name, or of the one to fall back on."""
    try:
        return _with_vectors(chunks, settings.embedder, settings, read), []
    except EmbedderError as error:
        if not settings.embedder_fallback:
            raise
        message = f"{error.message}: vectors are those of `{settings.embedder_fallback}`"
        fallen = _with_vectors(chunks, settings.embedder_fallback, settings, read)
        return fallen, [Diagnostic("embedder_failed", "", message)]


def _with_vectors(chunks: pa.Table, kind: str, settings: Settings, read: Read) -> pa.Table:
    if kind == DEFAULT or not chunks.num_rows:
        return chunks
    if kind == NONE:
        return _replaced(chunks, None, pa.nulls(chunks.num_rows, pa.binary()))
    embedder = open_embedder(kind, settings.embedder_model)
    texts = _texts(chunks, read)
    digests = [hashlib.blake2b(text.encode(), digest_size=16).digest() for text in texts]
    kept = VectorCache(embedder.name)
    wanted = dict(zip(digests, texts, strict=True))
    missing = {digest: text for digest, text in wanted.items() if digest not in kept}
    if missing:
        made = static.to_bytes(unit(embedder.embed(list(missing.values()))), LARGEST)
        kept.add(missing, [vector.tobytes() for vector in made])
    return _replaced(chunks, embedder.name, pa.array([kept[digest] for digest in digests], pa.binary()))


def _replaced(chunks: pa.Table, model: str | None, vectors: pa.Array) -> pa.Table:
    models = pa.array([model] * chunks.num_rows, pa.string())
    chunks = chunks.set_column(chunks.schema.get_field_index("model"), chunks.schema.field("model"), models)
    return chunks.set_column(chunks.schema.get_field_index("vector"), chunks.schema.field("vector"), vectors)


def _texts(chunks: pa.Table, read: Read) -> list[str]:
    """What a model reads of each piece: its lines, as many as it can take."""
    files = chunks["file"].to_pylist()
    lines = {file: text.split("\n") for file, text in read(dict.fromkeys(files)).items()}
    spans = zip(files, chunks["line_start"].to_pylist(), chunks["line_end"].to_pylist(), strict=True)
    return ["\n".join(lines[file][first - 1 : last])[:MOST_TEXT] for file, first, last in spans]


def open_embedder(kind: str, model: str = "") -> Embedder:
    if kind == MINILM:
        from indexer.search.minilm import MiniLM

        return MiniLM()
    from indexer.search.remote import Remote

    return Remote(kind, model)


def question(text: str, name: str) -> Floats:
    """The unit vector of a question, by the model that made the vectors it is held against."""
    if name == static.MODEL:
        return phrases.question(text)
    return np.asarray(unit(_by_name(name).embed([text]))[0], dtype=np.float32)


@cache
def _by_name(name: str) -> Embedder:
    """A model's name says what it is; where its server is, the environment says."""
    if found := re.fullmatch(rf"({OLLAMA}|{OPENAI}):(.+)/\d+", name):
        return open_embedder(found[1], found[2])
    if name != MINILM_NAME:
        raise EmbedderError(f"vectors of {name} are not this version's", "build again with `codemap index --force`")
    return open_embedder(MINILM)

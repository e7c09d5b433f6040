"""A model behind HTTP: Ollama, or whatever speaks OpenAI's protocol.

Where it is comes from the environment alone: a repository's own settings must not send its reader's code anywhere.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from indexer.search.embedders import OLLAMA, OPENAI, EmbedderError
from indexer.search.static import Floats

BATCH = 32  # texts in a request
CONNECTIONS = 10
TIMEOUT = 60.0  # seconds that a batch may take
URL_VARIABLE, KEY_VARIABLE = "CODEMAP_EMBEDDER_URL", "CODEMAP_EMBEDDER_KEY"
RECIPE = 1


@dataclass(frozen=True, slots=True)
class _Protocol:
    url: str  # where it usually is; empty: it must be told
    model: str
    path: str


PROTOCOLS = {
    OLLAMA: _Protocol("http://127.0.0.1:11434", "nomic-embed-text", "/api/embed"),
    OPENAI: _Protocol("", "text-embedding-3-small", "/v1/embeddings"),
}


class Remote:
    """Texts go in batches, over ten connections at the most; one batch that fails is a failure."""

    def __init__(self, kind: str, model: str = "") -> None:
        usual = PROTOCOLS[kind]
        self.model = model or usual.model
        self.name = f"{kind}:{self.model}/{RECIPE}"
        self._url = (os.environ.get(URL_VARIABLE) or usual.url).rstrip("/") + usual.path
        if not self._url.startswith(("http://", "https://")):
            hint = f"set {URL_VARIABLE} to its address, http:// or https:// included"
            raise EmbedderError(f"the embedder {kind} has no address", hint)

    def embed(self, texts: Sequence[str]) -> Floats:
        batches = [list(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        with ThreadPoolExecutor(max_workers=min(CONNECTIONS, max(len(batches), 1))) as pool:
            vectors = [vector for batch in pool.map(self._batch, batches) for vector in batch]
        if len({len(vector) for vector in vectors}) > 1:
            raise self._failure("it answered with vectors of different lengths")
        return np.asarray(vectors, dtype=np.float32)

    def _batch(self, texts: list[str]) -> list[list[float]]:
        answer = self._post({"model": self.model, "input": texts})
        try:
            rows = answer["embeddings"] if "embeddings" in answer else [row["embedding"] for row in answer["data"]]
        except (KeyError, TypeError) as error:
            raise self._failure("its answer holds no vectors") from error
        if len(rows) != len(texts):
            raise self._failure(f"it answered {len(rows)} of {len(texts)} texts")
        return list(rows)

    def _post(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self._url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise self._failure(f"HTTP {error.code} {error.reason}") from error
        except (OSError, ValueError) as error:
            raise self._failure(str(getattr(error, "reason", error))) from error

    def _failure(self, why: str) -> EmbedderError:
        hint = f'start it, correct {URL_VARIABLE}, or set embedder_fallback = "default" to go on without it'
        return EmbedderError(f"the embedder at {self._url} failed: {why}", hint)

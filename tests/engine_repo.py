"""A small repository in four languages, committed to git and indexed, with facts written by hand."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from indexer import schema, store
from indexer.facade import index_contents
from indexer.manifest import build_manifest
from indexer.model import Settings
from indexer.write import arrow_schema, write_table
from query.engine.view import View
from query.mount import mount
from query.repo import RepoRef, locate

SOURCES = {
    "shop/__init__.py": "",
    "shop/store.py": '''"""Where orders are kept."""
import os
import subprocess as sp


class Store:
    """Keeps orders on disk."""

    def save(self, order):
        """Write one order to its file."""
        with open(self.path(order), "w") as file:
            file.write(str(order))

    def path(self, order):
        return os.environ["SHOP"] + str(order)

    @property
    def size(self):
        return self.count()

    def count(self):
        return len(os.listdir("."))


class AuditedStore(Store):
    def save(self, order):
        sp.run(["logger", str(order)])
        super().save(order)
''',
    "shop/orders.py": '''"""Orders, from the cart to the store."""
from shop.store import AuditedStore, Store


class Order:
    def __init__(self, lines):
        self.lines = total(lines)


def place_order(lines, store: Store):
    """Place an order.

    The cart is emptied afterwards.
    """
    order = Order(lines)
    store.save(order)
    notify(order)
    return store.size


def total(lines):
    return sum(lines) if lines else total([0])


def notify(order):
    order.customer.mail()


def checkout(request):
    return place_order(request.lines, AuditedStore())
''',
    "shop/mail.py": "class Mailer:\n    def mail(self):\n        pass\n",
    "tests/test_orders.py": (
        "from shop.orders import place_order\nfrom shop.store import Store\n\n\n"
        "def test_place():\n    place_order([1], Store())\n    place_order([2], Store())\n"
    ),
    "web/Cart.cs": """namespace Shop.Web
{
    public interface ICart { void Add(string item); }

    public partial class Cart : ICart
    {
        public Cart(int size) { Clear(); }
        public void Add(string item) { Clear(); }
    }

    public class Page
    {
        private ICart cart;
        public void Show() { cart.Add("x"); }
        public Cart Fresh() { return new Cart(3); }
    }
}
""",
    "web/Cart.Clear.cs": (
        "namespace Shop.Web\n{\n    public partial class Cart : System.IDisposable\n    {\n"
        "        public void Clear() { }\n        public void Dispose() { }\n    }\n\n"
        "    public class BigCart : Cart { public BigCart() : base(9) { } }\n}\n"
    ),
    "go.mod": "module example.org/shop\n",
    "pack/pack.go": (
        "package pack\n\n// Packer packs.\ntype Packer interface {\n\tPack(n int) int\n}\n\n"
        "type Box struct{}\n\nfunc (b Box) Pack(n int) int { return n }\n\n"
        "func Run(p Packer) int { return p.Pack(1) }\n"
    ),
    "notes/crlf.txt": "one\r\ntwo\r\nthree",
    "notes/bytes.txt": b"caf\xe9\nend\n",
    "notes/wide.txt": "\ufeffüber\nzwei\n".encode("utf-16-le"),
    "notes/empty.txt": "",
}  # fmt: skip
CHECKOUT, STORE = "M:shop.orders.checkout", "T:shop.store.Store"
FACTS: list[dict[str, Any]] = [
    {"kind": "route", "value": "POST /orders", "detail": '{"method": "POST", "path": "/orders"}', "framework": "flask",
     "symbol_id": CHECKOUT, "path": "shop/orders.py", "line_start": 29, "line_end": 30, "confidence": "high"},
    {"kind": "route", "value": "/health", "detail": None, "framework": None,
     "symbol_id": None, "path": "shop/mail.py", "line_start": 1, "line_end": 1, "confidence": "medium"},
    {"kind": "config", "value": "SHOP", "detail": '{"key": "SHOP", "pattern": "os.environ"}', "framework": "os",
     "symbol_id": "M:shop.store.Store.path", "path": "shop/store.py", "line_start": 15, "line_end": 15,
     "confidence": "high"},
    {"kind": "db_table", "value": "dbo.orders", "detail": '{"table": "orders", "schema": "dbo", "entity": "Order"}',
     "framework": "sql", "symbol_id": "T:shop.orders.Order", "path": "shop/orders.py", "line_start": 5, "line_end": 7,
     "confidence": "high"},
    {"kind": "db_table", "value": "dbo.orders", "detail": None, "framework": "sql",
     "symbol_id": "M:shop.orders.notify", "path": "shop/orders.py", "line_start": 26, "line_end": 26,
     "confidence": "medium"},
    {"kind": "exception", "value": "ValueError|raise", "detail": None, "framework": None,
     "symbol_id": "M:shop.orders.place_order", "path": "shop/orders.py", "line_start": 15, "line_end": 15,
     "confidence": "high"},
]  # fmt: skip


def git(folder: Path, *arguments: str) -> str:
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=b", *arguments]
    return subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout.strip()


def make(folder: Path, sources: Mapping[str, str | bytes] = SOURCES) -> Path:
    """Write and commit the sources; the repository's root is given back."""
    root = folder / "shop repository"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "config", "core.autocrlf", "false")
    for name, content in sources.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode() if isinstance(content, str) else content)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "shop")
    return root


def index(cache: Path, repo: RepoRef, facts: list[dict[str, Any]]) -> None:
    """Publish a snapshot of the work tree as it is committed, with these facts and no others."""
    contents = {path: (repo.root / path).read_bytes() for path in git(repo.root, "ls-files").splitlines()}
    tables = index_contents(contents)
    ordered = sorted(facts, key=lambda fact: (fact["kind"], fact["value"], fact["path"], fact["line_start"]))
    tables["facts"] = pa.Table.from_pylist(ordered, schema=arrow_schema(schema.FACTS))

    def fill(folder: Path) -> Mapping[str, Any]:
        files = [write_table(name, tables[name], folder) for name in schema.TABLES]
        return build_manifest(repo.repo_id, repo.commit, Settings(), files, {}, [], "full")

    store.publish(cache, repo.repo_id, repo.commit, fill)


def opened(root: Path, facts: list[dict[str, Any]] = FACTS) -> View:
    cache, repo = root.parent / "cache", locate(root)
    index(cache, repo, facts)
    return View(mount(cache, repo.repo_id, repo.commit), repo)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[View]:
    """The repository at its commit; tests only read it."""
    shown = opened(make(tmp_path_factory.mktemp("engine")))
    yield shown
    shown.close()

"""Facts of edited files that others name are made alone where others look at nothing that changed; else all are."""

from __future__ import annotations

import pytest

from indexer.layers import local
from indexer.layers.local import Edited
from indexer.model import Settings, Silent
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource
from tests.test_layers_local import built, laid, rows
from tests.test_link_again import read

MODELS = """\
from django.db import models
from shop.base import Stored

NAMES = "orders"


class Order(Stored):
    total = models.IntegerField()

    class Meta:
        db_table = NAMES

    def pay(self):
        raise ValueError("paid")


def table():
    return NAMES
"""
BASE = """\
from django.db import models


class Stored(models.Model):
    class Meta:
        abstract = True
"""
USING = """\
import os
from shop.models import NAMES, Order


class Rush(Order):
    speed = Order.total

    def run(self):
        os.environ.get(NAMES)
        raise KeyError(NAMES)
"""
TEXTS = {"shop/__init__.py": "", "shop/base.py": BASE, "shop/models.py": MODELS, "shop/use.py": USING}
ALONE = {
    "another message": ('"paid"', '"paid already"'),
    "one more exception": ("    def pay", "    def ship(self):\n        raise KeyError(1)\n\n    def pay"),
    "a line above": ("class Order", "LIMIT = 3\n\n\nclass Order"),
}
TOGETHER = {
    "a text that others use": ('"orders"', '"ORDERS"'),
    "another base of what others derive from": ("Order(Stored)", "Order(models.Model)"),
    "a field of what others derive from": ("    class Meta", "    count = models.IntegerField()\n\n    class Meta"),
}


def edited(path: str, old: str, new: str) -> None:
    """Lays the edit over the texts; all tables are as a full build has them."""
    assert TEXTS[path].count(old) == 1
    texts = {name: text.encode() for name, text in TEXTS.items()}
    changed = {path: TEXTS[path].replace(old, new).encode()}
    before = read(texts, None)
    base = built(before)
    source = ContentsSource(changed, Settings(), "repo", "0" * 40)
    state = Edited(before, base["facts"], None, lasts=True)
    layer = state.layer(read_rows(source, source.entries, 0, Silent()))
    assert layer is not None
    for name, table in built(read(texts | changed, before)).items():
        assert laid(name, base[name], layer) == rows(table), name


@pytest.mark.parametrize("edit", ALONE)
def test_facts_of_a_file_that_others_name_are_made_alone(edit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(local, "make_facts")
    edited("shop/models.py", *ALONE[edit])


@pytest.mark.parametrize("edit", TOGETHER)
def test_others_look_at_what_changed(edit: str) -> None:
    edited("shop/models.py", *TOGETHER[edit])

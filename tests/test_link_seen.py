"""Which edits nobody outside the edited file can tell: those are linked alone, the others are not."""

from __future__ import annotations

import pytest

from indexer.layers.local import Edited
from indexer.model import Settings, Silent
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource
from tests.test_layers_local import built, laid, rows
from tests.test_link_again import Contents, read

SHOP = """\
import json
from shop.money import Price, Tax, rounded


class Cart:
    def __init__(self):
        self.total = Price()

    def checkout(self):
        return self.total


def load(text, strict=False):
    return json.loads(text)


def make():
    return Cart()
"""
MONEY = """\
class Price:
    def get(self):
        return 1


class Tax:
    def get(self):
        return 2


class Euro:
    pass


def rounded(value):
    return value.get()
"""
USING = """\
from shop import cart
from shop.cart import load, make
from shop.money import Euro, Price, rounded


def run():
    cart.load("x")
    Euro()
    rounded(Price())
    return make().checkout().get()
"""
BASE = {"shop/__init__.py": "", "shop/cart.py": SHOP, "shop/money.py": MONEY, "shop/use.py": USING}

UNSEEN = {
    "a line in a body": ("return json.loads(text)", "text = text.strip()\n    return json.loads(text)"),
    "another way to the same result": ("return Cart()", "cart = Cart()\n    if cart:\n        return cart"),
    "a further parameter": ("strict=False", "strict=False, depth=None"),
    "an import of what others name": ("Price, Tax", "Euro, Price, Tax"),
    "names inside a new definition": (
        "def make", "def fresh():\n    class Local:\n        def get(self):\n            pass\n\n\ndef make"
    ),
    "a call that brings what others bring": ("    return Cart()", "    rounded(Price())\n    return Cart()"),
}  # fmt: skip
SEEN = {
    "another result": ("return Cart()", "return Tax()"),
    "another thing in a field": ("self.total = Price()", "self.total = Tax()"),
    "a call that brings something new": ("    return Cart()", "    rounded(Tax())\n    return Cart()"),
    "an import in its place": ("def load(text, strict=False):", "from json import load\n\n\ndef other(text):"),
    "another name": ("def make", "def build"),
    "a parameter in another place": ("text, strict=False", "strict, text=None"),
}  # fmt: skip


def contents(texts: dict[str, str]) -> Contents:
    return {path: text.encode() for path, text in texts.items()}


def overlaid(texts: dict[str, str], path: str, text: str) -> bool:
    """Whether an edit of a file was linked alone, and then as a full build has it."""
    before = read(contents(texts), None)
    base = built(before)
    source = ContentsSource({path: text.encode()}, Settings(), "repo", "0" * 40)
    layer = Edited(before, base["facts"], None).layer(read_rows(source, source.entries, 0, Silent()))
    if layer is not None:
        whole = built(read(contents(texts | {path: text}), before))
        for name, table in whole.items():
            assert laid(name, base[name], layer) == rows(table), name
    return layer is not None


@pytest.mark.parametrize("edit", UNSEEN)
def test_nobody_sees(edit: str) -> None:
    old, new = UNSEEN[edit]
    assert SHOP.count(old) == 1
    assert overlaid(BASE, "shop/cart.py", SHOP.replace(old, new))


@pytest.mark.parametrize("edit", SEEN)
def test_somebody_may_see(edit: str) -> None:
    old, new = SEEN[edit]
    assert SHOP.count(old) == 1
    assert not overlaid(BASE, "shop/cart.py", SHOP.replace(old, new))


@pytest.mark.parametrize(("listed", "alone"), [("", False), ('__all__ = ["make"]\n', True)])
def test_who_imports_everything_gets_what_is_handed_out(listed: str, alone: bool) -> None:
    texts = BASE | {"shop/cart.py": listed + SHOP, "shop/all.py": "from shop.cart import *\n\nEuro()\n"}
    assert overlaid(texts, "shop/cart.py", (listed + SHOP).replace("Price, Tax", "Euro, Price, Tax")) is alone


def test_a_module_that_is_held_is_asked_for_any_name() -> None:
    texts = BASE | {"shop/use.py": USING + "\n\ncart.Euro()\n"}
    assert not overlaid(texts, "shop/cart.py", SHOP.replace("Price, Tax", "Euro, Price, Tax"))

"""Which edits nobody outside the edited file can tell, and who sees the others: nobody else's rows are made anew."""

from __future__ import annotations

import pyarrow.compute as pc
import pytest

from indexer.layers.local import Edited
from indexer.link.ground import Ground
from indexer.link.local import link_alone
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
USE, PRICES = {"shop/use.py"}, {"shop/money.py"}
SEEN = {
    "another result": ("return Cart()", "return Tax()", USE),
    "another thing in a field": ("self.total = Price()", "self.total = Tax()", USE),
    "a call that brings something new": ("    return Cart()", "    rounded(Tax())\n    return Cart()", PRICES),
    "an import in its place": ("def load(text, strict=False):", "from json import load\n\n\ndef other(text):", USE),
    "another name": ("def make", "def build", USE),
    "a parameter in another place": ("text, strict=False", "strict, text=None", set()),
}  # fmt: skip


def contents(texts: dict[str, str]) -> Contents:
    return {path: text.encode() for path, text in texts.items()}


def seers(texts: dict[str, str], path: str, text: str) -> set[str]:
    """The files with other references after an edit, but for the edited one; all is as a full build has it."""
    before = read(contents(texts), None)
    base = built(before)
    source = ContentsSource({path: text.encode()}, Settings(), "repo", "0" * 40)
    layer = Edited(before, base["facts"], None, lasts=True).layer(read_rows(source, source.entries, 0, Silent()))
    assert layer is not None
    whole = built(read(contents(texts | {path: text}), before))
    for name, table in whole.items():
        assert laid(name, base[name], layer) == rows(table), name
    masks = layer["masks"].filter(pc.equal(layer["masks"]["table"], "refs"))
    return set(masks["path"].to_pylist()) - {path}


def beside(texts: dict[str, str], path: str, text: str) -> set[str]:
    """The files that are linked with an edited one, whatever comes of it."""
    before = read(contents(texts), None)
    built(before)
    source = ContentsSource({path: text.encode()}, Settings(), "repo", "0" * 40)
    local = link_alone(Ground(before), read_rows(source, source.entries, 0, Silent()))
    assert local is not None
    return set(local.now.files) - {path}


@pytest.mark.parametrize("edit", UNSEEN)
def test_nobody_sees(edit: str) -> None:
    old, new = UNSEEN[edit]
    assert SHOP.count(old) == 1
    assert seers(BASE, "shop/cart.py", SHOP.replace(old, new)) == set()


@pytest.mark.parametrize("edit", SEEN)
def test_who_sees(edit: str) -> None:
    old, new, files = SEEN[edit]
    assert SHOP.count(old) == 1
    assert seers(BASE, "shop/cart.py", SHOP.replace(old, new)) == files


@pytest.mark.parametrize(("listed", "files"), [("", {"shop/all.py"}), ('__all__ = ["make"]\n', set())])
def test_who_imports_everything_gets_what_is_handed_out(listed: str, files: set[str]) -> None:
    texts = BASE | {"shop/cart.py": listed + SHOP, "shop/all.py": "from shop.cart import *\n\nEuro()\n"}
    assert seers(texts, "shop/cart.py", (listed + SHOP).replace("Price, Tax", "Euro, Price, Tax")) == files


def test_a_module_that_is_held_is_asked_for_any_name() -> None:
    texts = BASE | {"shop/use.py": USING + "\n\ncart.Euro()\n"}
    assert seers(texts, "shop/cart.py", SHOP.replace("Price, Tax", "Euro, Price, Tax")) == {"shop/use.py"}


def test_a_type_reaches_who_never_names_it() -> None:
    texts = BASE | {"shop/more.py": "from shop.use import run\n\n\ndef all():\n    return run().more()\n"}
    base = MONEY.replace("class Price:", "class Whole:\n    def more(self):\n        return 3\n\n\nclass Price(Whole):")
    texts["shop/use.py"] = USING.replace("checkout().get()", "checkout()")
    assert "shop/more.py" in seers(texts, "shop/money.py", base)


def test_a_member_is_missed_by_who_holds_its_type() -> None:
    texts = BASE | {"shop/near.py": "class Near:\n    def checkout(self):\n        pass\n\n\nNear().checkout()\n"}
    assert seers(texts, "shop/cart.py", SHOP.replace("def checkout", "def pay")) == {"shop/use.py"}


FIXTURES = """\
import pytest
from shop.money import Price, Tax


@pytest.fixture
def price():
    return Price()


@pytest.fixture
def tax():
    yield Tax()
"""
TESTING = "def test_price(price, tax, euro):\n    price.get()\n    tax.get()\n    euro.get()\n"
TESTS = BASE | {"tests/conftest.py": FIXTURES, "tests/test_money.py": TESTING}
OF_FIXTURES = {
    "another result": ("return Price()", "return Tax()"),
    "another thing that is yielded": ("yield Tax()", "yield Price()"),
    "another name": ("def tax", "def euro"),
    "no fixture any more": ("@pytest.fixture\ndef tax", "def tax"),
}


@pytest.mark.parametrize("edit", OF_FIXTURES)
def test_tests_see_fixtures_that_they_do_not_import(edit: str) -> None:
    assert seers(TESTS, "tests/conftest.py", FIXTURES.replace(*OF_FIXTURES[edit])) == {"tests/test_money.py"}


def test_a_name_reaches_who_gets_it_through_others() -> None:
    texts = {
        "shop/__init__.py": "",
        "shop/money.py": "def other():\n    return 1\n",
        "shop/api.py": "from shop.money import make as build\n",
        "shop/use.py": "from shop.api import build\n\nbuild()\n",
    }
    added = texts["shop/money.py"] + "\n\ndef make():\n    return 2\n"
    assert seers(texts, "shop/money.py", added) == {"shop/api.py", "shop/use.py"}


MONEY_TS = "import { round } from './round';\n\nexport function other() {\n  return round(1);\n}\n"
MAKE_TS = "\nexport function make() {\n  return other();\n}\n"
EXPORTING = {
    "by name": ("export { make as build } from './money';", "build"),
    "whole": ("export * from './money';", "make"),
    "what is imported": ("import { make } from './money';\nexport { make as build };", "build"),
    "as default": ("import { make } from './money';\nexport default make;", "default as build"),
}


@pytest.mark.parametrize("way", EXPORTING)
def test_what_a_module_exports_reaches_who_gets_it_through_others(way: str) -> None:
    handing, name = EXPORTING[way]
    texts = {
        "a/round.ts": "export function round(n: number) {\n  return n;\n}\n",
        "a/money.ts": MONEY_TS,
        "a/api.ts": handing + "\n",
        "a/use.ts": f"import {{ {name} }} from './api';\n\n{name.split()[-1]}();\n",
        "b/use.ts": "function make() {}\n\nmake();\n",
    }
    found = seers(texts, "a/money.ts", MONEY_TS + MAKE_TS)
    assert "a/use.ts" in found and "b/use.ts" not in found
    assert seers(texts | {"a/money.ts": MONEY_TS + MAKE_TS}, "a/money.ts", MONEY_TS) == found


def test_what_a_module_imports_or_does_not_export_is_its_own() -> None:
    held = "import * as money from './money';\n\nmoney.other();\nmoney.helper();\nmoney.round();\n"
    rounding = "export function round() {}\nexport function down() {}\n"
    texts = {"a/round.ts": rounding, "a/money.ts": MONEY_TS, "a/use.ts": held}
    edit = MONEY_TS.replace("{ round }", "{ down, round }") + "\nfunction helper() {\n  down();\n}\n"
    assert seers(texts, "a/money.ts", edit) == set()
    assert seers(texts, "a/money.ts", edit.replace("function helper", "export function helper")) == {"a/use.ts"}


CART_TS = """\
import { Price, Tax } from './money';

type Money = Price;

export class Cart {
  total: Price;
  other = new Price();
  money: Money;
  label(): string {
    return this.total.text();
  }
}
"""
SHAPES = {
    "a/money.ts": "".join(f"export class {n} {{\n  text() {{\n    return '';\n  }}\n}}\n" for n in ("Price", "Tax")),
    "a/cart.ts": CART_TS,
    "a/made.ts": "import { Cart } from './cart';\n\nexport function cart() {\n  return new Cart();\n}\n",
    "a/pick.ts": "".join(
        f"export function {name}Of<T>(from: {{ {name}: T }}): T {{\n  return from.{name};\n}}\n"
        for name in ("total", "other", "money", "label")
    ),
    "a/use.ts": (
        "import { cart } from './made';\nimport { totalOf, otherOf, moneyOf } from './pick';\n\n"
        "totalOf(cart()).text();\notherOf(cart()).text();\nmoneyOf(cart()).text();\n"
    ),
    "b/cart.ts": "export class Cart {\n  total = 1;\n}\n",
}
RESHAPED = {
    "a declared type": ("total: Price", "total: Tax"),
    "what is given": ("other = new Price()", "other = new Tax()"),
    "what a name means": ("type Money = Price", "type Money = Tax"),
    "a member that goes": ("  total: Price;\n", ""),
}


@pytest.mark.parametrize("edit", RESHAPED)
def test_a_shape_that_is_another_reaches_who_knows_it_by_its_members(edit: str) -> None:
    old, new = RESHAPED[edit]
    assert "a/use.ts" in seers(SHAPES, "a/cart.ts", CART_TS.replace(old, new))
    assert "a/use.ts" in seers(SHAPES | {"a/cart.ts": CART_TS.replace(old, new)}, "a/cart.ts", CART_TS)


def test_what_a_method_does_and_classes_of_the_same_name_are_no_shape() -> None:
    edit = CART_TS.replace("return this.total.text()", "const tax = new Tax();\n    return tax.text()")
    assert beside(SHAPES, "a/cart.ts", edit) == set()
    assert beside(SHAPES, "a/cart.ts", CART_TS + "\nclass Local {\n  total = 1;\n}\n") == set()
    assert beside(SHAPES, "b/cart.ts", "export class Cart {\n  total = 1;\n  more = 2;\n}\n") == set()


CART, PAYING = (
    "namespace Shop;\npublic partial class Cart { public int Sum() { return Tax(); } }\n",
    "namespace Shop;\npublic partial class Cart { int Tax() { return 1; } public int Pay() { return Sum(); } }\n",
)


def test_parts_of_a_type_are_parts_again() -> None:
    using = "class Use { int A(Cart c) { return c.Pay(); } }\n"
    texts = {"Shop/Cart.cs": CART, "Shop/Cart.Pay.cs": PAYING, "Shop/Use.cs": using}
    for old, new in (("return 1", "return 1 + Sum()"), ("return Sum()", "return Sum() + Tax()")):
        assert seers(texts, "Shop/Cart.Pay.cs", PAYING.replace(old, new)) == set()
    assert seers(texts, "Shop/Cart.cs", CART.replace("Tax()", "Pay()")) == set()


GO = """\
package shop

type Cart struct{}

func (c Cart) Get() int { return 1 }

func Use(c Cart) int { return c.Get() }
"""


LISTS = """\
from shop.cart import Cart
from shop.money import Euro, Price, Tax


def made():
    return Price()


def kinds():
    return [made(), Tax()]


def table():
    return {"price": made()}


def fill(cart: Cart):
    cart.extra = made()
"""
LISTING = """\
from shop.cart import make
from shop.lists import kinds, table

kinds()[0].get()
table()["price"].get()
make().extra.get()
"""
LISTED = BASE | {"shop/lists.py": LISTS, "shop/listing.py": LISTING}


def test_what_is_in_a_list_or_stored_is_compared() -> None:
    same, other = (
        LISTS.replace("return Price()", new) for new in ("price = Price()\n    return price", "return Euro()")
    )
    assert beside(LISTED, "shop/lists.py", same) == set()
    assert seers(LISTED, "shop/lists.py", same) == set()
    assert seers(LISTED, "shop/lists.py", other) == {"shop/listing.py"}


def test_an_edit_leaves_nothing_behind() -> None:
    texts = {"go.mod": "module shop\n", "shop/cart.go": GO}
    before = read(contents(texts), None)
    base = built(before)
    state = Edited(before, base["facts"], None, lasts=True)
    added = "func (c Cart) Pay() int { return 2 }", "func Sum(c Cart) int { return c.Get() + c.Pay() }"
    fewer = GO.replace("func Use(c Cart) int { return c.Get() }\n", "")
    for text in (*(f"{GO}\n{each}\n" for each in added), fewer, GO + "\n"):
        source = ContentsSource({"shop/cart.go": text.encode()}, Settings(), "repo", "0" * 40)
        layer = state.layer(read_rows(source, source.entries, 0, Silent()))
        assert layer is not None
        for name, table in built(read(contents(texts | {"shop/cart.go": text}), before)).items():
            assert laid(name, base[name], layer) == rows(table), name

"""Two snapshots compared: a table of old code, new code, and what must be told."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import duckdb
import pytest

from indexer.facade import index_contents
from query.diff import blast_radius_of, diff
from query.diff.model import Diff, SymbolChange


class Rows:
    """The tables of some files, without a snapshot on disk."""

    def __init__(self, commit: str, files: dict[str, str], packages: dict[str, str] | None = None) -> None:
        self.commit = commit
        self.manifest: dict[str, Any] = {"packages": packages or {}}
        self._connection = duckdb.connect(":memory:")
        contents = {path: dedent(text).lstrip().encode() for path, text in files.items()}
        for name, table in index_contents(contents).items():
            self._connection.register("incoming", table)
            self._connection.execute(f'CREATE TABLE "{name}" AS FROM incoming')

    def cursor(self) -> duckdb.DuckDBPyConnection:
        return self._connection.cursor()


def compared(old: dict[str, str], new: dict[str, str]) -> Diff:
    return diff(Rows("1" * 40, old), Rows("2" * 40, new))


def one(old: str, new: str, path: str = "shop/cart.py") -> list[SymbolChange]:
    extra = {"shop/__init__.py": ""} if path.endswith(".py") else {"go.mod": "module example.com/shop\n"}
    return compared({path: old, **extra}, {path: new, **extra}).symbols


def told(changes: list[SymbolChange]) -> list[tuple[str, str, str]]:
    return [("+".join(change.changes), change.symbol_id, change.breaking) for change in changes]


PYTHON = {
    "nothing": ("def f(a):\n    return a", "def f(a):\n\n    # why\n    return a  # that is", []),
    "added": ("", "def f(): pass", [("added", "M:shop.cart.f", "")]),
    "removed": ("def f(): pass", "", [("removed", "M:shop.cart.f", "function removed")]),
    "removed, private": ("def _f(): pass", "", [("removed", "M:shop.cart._f", "")]),
    "removed, still imported": ("def f(): pass", "from json import dumps as f", [("removed", "M:shop.cart.f", "")]),
    "removed, answered for": (
        "def f(): pass\ndef __getattr__(name): return name",
        "def __getattr__(name): return name",
        [("removed", "M:shop.cart.f", "")],
    ),
    "removed with its class": (
        "class A:\n    def m(self): pass",
        "",
        [("removed", "T:shop.cart.A", "class removed")],
    ),
    "an override that a base still has": (
        "class A:\n    def m(self): return 1\nclass B(A):\n    def m(self): return 2",
        "class A:\n    def m(self): return 1\nclass B(A):\n    pass",
        [("removed", "M:shop.cart.B.m", "")],
    ),
    "a member of a class with a foreign base": (
        "from json import JSONEncoder\nclass B(JSONEncoder):\n    def m(self): return 2",
        "from json import JSONEncoder\nclass B(JSONEncoder):\n    pass",
        [("removed", "M:shop.cart.B.m", "")],
    ),
    "body": ("def f(): return 1", "def f(): return 2", [("body", "M:shop.cart.f", "")]),
    "parameter removed": (
        "def f(a, b): pass", "def f(a): pass", [("signature", "M:shop.cart.f", "parameter b removed")],
    ),
    "parameter with a default": ("def f(a): pass", "def f(a, b=1): pass", [("signature", "M:shop.cart.f", "")]),
    "parameter without one": (
        "def f(a): pass", "def f(a, b): pass",
        [("signature", "M:shop.cart.f", "parameter b added without a default")],
    ),
    "default taken away": (
        "def f(a=1): pass", "def f(a): pass", [("signature", "M:shop.cart.f", "parameter a is required now")],
    ),
    "renamed parameter": (
        "def f(size): pass", "def f(width): pass",
        [("signature", "M:shop.cart.f", "parameter size renamed to width")],
    ),
    "renamed parameter, any name is taken": (
        "def f(size, **more): pass", "def f(*args, **more): pass", [("signature", "M:shop.cart.f", "")],
    ),
    "another order": (
        "def f(a, b): pass", "def f(b, a): pass", [("signature", "M:shop.cart.f", "parameters in another order")],
    ),
    "keyword only": (
        "def f(a, b): pass", "def f(a, *, b): pass",
        [("signature", "M:shop.cart.f", "parameter b is keyword-only now")],
    ),
    "keyword only, the rest still taken": (
        "def f(a, b): pass", "def f(a, *args, b=1): pass", [("signature", "M:shop.cart.f", "")],
    ),
    "what came by place is named now": (
        "def f(*args, **kwargs): pass", "def f(a, *args, **kwargs): pass", [("signature", "M:shop.cart.f", "")],
    ),
    "what every class can do": (
        "class A:\n    def __deepcopy__(self, memo): return self\n    def run(self): pass",
        "class A:\n    def run(self): pass",
        [("removed", "M:shop.cart.A.__deepcopy__", "")],
    ),
    "a list of names for a star, or of fields, is asked for by nobody": (
        "__all__ = ['A']\nclass A:\n    __slots__ = ()\n    x = 1", "class A:\n    x = 1",
        [("removed", "F:shop.cart.__all__", ""), ("removed", "F:shop.cart.A.__slots__", "")],
    ),
    "what is told to Python, or is the version": (
        "__deprecated__ = {'a': 1}\n__version__ = '1'", "",
        [("removed", "F:shop.cart.__version__", "variable removed"), ("removed", "F:shop.cart.__deprecated__", "")],
    ),
    "what the module's own list does not name": (
        "__all__ = ['f']\ndef f(): pass\ndef g(): pass", "__all__ = ['f']",
        [("removed", "M:shop.cart.f", "function removed"), ("removed", "M:shop.cart.g", "")],
    ),
    "members of what the list names": (
        "__all__ = ('A',)\nclass A:\n    x = 1\n    y = 2", "__all__ = ('A',)\nclass A:\n    x = 1",
        [("removed", "F:shop.cart.A.y", "field removed")],
    ),
    "a list that is computed says nothing": (
        "__all__ = [name for name in dir()]\ndef f(): pass", "__all__ = [name for name in dir()]",
        [("removed", "M:shop.cart.f", "function removed")],
    ),
    "another name of what is imported": (
        "import time\nclock = time.monotonic\nlimit = 3", "import time",
        [("removed", "F:shop.cart.limit", "variable removed"), ("removed", "F:shop.cart.clock", "")],
    ),
    "what stands for an import that is missing": (
        "try:\n    import json\nexcept ImportError:\n    json = None", "", [("removed", "F:shop.cart.json", "")],
    ),
    "what a loop leaves behind": ("for part in (1, 2):\n    print(part)", "", [("removed", "F:shop.cart.part", "")]),
    "a class method without its class": (
        "class A:\n    @classmethod\n    def m(cls, a): pass", "class A:\n    @staticmethod\n    def m(a): pass",
        [("signature", "M:shop.cart.A.m", "")],
    ),
    "given by name, and gone": (
        "def f(*, size: int = 1): pass", "def f(*, on: bool = True): pass",
        [("signature", "M:shop.cart.f", "parameter size removed")],
    ),
    "annotations bind nobody": ("def f(a: int): pass", "def f(a: str): pass", [("signature", "M:shop.cart.f", "")]),
    "method becomes a property": (
        "class A:\n    def m(self): return 1", "class A:\n    @property\n    def m(self): return 1",
        [("signature", "P:shop.cart.A.m", "was a method, is a property")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PYTHON)
def test_python(name: str) -> None:
    old, new, expected = PYTHON[name]
    assert told(one(old, new)) == expected


GO = {
    "type of a parameter": (
        "func F(a int) {}", "func F(a string) {}", "parameter a: int became string",
    ),
    "wider": ("func F(a int) {}", "func F(a any) {}", ""),
    "variadic": ("func F(a int) {}", "func F(a int, more ...int) {}", ""),
    "two of a type are several of it": ("func F(a, b int) {}", "func F(all ...int) {}", ""),
    "result": ("func F() int { return 1 }", "func F() (int, error) { return 1, nil }", "type int became (int, error)"),
    "a named result": ("func F() error { return nil }", "func F() (err error) { return }", ""),
    "not exported": ("func f(a int) {}", "func f(a string) {}", ""),
    "of a type that nobody can name": ("type t int\nfunc (t) M() {}", "type t int\nfunc (t) M(a int) {}", ""),
    "of one that all can": (
        "type T int\nfunc (T) M() {}", "type T int\nfunc (T) M(a int) {}", "parameter a added without a default",
    ),
    "a field": ("type T struct { A int }", "type T struct { A string }", "type int became string"),
    "a function as a variable": ("func F() {}", "var F = func() {}", ""),
    "another name of the type": ("func F(a []int) int { return 1 }", "type N = int\nfunc F(a []N) N { return 1 }", ""),
    "a type of its own": (
        "func F(a []int) {}", "type N int\nfunc F(a []N) {}", "parameter a: []int became []N",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GO)
def test_go(name: str) -> None:
    old, new, expected = GO[name]
    changes = one(f"package shop\n{old}\n", f"package shop\n{new}\n", "shop.go")
    assert [change.breaking for change in changes if change.breaking] == ([expected] if expected else [])
    assert changes


BODY = """
def total(lines):
    found = sorted(lines)
    print(found)
    return sum(found)
"""


def test_a_go_mod_gives_packages_longer_names_and_breaks_nobody() -> None:
    old, new = ("package shop\nfunc F(a int) {}\nfunc G() {}\n", "package shop\nfunc F(a int) {}\nfunc G(a int) {}\n")
    found = compared({"shop.go": old}, {"shop.go": new, "go.mod": "module example.com/shop\n"})
    assert [(change.symbol_id, change.old_symbol_id) for change in found.breaking] == [
        ("M:example.com/shop.G", "M:shop.G")
    ]


def test_moved_and_where_it_is_still_handed_out() -> None:
    init, user = {"shop/__init__.py": ""}, {"shop/other.py": "x = 1\n"}
    old = {"shop/cart.py": BODY + "x = 1\n", **init, **user}
    moved = compared(old, {"shop/cart.py": "x = 1\n", **init, "shop/other.py": "x = 1\n" + BODY})
    assert told(moved.symbols) == [("moved", "M:shop.other.total", "moved to shop.other.total")]
    assert moved.symbols[0].old_symbol_id == "M:shop.cart.total"
    kept = {"shop/cart.py": "from shop.other import total\nx = 1\n", **init, "shop/other.py": "x = 1\n" + BODY}
    assert told(compared(old, kept).symbols) == [("moved", "M:shop.other.total", "")]


def test_renamed() -> None:
    changes = one(BODY, BODY.replace("total", "amount"))
    assert told(changes) == [("renamed", "M:shop.cart.amount", "renamed to shop.cart.amount")]


def test_a_type_is_known_again_by_its_members() -> None:
    members = "".join(f"    def m{n}(self):\n        return self.x + {n}\n" for n in range(4))
    changes = one(f"class Cart:\n{members}", f"class Basket:\n{members}")
    assert told(changes) == [("renamed", "T:shop.cart.Basket", "renamed to shop.cart.Basket")]


def test_a_file_that_moved_is_one_change_for_each_symbol_at_its_top() -> None:
    text = {"a.py": "class A:\n    def m(self): pass\n"}
    changes = compared(text, {"b.py": text["a.py"]}).symbols
    assert ("moved", "T:b.A") in [(change.changes[0], change.symbol_id) for change in changes]
    assert "M:b.A.m" not in [change.symbol_id for change in changes]


def test_what_a_package_does_not_hand_out_may_go() -> None:
    index = {"src/index.ts": "export * from './api';\n"}
    old = {"src/api.ts": "export function f() {}\n", "src/inner.ts": "export function g() {}\n", **index}
    new = {"src/api.ts": "", "src/inner.ts": "", **index}
    found = compared(old, new)
    assert [change.symbol_id for change in found.breaking] == ["M:src/api.f"]


def test_what_an_index_calls_in_a_private_folder_it_does_not_hand_out() -> None:
    index = {"src/index.ts": "import { f, g } from './_lib/a';\nexport { g };\nexport const run = () => f();\n"}
    inner = "export function f(a?: number) {}\nexport function g(a?: number) {}\n"
    found = compared({"src/_lib/a.ts": inner, **index}, {"src/_lib/a.ts": inner.replace("?", ""), **index})
    assert [change.symbol_id for change in found.breaking] == ["M:src/_lib/a.g"]


def body(lines: int) -> str:
    return " {\n" + "  use(1);\n" * lines + "}\n"


OVERLOADS = (
    "  m(a: string): void;\n  /**\n   * by number\n   *\n   */\n  m(a: number): void;\n  m(a: any): void" + body(2)
)
TYPESCRIPT = {
    "a method": ("class A {\n  m(a?: number) {}\n}", "class A {\n  m(a: number) {}\n}", ["M:src/internal/api.A.m"]),
    "marked as internal": ("class A {\n  /** @internal */\n  m() {}\n}", "class A {\n}", []),
    "internal by habit": ("class A {\n  _m() {}\n}", "class A {\n}", []),
    "a computed name": ("const k = 'k';\nexport class A {\n  [k]() {}\n}", "const k = 'k';\nexport class A {\n}", []),
    "overloads": ("class A {\n  m(a: any, b: any)" + body(2) + "}", "class A {\n" + OVERLOADS + "}", []),
    "this is no parameter": (
        "class A {\n  m(this: A, a: number) {}\n}", "class A {\n  m(a: number) {}\n}", []
    ),
    "a namespace as a whole": (
        "namespace N {\n  export type A = 1;\n  export type B = 2;\n}", "", ["N:src/internal/api.N"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_typescript(name: str) -> None:
    old, new, expected = TYPESCRIPT[name]
    index = {"src/index.ts": "export * from './internal/api';\n"}
    sides = [{"src/internal/api.ts": text if "const" in text else f"export {text}\n", **index} for text in (old, new)]
    assert [change.symbol_id for change in compared(*sides).breaking] == expected


def test_of_a_file_that_is_gone_each_thing_that_it_handed_out_is_missed() -> None:
    old = {"src/index.ts": "export { f } from './a';\n", "src/a.ts": "export function f() {}\nexport function g() {}\n"}
    found = compared(old, {"src/index.ts": ""})
    assert [change.symbol_id for change in found.breaking] == ["M:src/a.f"]


def test_a_public_package_hands_out_what_it_takes_from_private_modules() -> None:
    cart = "class Cart:\n  def add(self{0}): pass\n  def _put(self{0}): pass\nclass Inner:\n  def add(self{0}): pass\n"
    for line, expected in (("", ["M:shop._cart.Cart.add"]), ("from shop._cart import *\n", [])):
        init = {"shop/__init__.py": line or "from shop._cart import Cart\n"}
        found = compared({"shop/_cart.py": cart.format(""), **init}, {"shop/_cart.py": cart.format(", a"), **init})
        assert [change.symbol_id for change in found.breaking] == expected


def test_tests_documents_and_scripts_are_no_api() -> None:
    old = {"tests/test_a.py": "def helper(): pass\n", "docs/conf.py": "x = 1\n", "setup.py": "def build(): pass\n"}
    old |= {"publish.sh": "go() { true; }\n", "bin/release.py": "def tag(): pass\n"}
    assert compared(old, dict.fromkeys(old, "")).breaking == []


def test_beside_src_lies_what_is_not_installed() -> None:
    old = {"src/shop/__init__.py": "def f(): pass\n", "helper/__init__.py": "def g(): pass\n"}
    old |= {"other/lib/src/box/__init__.py": "def h(): pass\n", "other/lib/make.py": "def k(): pass\n"}
    found = compared(old, dict.fromkeys(old, ""))
    assert [change.symbol_id for change in found.breaking] == ["M:box.h", "M:shop.f"]
    inner = {"src/__init__.py": "", "src/shop/__init__.py": "", "helper/__init__.py": "def g(): pass\n"}
    assert [change.symbol_id for change in compared(inner, dict.fromkeys(inner, "")).breaking] == ["M:helper.g"]


def test_a_package_hands_out_what_the_file_that_it_names_does() -> None:
    files = {"src/shop.ts": "export { f } from './inner';\n", "src/inner.ts": "export function f() {}\n"}
    files |= {"src/other.ts": "export function g() {}\nexport class K {\n  kept_ = 1;\n}\n"}
    empty = dict.fromkeys(files, "")
    found = diff(Rows("1" * 40, files, {"shop": "src/shop.ts"}), Rows("2" * 40, empty))
    assert [change.symbol_id for change in found.breaking] == ["M:src/inner.f"]
    assert len(compared(files, empty).breaking) == 3


def test_what_an_index_still_hands_out_under_its_name_is_not_gone() -> None:
    old = {"src/index.ts": "export { f, g as secret_internal_g, h as k } from './a';\n"}
    old["src/a.ts"] = "".join(f"export function {name}(a: number) {{ return [a, 1]; }}\n" for name in "fgh")
    new = {"src/index.ts": "export * from './b';\n", "src/b.ts": "export { f } from './c';\n"}
    found = compared(old, {**new, "src/c.ts": "export function f(...all: number[]) { return [all]; }\n"})
    assert [change.symbol_id for change in found.breaking] == ["M:src/a.h"]
    missing = {"src/index.ts": "export * from 'somewhere';\n", "src/c.ts": "export const h = 1;\n"}
    assert [change.symbol_id for change in compared(old, missing).breaking] == ["M:src/a.f", "M:src/a.h"]


def test_members_that_come_to_stand_in_a_private_place_are_told_with_their_type() -> None:
    members = "".join(f"    def m{n}(self):\n        return self.x + {n}\n" for n in range(4))
    assert told(one(f"class Cart:\n{members}", f"class _Cart:\n{members}")) == [
        ("renamed+visibility", "T:shop.cart._Cart", "renamed to shop.cart._Cart")
    ]


def test_commands_and_scripts_are_imported_by_nobody() -> None:
    old = {"go.mod": "module example.com/shop\n", "gen/main.go": "package main\nfunc Make() {}\nfunc main() {}\n"}
    old |= {"gen/more.go": "package main\nfunc More() {}\n", "shop.go": "package shop\nfunc F() {}\n"}
    old |= {"build.go": "// +build ignore\n\npackage main\nfunc Build() {}\nfunc main() {}\n"}
    old |= {"shop/__init__.py": "def f(): pass\n", "tasks.py": "def clean(): pass\n"}
    old |= {"runtests": "#!/usr/bin/env python\ndef run(): pass\n"}
    found = compared(old, {"go.mod": old["go.mod"], "shop/__init__.py": "", "shop.go": "package shop\n"})
    assert [change.symbol_id for change in found.breaking] == ["M:example.com/shop.F", "M:shop.f"]


def test_calls_of_plain_javascript_may_give_fewer_or_more() -> None:
    old = "export function f(a, b) {}\nexport function g(a) {}\n/** @api private */\nexport function h(a) {}\n"
    found = compared({"index.js": old}, {"index.js": "export function f(a) {}\nexport function g(a, b) {}\n"})
    assert found.breaking == []


def test_a_second_name_of_one_value_is_no_member_of_the_first() -> None:
    old, new = ("class A:\n  def f(self): pass\n  g = h = f\n", "class A:\n  def f(self): pass\n  g = f\n  h = f\n")
    assert compared({"cart.py": old}, {"cart.py": new}).breaking == []


def test_callers_gained_and_lost() -> None:
    cart = {"cart.py": "def f(): return 1\n"}
    old = {**cart, "a.py": "from cart import f\ndef one(): return f()\ndef two(): return f()\n"}
    new = {**cart, "a.py": "from cart import f\ndef one(): return 1\ndef two(): return f()\ndef three(): return f()\n"}
    (change,) = compared(old, new).callers
    assert (change.symbol_id, change.gained_examples, change.lost_examples) == ("M:cart.f", ["M:a.three"], ["M:a.one"])


CHAIN = {
    "core.py": "def base(): return 1\n",
    "mid.py": "from core import base\ndef middle(): return base()\n",
    "top.py": "from mid import middle\ndef top(): return middle()\n",
    "tests/test_top.py": "from top import top\ndef test_top(): assert top()\n",
    "lonely.py": "def lonely(): return 1\n",
}


def test_the_blast_radius_reaches_tests_through_what_lies_between() -> None:
    new = {**CHAIN, "core.py": "def base(): return 2\n", "lonely.py": "def lonely(): return 2\n"}
    blast = compared(CHAIN, new).blast
    assert (blast.changed, blast.affected, blast.untested) == (2, 3, 1)
    assert blast.tests == ["M:tests.test_top.test_top"]
    first, second = blast.risks
    assert (first.symbol_id, first.direct, first.dependents, first.tests) == ("M:core.base", 1, 3, 1)
    assert (second.symbol_id, second.dependents) == ("M:lonely.lonely", 0)


def test_the_radius_of_symbols_that_have_not_changed_yet() -> None:
    blast, near = blast_radius_of(Rows("1" * 40, CHAIN), ["M:mid.middle", "M:no.such"])
    assert (blast.changed, blast.affected, [risk.symbol_id for risk in blast.risks]) == (1, 2, ["M:mid.middle"])
    assert [(each.symbol_id, each.steps, each.is_test) for each in near] == [
        ("M:top.top", 1, False), ("M:tests.test_top.test_top", 2, True)
    ]  # fmt: skip
    assert blast_radius_of(Rows("1" * 40, CHAIN), ["M:core.base"], depth=1)[0].affected == 1


def test_more_changes_than_travel_at_once() -> None:
    names = [f"f{n}" for n in range(70)]
    old = {"a.py": "".join(f"def {name}(): return 1\n" for name in names)}
    new = {"a.py": "".join(f"def {name}(): return 2\n" for name in names)}
    user = {"b.py": "import a\n" + "".join(f"def use_{name}(): return a.{name}()\n" for name in names)}
    blast = compared(old | user, new | user).blast
    assert (blast.changed, blast.affected) == (70, 70)
    assert {risk.dependents for risk in blast.risks} == {1}


def test_an_empty_side(tmp_path: Path) -> None:
    found = compared({}, {"a.py": "def f(): pass\n"})
    assert [change.changes for change in found.symbols] == [["added"]]
    assert compared({}, {}).summary["breaking"] == 0

"""What goes deeper than can be followed costs what depends on it, not the references of its language."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from indexer.link import Findings, link
from indexer.link.linker import Linker
from indexer.model import Settings, Silent
from indexer.modules import modules_of
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource

DEEP = 12_000  # beyond what Python follows by calls inside each other
CHAIN = ".b()" * 5_000
Contents = dict[str, str]


def numbered(line: str) -> str:
    return "\n".join(line.format(n, n + 1) for n in range(DEEP)) + "\n"


def files(name: str, line: str, last: str) -> Contents:
    return {name.format(n): line.format(n + 1) for n in range(DEEP)} | {name.format(DEEP): last}


def linked(contents: Contents) -> tuple[Findings, dict[str, list[bool]]]:
    """What linking found, and of each file's references by name whether they lead somewhere."""
    data = {path: text.encode() for path, text in contents.items()}
    kept = read_rows(source := ContentsSource(data, Settings(), "repo", "0" * 40), source.entries, 0, Silent())
    paths = [entry.path for entry in kept.entries]
    found = link(kept.raw, paths, modules_of(kept.raw, paths, kept.tree()), kept.tree())
    resolved: dict[str, list[bool]] = {}
    for row, target in zip(kept.raw.refs.select(["file", "to_name"]).to_pylist(), found.target.tolist(), strict=True):
        resolved.setdefault(f"{paths[row['file']]}:{row['to_name']}", []).append(target >= 0)
    return found, resolved


BASES = {  # each file that uses the first of the types has to be linked as if the others were not there
    "python": (
        "class A{1}(A{0}): pass",
        {"a.py": "class A0:\n    def m(self): pass\n"},
        "ok.py",
        "from a import A0\nA0().m()\n",
    ),
    "javascript": (
        "class A{1} extends A{0} {{}}",
        {"a.js": "export class A0 { m() {} }\n"},
        "ok.js",
        "import {A0} from './a'\nnew A0().m()\n",
    ),
    "typescript": (
        "class A{1} extends A{0} {{}}",
        {"a.ts": "export class A0 { m() {} }\n"},
        "ok.ts",
        "import {A0} from './a'\nnew A0().m()\n",
    ),
    "java": (
        "class A{1} extends A{0} {{}}",
        {"A.java": "class A0 { void m() {} }\n"},
        "O.java",
        "class O { void f() { new A0().m(); } }",
    ),
    "csharp": (
        "class A{1} : A{0} {{}}",
        {"a.cs": "class A0 { public void m() {} }\n"},
        "ok.cs",
        "class O { void f() { new A0().m(); } }",
    ),
    "go": (
        "type A{1} struct {{ A{0} }}",
        {"a.go": "package x\ntype A0 struct{}\nfunc (a A0) m() {}\n"},
        "ok.go",
        "package x\nfunc g(a A0) { a.m() }\n",
    ),
    "rust": (
        "trait A{1}: A{0} {{}}",
        {"src/lib.rs": "mod ok;\npub trait A0 { fn m(&self); }\n"},
        "src/ok.rs",
        "use crate::A0;\nfn g<T: A0>(t: T) { t.m(); }\n",
    ),
}
LAST = {
    "python": f"A{DEEP}().m()\n",
    "javascript": f"new A{DEEP}().m()\n",
    "typescript": f"new A{DEEP}().m()\n",
    "java": f"class Z {{ void f() {{ new A{DEEP}().m(); }} }}",
    "csharp": f"class Z {{ void f() {{ new A{DEEP}().m(); }} }}",
    "go": f"func f(a A{DEEP}) {{ a.m() }}\n",
    "rust": f"fn f<T: A{DEEP}>(t: T) {{ t.m(); }}\n",
}


@pytest.mark.parametrize("language", BASES)
def test_bases_without_end_cost_what_depends_on_them(language: str) -> None:
    line, first, other, use = BASES[language]
    ((path, text),) = first.items()
    found, resolved = linked({path: text + numbered(line) + LAST[language], other: use})
    assert resolved[f"{other}:m"] == [True] and all(resolved[f"{other}:A0"])
    assert all(each.path in (path, "") and each.code == "linking_incomplete" for each in found.told)
    assert sum(map(sum, resolved.values())) >= DEEP  # the names of the bases themselves


def test_names_that_are_handed_on_without_end() -> None:
    found, resolved = linked(
        files("m{}.py", "from m{} import *\n", "def x(): pass\n") | {"ok.py": f"from m{DEEP} import x\nx()\n"}
    )
    assert resolved["ok.py:x"] == [True, True]
    assert {each.code for each in found.told} <= {"linking_incomplete"}


CHAINS: Iterable[tuple[str, str, str]] = [
    ("a.py", "class A:\n    def b(self): return self\nA(){}\n", "class A: pass\nA()\n"),
    ("a.js", "class A {{ b() {{ return this }} }}\nnew A(){}\n", "class A {}\nnew A()\n"),
    ("a.ts", "class A {{ b(): A {{ return this }} }}\nnew A(){}\n", "class A {}\nnew A()\n"),
    (
        "A.java",
        "class A {{ A b() {{ return this; }} void f() {{ this{}; }} }}",
        "class B { B c() { return new B(); } }",
    ),
    ("a.cs", "class A {{ A b() {{ return this; }} void f() {{ this{}; }} }}", "class B { B c() { return new B(); } }"),
    (
        "a.go",
        "package x\ntype A struct{{}}\nfunc (a A) b() A {{ return a }}\nfunc f(a A) {{ a{} }}\n",
        "package x\ntype B A\n",
    ),
    (
        "src/lib.rs",
        "struct A;\nimpl A {{ fn b(&self) -> &A {{ self }} }}\nfn f(a: A) {{ a{}; }}\n",
        "struct B;\nfn g(b: B) {}\n",
    ),
]


@pytest.mark.parametrize(("path", "text", "other"), CHAINS)
def test_calls_on_calls_without_end(path: str, text: str, other: str) -> None:
    beside = path.replace("a.", "b.").replace("A.", "B.").replace("lib", "main")
    found, resolved = linked({path: text.format(CHAIN), beside: other})
    mine = [found for key, found in resolved.items() if key.startswith(f"{beside}:")]
    assert mine and all(map(all, mine))
    assert not found.told


def test_types_that_contain_themselves() -> None:
    found, resolved = linked(
        {
            "a.ts": "class A { m() {} }\ntype R<X> = R<R<X>>\ntype P<X> = { x: P<P<X>> }\nlet r: R<A>; r.m()\n"
            "class B<T> extends B<B<T>> { n() {} }\nnew B<A>().n()\nlet p: P<A>; p" + ".x" * 300 + "\nnew A().m()\n",
            "A.java": "class A<T> extends A<A<T>> { void m() {} }\nclass X extends Y {}\nclass Y extends X {}\n"
            "class C { void f() { new A<C>().m(); new X(); } }",
            "a.cs": "class A<T> : A<A<T>> { public void m() {} }\nclass C { void f() { new A<C>().m(); } }",
            "a.go": "package x\ntype G[T any] struct { x *G[G[T]] }\nfunc f(g G[int]) { g" + ".x" * 300 + " }\n",
            "src/lib.rs": "struct R<T>(Box<R<R<T>>>);\nfn f(r: R<u8>) { r" + ".0" * 300 + "; }\n",
        }
    )
    assert not found.told
    assert resolved["a.ts:m"][-1] and resolved["A.java:m"] == [True] and resolved["a.cs:m"] == [True]


@pytest.mark.faulty
def test_a_fault_costs_its_term(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(Linker, "_index", faulty)
    found, resolved = linked({"a.py": "def f():\n    pass\n\n\nclass K:\n    all = [f]\n\n\nK.all[0]().g\nf()\n"})
    assert [(told.code, told.path) for told in found.told] == [("linking_incomplete", "a.py")]
    assert all(resolved["a.py:f"]) and all(resolved["a.py:K"]) and not any(resolved["a.py:g"])

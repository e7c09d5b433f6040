#!/usr/bin/env python3
"""Stub headers of the C++ standard library: what its containers, pointers and helpers give back, as a compiler says.

    ci/knowledge/cpp/cpp_stubs.py OUT [PACKAGES]

Writes OUT/c++/std.hpp with the templates that headers.txt names, and OUT/c++/<header>.hpp, which include it. A template
is taken with types of our own as its arguments (T_0, T_1); the result of a member is what the compiler makes of its
written type inside a class that derives from that. Needs gcc's headers and libclang's bindings, in PACKAGES if they are
not installed. The same headers give the same bytes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path[:0] = sys.argv[2:]
from clang import cindex  # type: ignore[import-not-found,unused-ignore]  # noqa: E402
from clang.cindex import AccessSpecifier, Cursor, CursorKind  # noqa: E402

LISTING = Path(__file__).with_name("headers.txt")
MARKS = ("T_0", "T_1")
METHODS = (CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION)
ALIASES = (
    "value_type", "key_type", "mapped_type", "element_type", "reference", "const_reference", "pointer", "iterator",
    "const_iterator", "reverse_iterator", "const_reverse_iterator", "type", "mutex_type",
)  # fmt: skip
# Functions whose results only a call tells, with a call of each; and those that give back a type of their own.
CALLS = {
    "make_unique": "std::make_unique<T_0>()", "make_shared": "std::make_shared<T_0>()",
    "static_pointer_cast": "std::static_pointer_cast<T_0>(std::shared_ptr<T_0>())",
    "dynamic_pointer_cast": "std::dynamic_pointer_cast<T_0>(std::shared_ptr<T_0>())",
    "const_pointer_cast": "std::const_pointer_cast<T_0>(std::shared_ptr<T_0>())",
    "make_optional": "std::make_optional<T_0>(T_0())",
    "any_cast": "std::any_cast<T_0>(std::any())",
}  # fmt: skip
PASSING = {
    "move": "std::move(a)", "forward": "std::forward<T_0>(a)", "as_const": "std::as_const(a)", "ref": "std::ref(a)",
    "min": "std::min(a, a)", "max": "std::max(a, a)", "exchange": "std::exchange(a, a)", "next": "std::next(&a)",
    "prev": "std::prev(&a)", "launder": "std::launder(&a)", "addressof": "std::addressof(a)",
    "move_if_noexcept": "std::move_if_noexcept(a)", "clamp": "std::clamp(a, a, a)",
    "make_pair": "std::make_pair(a, b)",
}  # fmt: skip
ASIDE = ("operator=", "get_allocator", "key_comp", "value_comp", "swap")  # nothing hangs on what they give back
HELPER = re.compile(r"\b_|::")  # types that no program names
ITERATORS = ("iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator")


def listed() -> dict[str, list[tuple[str, int]]]:
    """Header -> its templates with the number of their type arguments."""
    found: dict[str, list[tuple[str, int]]] = {}
    for line in LISTING.read_text().splitlines():
        name, *templates = line.partition("#")[0].split() or [""]
        if name:
            pairs = (template.partition(":") for template in templates)
            found[name] = [(template, int(count)) for template, _, count in pairs]
    return found


HEADERS = listed()
TEMPLATES = {name: count for templates in HEADERS.values() for name, count in templates}
PRELUDE = (
    "\n".join(f"#include <{name}>" for name in HEADERS)
    + """
struct T_0 { bool operator<(const T_0&) const; bool operator==(const T_0&) const; T_0* operator&(); };
struct T_1 { bool operator<(const T_1&) const; bool operator==(const T_1&) const; };
template <> struct std::hash<T_0> { std::size_t operator()(const T_0&) const; };
template <> struct std::hash<T_1> { std::size_t operator()(const T_1&) const; };
extern T_0 a; extern T_1 b;
"""
)


def system() -> list[str]:
    """The folders of gcc's headers: libclang comes without any."""
    command = ["gcc", "-E", "-v", "-x", "c++", "/dev/null"]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stderr.splitlines()
    folders = (line.strip() for line in lines if line.startswith(" /") and "#" not in line)
    return [argument for folder in folders for argument in ("-isystem", folder)]


def parse(code: str) -> Cursor:
    arguments = ["-std=c++17", "-x", "c++", "-w", "-ferror-limit=0", *system()]
    unit = cindex.Index.create().parse("stubs.cc", arguments, unsaved_files=[("stubs.cc", PRELUDE + code)])
    return unit.cursor


def types(texts: Iterable[tuple[str, str]]) -> list[str]:
    """What types mean, each written inside a class that derives from another one; nothing where it means none."""
    code, asked = [], list(texts)
    for number, (base, text) in enumerate(asked):
        inherits = f" : {base}" if base else ""
        code.append(f"namespace std {{ struct D_{number}{inherits} {{ {parameters(base)} using R = {text}; }}; }}")
    root = parse("\n".join(code))
    wrong = {d.location.line for d in root.translation_unit.diagnostics if d.severity >= 3 and _is_ours(d)}
    first = PRELUDE.count("\n") + 1
    found: dict[int, str] = {}
    for space in root.get_children():
        if space.kind == CursorKind.NAMESPACE and space.spelling == "std" and space.location.file.name == "stubs.cc":
            for made in space.get_children():
                aliases = [c for c in made.get_children() if c.spelling == "R"]
                if aliases and made.location.line not in wrong:
                    found[made.location.line - first] = aliases[0].underlying_typedef_type.get_canonical().spelling
    return [found.get(number, "") for number in range(len(asked))]


def _is_ours(diagnostic: cindex.Diagnostic) -> bool:
    return diagnostic.location.file is not None and diagnostic.location.file.name == "stubs.cc"


def parameters(base: str) -> str:
    """The names that libstdc++ gives to what a template is of."""
    name = base.removeprefix("std::").partition("<")[0]
    if TEMPLATES.get(name) == 2 and name != "array":
        names = {"_Key": "T_0", "_T1": "T_0", "_Tp": "T_1", "_T2": "T_1"}
    else:
        names = {"_Tp": "T_0", "_Key": "T_0", "_Value": "T_0", "_Res": "T_0", "_Mutex": "T_0"}
    return " ".join(f"using {short} = {mark};" for short, mark in names.items())


def written(name: str) -> str:
    """A template with our types as its arguments."""
    if name == "array":
        return "std::array<T_0, 9>"
    return f"std::{name}<{', '.join(MARKS[: TEMPLATES[name]])}>"


def public(template: Cursor, seen: set[str]) -> Iterator[Cursor]:
    """Members that a program may name, of the template itself and of what it derives from."""
    for child in template.get_children():
        if child.kind == CursorKind.CXX_BASE_SPECIFIER:
            base = child.type.get_declaration()
            pattern = cindex.conf.lib.clang_getSpecializedCursorTemplate(base) or base
            definition = pattern.get_definition()
            if definition is not None and definition.spelling not in seen:
                seen.add(definition.spelling)
                yield from public(definition, seen)
        elif child.access_specifier == AccessSpecifier.PUBLIC and not child.spelling.startswith("_"):
            yield child


def templates(root: Cursor) -> dict[str, Cursor]:
    found: dict[str, Cursor] = {}
    for space in root.get_children():
        if space.kind == CursorKind.NAMESPACE and space.spelling == "std":
            for child in _inner(space):
                if child.kind == CursorKind.CLASS_TEMPLATE and child.spelling in TEMPLATES and child.is_definition():
                    found.setdefault(child.spelling, child)
    return found


def _inner(space: Cursor) -> Iterator[Cursor]:
    for child in space.get_children():
        if child.kind == CursorKind.NAMESPACE and child.spelling.startswith(("_V2", "__cxx11")):
            yield from _inner(child)
        else:
            yield child


def functions(root: Cursor) -> Iterator[str]:
    """Algorithms that give back one of the types they are called with."""
    known: set[str] = set(PASSING) | set(CALLS)
    for space in root.get_children():
        for child in space.get_children() if space.spelling == "std" else ():
            if child.kind != CursorKind.FUNCTION_TEMPLATE or child.spelling in known or child.spelling[0] == "_":
                continue
            own = [p.spelling for p in child.get_children() if p.kind == CursorKind.TEMPLATE_TYPE_PARAMETER]
            written = (p.type.spelling for p in child.get_children() if p.kind == CursorKind.PARM_DECL)
            given = [re.sub(r"\bconst |\s*&+", "", one) for one in written]
            result = child.result_type.spelling
            if result in own and given.count(result) and re.fullmatch(r"\w+", child.spelling):
                known.add(child.spelling)
                plain = [f"{one} p{n}" for n, one in enumerate(given) if one in own][: len(given)]
                if len(plain) == len(given):
                    heads = ", ".join(f"class {one}" for one in own)
                    yield f"template <{heads}> {result} {child.spelling}({', '.join(plain)});"


class Stub:
    """One template: its aliases, fields and methods, and the iterators that go with it."""

    def __init__(self, name: str, template: Cursor) -> None:
        self.name = name
        self.marks = MARKS[: TEMPLATES[name]] if name != "array" else MARKS[:1]
        self.head = "template <" + ", ".join(f"class {mark}" for mark in self.marks) + "> "
        self.members = list(public(template, set()))
        self.fields = [m for m in self.members if m.kind == CursorKind.FIELD_DECL]
        self.methods = [m for m in self.members if m.kind in METHODS and m.kind != CursorKind.CONVERSION_FUNCTION]
        self.aliases = [name for name in ALIASES if any(m.spelling == name for m in self.members)]

    def questions(self) -> Iterator[tuple[str, str]]:
        base = written(self.name)
        yield from ((base, alias) for alias in self.aliases)
        yield from ((base, field.type.spelling) for field in self.fields)
        yield from ((base, method.result_type.spelling) for method in self.methods)
        for name in ITERATORS:
            yield base, f"decltype(*std::declval<{name}&>())"

    def lines(self, answers: list[str]) -> Iterator[str]:
        """The stub, from the answers to the questions."""
        rest = iter(answers)
        aliases = {name: next(rest) for name in self.aliases}
        fields = [(field.spelling, next(rest)) for field in self.fields]
        methods = [(method, next(rest)) for method in self.methods]
        items = {name: next(rest) for name in ITERATORS}
        names = {aliases[name]: self._iterator(name) for name in reversed(ITERATORS) if "<" in aliases.get(name, "")}
        for kind, name in names.items():
            item = plain(items[next(n for n in ITERATORS if aliases.get(n) == kind)], names)
            yield f"{self.head}class {name.partition('<')[0]} {{ public: {item}& operator*(); {item}* operator->(); }};"
        yield f"{self.head}class {self.name} {{"
        yield "public:"
        yield from (f"  typedef {plain(kind, names)} {name};" for name, kind in aliases.items() if kind)
        yield from (f"  {plain(kind, names)} {name};" for name, kind in fields if kind)
        told: dict[str, str] = {}  # one of each name: what is const or not is all the same here
        for method, answer in methods:
            kind = plain(answer, names)
            if kind not in ("", "void") and method.spelling not in ASIDE and not HELPER.search(kind):
                name = method.spelling.partition("<")[0]
                if name not in told or kind.endswith(", bool>"):  # rather the one that says whether it did
                    told[name] = kind
        yield from (f"  {kind} {name}(...);" for name, kind in told.items())
        yield "};"

    def _iterator(self, name: str) -> str:
        return f"{self.name}_{name}<{', '.join(self.marks)}>"


def plain(kind: str, names: dict[str, str]) -> str:
    """A type as a stub spells it: our iterators, no qualifiers, no references."""
    for known, name in sorted(names.items(), key=lambda pair: -len(pair[0])):
        kind = kind.replace(known, name)
    kind = re.sub(r"\bstd::(?:__cxx11::)?|\bconst\b|\bvolatile\b|&+|, \d+UL", "", kind)
    return re.sub(r"\s+", " ", kind.replace(" *", "*")).strip()


def called() -> Iterator[str]:
    asked = [("", f"decltype({call})") for call in (*CALLS.values(), *PASSING.values())]
    answers = dict(zip((*CALLS, *PASSING), types(asked), strict=True))
    for name, kind in answers.items():
        if not kind:
            continue
        two = "T_1" in kind
        heads = "template <class T_0, class T_1>" if two else "template <class T_0>"
        given = "..." if name in CALLS else "T_0 a, T_1 b" if two else "T_0 a, ..."
        yield f"{heads} {plain(kind, {})} {name}({given});"


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out = Path(sys.argv[1]) / "c++"
    root = parse("")
    stubs = [Stub(name, template) for name, template in sorted(templates(root).items())]
    questions = [list(stub.questions()) for stub in stubs]
    answers = iter(types(question for listed in questions for question in listed))
    lines = ["namespace std {"]
    for stub, asked in zip(stubs, questions, strict=True):
        lines += stub.lines([next(answers) for _ in asked])
    lines += [*called(), *functions(root), "}", ""]
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "std.hpp").write_text("\n".join(lines))
    for name in HEADERS:
        (out / f"{name}.hpp").write_text("#include <c++/std.hpp>\n")
    print(f"cpp: {len(stubs)} templates, {len(lines)} lines", file=sys.stderr)


if __name__ == "__main__":
    main()

"""Files that are edited alone get the rows that a full build would give them, and nobody else's rows change."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from indexer.assemble import assemble
from indexer.kept import Kept, moved
from indexer.layers.local import Edited
from indexer.layout import NUMBERED
from indexer.link import Findings, stored
from indexer.link.local import link_alone
from indexer.link.rejoined import Rejoined
from indexer.model import Settings, Silent
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource
from indexer.write import conform
from tests.test_link_again import Contents, differing, read, sources

STEPS = 120 if os.environ.get("CODEMAP_LONG_TESTS") else 5
MOST_STEPS = 5 * STEPS  # until an edit is one that nobody sees
LANGUAGES = ("python", "typescript", "javascript", "go", "java", "rust", "kotlin", "php", "csharp")
MODULES = (".ts", ".tsx", ".js", ".jsx")
Tables = dict[str, pa.Table]


def built(kept: Kept) -> Tables:
    found: list[object] = []
    tables = dict(assemble(kept.raw, kept.entries, kept.tree(), None, found=found))  # type: ignore[arg-type]
    kept.findings = found[0]  # type: ignore[assignment]
    return {name: conform(name, table) for name, table in tables.items()}


def seen_by_others(text: str, contents: Contents, chance: random.Random) -> str:
    """An edit of Python that other files may well see."""
    everything = b"\n".join(data for path, data in sorted(contents.items()) if path.endswith(".py")).decode()
    imports = re.findall(r"^(?:from|import) .*", everything, re.MULTILINE)
    types, functions = (sorted(set(re.findall(rf"{word} (\w+)", everything))) for word in ("class", "def"))
    here = re.findall(r"class (\w+)", text) or types
    one, other, function, member = map(chance.choice, (here, types, functions, functions))
    how = chance.randrange(6)
    if how == 0:
        return chance.choice(imports) + "\n" + text
    if how == 1 and (bound := re.findall(r"^(?:from|import) .*\n", text, re.MULTILINE)):
        return text.replace(chance.choice(bound), "", 1)
    if how == 2:
        return re.sub(rf"class {one}\b(\(.*\))?:", f"class {one}({other}):", text, count=1)
    added = (
        f"{one}.{member} = {function}",
        f"class Added({one}):\n    def {member}(self):\n        return super().{member}()",
        f"{function}(lambda value: value.{member}())",
    )
    return f"{text}\n{added[how % 3]}\n"


def handed_on(text: str, contents: Contents, chance: random.Random) -> str:
    """An edit of TypeScript or JavaScript that changes what modules take from one another."""
    everything = b"\n".join(data for path, data in sorted(contents.items()) if path.endswith(MODULES)).decode()
    imports = re.findall(r"^(?:import|export) .*from .*", everything, re.MULTILINE) or [""]
    names = sorted(set(re.findall(r"(?:function|class|const|interface) (\w+)", everything)))
    one, other, way = chance.choice(names), chance.choice(names), chance.choice(imports)
    module = re.sub(r".*from", "from", way)
    how = chance.randrange(7)
    if how == 0:
        return f"{way}\n{text}"
    if how == 1 and (bound := re.findall(r"^(?:import|export) .*\n", text, re.MULTILINE)):
        return text.replace(chance.choice(bound), "", 1)
    if how == 2 and (said := re.findall(r"^export (?=function|class|const|interface)", text, re.MULTILINE)):
        return text.replace(said[0], "", 1)
    added = (
        f"export function {one}(given: {other}) {{ return given; }}",
        f"export {{ {one} as {other} }} {module};",
        f"import {{ {one} as {other} }} {module};\nexport {{ {other} }};",
        f"import * as {one} {module};\n{one}.{other}();",
    )
    return f"{text}\n{added[how % 4]}\n"


def edited(text: str, chance: random.Random) -> str:
    """The edits of an ordinary day: a line that comes, goes, or says something else; a function at the end."""
    lines = text.splitlines(keepends=True) or ["\n"]
    at, how = chance.randrange(len(lines)), chance.randrange(6)
    if how == 0:
        lines.insert(at, "\n")
    elif how == 1:
        lines.insert(at, lines[chance.randrange(len(lines))])
    elif how == 2:
        del lines[at]
    elif how == 3 and (words := re.findall(r"[A-Za-z_]\w*", lines[at])):
        lines[at] = lines[at].replace(chance.choice(words), chance.choice(re.findall(r"[A-Za-z_]\w*", text)), 1)
    elif how == 4:
        lines.append("\ndef added_here(value):\n    return str(value)\n")
    else:
        lines[at] = lines[at].replace("(", "(added, ", 1)
    return "".join(lines)


def rows(table: pa.Table) -> list[str]:
    return sorted(map(str, table.to_pylist()))


def laid(name: str, base: pa.Table, layer: Tables) -> list[str]:
    """The rows that a reader of both sees."""
    masks = layer["masks"].filter(pc.equal(layer["masks"]["table"], name))["path"]
    hidden = pc.is_in(base["path"].cast(pa.string()), masks.combine_chunks())
    return sorted(rows(base.filter(pc.invert(hidden))) + rows(layer[name]))


def step(contents: Contents, chance: random.Random) -> Contents:
    path = chance.choice(sorted(contents))
    text = contents[path].decode("utf-8", "replace")
    if path.endswith(".py") and chance.random() < 0.5:
        return contents | {path: seen_by_others(text, contents, chance).encode()}
    if path.endswith(MODULES) and chance.random() < 0.5:
        return contents | {path: handed_on(text, contents, chance).encode()}
    return contents | {path: edited(text, chance).encode()}


def rejoined(state: Edited, before: Kept, changed: Kept, whole: Kept) -> Findings:
    """What is found in all files, as it is kept for the next commit and read again."""
    local = link_alone(state.ground, changed)
    assert local is not None
    joined = Rejoined(state.ground, local)
    assert all((joined.layout.first[name] == whole.layout.first[name]).all() for name in NUMBERED)
    tables = stored.tables(joined.findings, joined.rows, joined.notes)
    assert before.findings is not None
    levels: list[stored.Level] = [(stored.whole(before.findings), moved(before, whole)), (tables, None)]
    return stored.read_levels(levels, whole.layout)


def is_alone(state: Edited, base: Tables, contents: Contents, after: Contents) -> bool:
    """Whether an edit is linked alone; if so, it must come to what a full build of it does."""
    paths = {path for path in contents if contents[path] != after[path]}
    source = ContentsSource({path: after[path] for path in paths}, Settings(), "repo", "0" * 40)
    changed = read_rows(source, source.entries, 0, Silent())
    layer = state.layer(changed)
    if layer is None:
        return False
    whole = read(after, state.kept)
    for name, table in built(whole).items():
        assert laid(name, base[name], layer) == rows(table), (name, paths)
    assert whole.findings is not None
    found = replace(rejoined(state, state.kept, changed, whole), overrides=whole.findings.overrides)
    assert differing(whole, found, whole.findings) == [], paths
    return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edit_that_nobody_sees(language: str) -> None:
    chance = random.Random(language)
    contents = sources(language)
    before = read(contents, None)
    base = built(before)
    state = Edited(before, base["facts"], None, lasts=True)
    alone = 0
    for number in range(MOST_STEPS):
        if number >= STEPS and alone:
            break
        alone += is_alone(state, base, contents, step(contents, chance))
    assert alone


REORDERED = {
    "a method of an object comes before others of its name": (
        "run({ next() { one(); }, complete() { two(); } });",
        "run({ complete() { one(); } }); run({ next() { one(); }, complete() { two(); } });",
    ),
    "methods of objects change places": (
        "run({ next() { one(); }, complete() { two(); } });",
        "run({ complete() { two(); }, next() { one(); } });",
    ),
    "functions inside of one change places": (
        "function a() { one(); } function b() { two(); } a(); b();",
        "function b() { two(); } function a() { one(); } a(); b();",
    ),
}


@pytest.mark.parametrize("case", REORDERED)
def test_definitions_inside_functions_stand_in_another_order(case: str) -> None:
    assert is_alone_among_others(*REORDERED[case])


def test_ids_of_those_that_stay_would_be_others() -> None:
    again = "run({ next() { two(); } }); run({ next() { one(); } });"
    assert not is_alone_among_others(f"run({{ next() {{ one(); }} }}); {again}", again)


def is_alone_among_others(*bodies: str) -> bool:
    """Whether it is linked alone that the body of a function, which others call, becomes another."""
    around = "import {{ run, one, two }} from './other';\nexport function first() {{ {} }}\n"
    around += "export const last = () => one();\n"
    others = {
        "other.ts": b"export function run(given: any) { given.next(); }\nexport function one() {}\n"
        b"export function two() { return { next() { one(); } }; }\n",
        "user.ts": b"import { first, last } from './edited';\nfirst();\nlast();\n",
    }
    was, now = (others | {"edited.ts": around.format(body).encode()} for body in bodies)
    before = read(was, None)
    base = built(before)
    return is_alone(Edited(before, base["facts"], None, lasts=True), base, was, now)


def test_a_new_type_has_overloads() -> None:
    text = b"package a;\nclass Given { void run() {} }\n"
    added = b"class Added { void add(int n) {} void add(String s) { add(1); } void add(String s, int n) { add(s); } }\n"
    was = {"a/Given.java": text, "a/User.java": b"package a;\nclass User { void use() { new Given().run(); } }\n"}
    before = read(was, None)
    base = built(before)
    assert is_alone(Edited(before, base["facts"], None, lasts=True), base, was, was | {"a/Given.java": text + added})

"""Edits of Go, Java, C# and TypeScript that nobody sees are linked alone, with their facts; who sees one is found."""

from __future__ import annotations

import pytest

from indexer.layers import local
from indexer.layers.local import Edited
from indexer.link.local import link_alone
from indexer.model import Settings, Silent
from indexer.reading import read_rows
from indexer.source.contents import ContentsSource
from tests.test_layers_local import built, laid, rows
from tests.test_link_again import read

Texts = dict[str, str]
PYTHON = {
    "one.py": "def first():\n    return 1\n\n\ndef second():\n    return first()\n",
    "two.py": "from one import second\n\nsecond()\n",
}
GO = {
    "go.mod": "module shop\n",
    "one/one.go": 'package one\n\nimport "strings"\n\ntype Doer interface {\n\tDo(given strings.Builder)\n}\n\n'
    'func Run() string {\n\treturn "run"\n}\n',
    "two/two.go": 'package two\n\nimport (\n\t"strings"\n\t"log"\n)\n\ntype Two struct{ size int }\n\n'
    'func (t Two) Do(given strings.Builder) {\n\tlog.Println("two")\n}\n\nfunc Use() { strings.ToUpper("a") }\n',
}
MOVED = 'String name() { return "one"; }\n  private int size() { return 1; }'
JAVA = {
    "a/One.java": f"package a;\n\nclass One {{\n  {MOVED}\n}}\n",
    "a/Two.java": "package a;\n\nimport java.util.List;\n\nclass Two {\n  List<String> all;\n  void use() "
    '{ new One().name(); throw new IllegalStateException("two"); }\n}\n',
}
CSHARP = {
    "One.cs": 'using System;\nusing Shop;\n\nclass One {\n  public string Name() => "one";\n}\n',
    "Two.cs": "using System.Linq;\n\nclass Two {\n  Kept kept;\n  void Use(dynamic given) {\n    given.Data();\n"
    "    throw new InvalidOperationException(new One().Name());\n  }\n}\nclass Data {}\n",
    "Three.cs": "namespace Shop { public class Kept {} }\n",
}
TYPESCRIPT = {
    "one.ts": "import { log } from './log';\nexport const NAME = 'one';\nexport function fail(): Error "
    "{ return new Error('one'); }\nlog(NAME);\n",
    "two.ts": "import { fail, NAME } from './one';\nexport function run() {\n  process.env.SHOP;\n  throw fail();\n}\n"
    "process.env[NAME];\n",
    "log.ts": "export function log(text: string) { console.log(text); }\n",
}
PHP = {
    "one.php": "<?php\nnamespace App;\nuse Symfony\\Component\\Routing\\Annotation\\Route;\nclass One {}\nclass Two {\n"
    "  #[Route('/two', methods: ['GET'])]\n  public function two() {}\n}\n",
}
BESIDE = '"strings"\n\n'
# What is edited, and how many files are linked for it.
ALONE = {
    "Go: an import that others have as well": (GO, "one/one.go", BESIDE, '"strings"\n\nimport "log"\n\n', 1),
    "Go: what a function defines": (GO, "one/one.go", '\treturn "run"', '\tconst size = 1\n\treturn "run"', 1),
    "Go: fields of a new type": (GO, "one/one.go", "func Run", "type New struct{ size int }\n\nfunc Run", 1),
    "Go: methods of a new interface": (GO, "one/one.go", "func Run", "type New interface{ Do() }\n\nfunc Run", 2),
    "Go: an interface takes another type": (GO, "one/one.go", 'import "strings"', 'import "other/strings"', 2),
    "Python: a function that others name changes its place": (
        PYTHON, "one.py", PYTHON["one.py"], "def second():\n    return first()\n\n\ndef first():\n    return 1\n", 2
    ),
    "Java: a method that nobody else names changes its place": (
        JAVA, "a/One.java", MOVED, 'private int size() { return 1; }\n  String name() { return "one"; }', 1
    ),
    "Java: an import that others have": (JAVA, "a/One.java", "class One", "import java.util.List;\nclass One", 1),
    "C#: an import": (CSHARP, "One.cs", "using System;", "using System;\nusing System.Linq;", 1),
    "C#: members of a new type": (CSHARP, "One.cs", "class One", "class New { void Data() {} }\nclass One", 1),
    "C#: functions that extend others": (
        CSHARP, "One.cs", "class One", "static class New { static void Data(this Two given) {} }\nclass One", 2
    ),
    "C#: an import for all": (CSHARP, "One.cs", "using Shop;", "global using Shop;", 0),
}  # fmt: skip
# Edits after which facts of the file are made alone, and those after which all are.
FACTS = {
    "Go": (GO, "one/one.go", '\treturn "run"', '\tpanic("run")'),
    "Java": (JAVA, "a/One.java", 'return "one";', 'throw new IllegalStateException("one");'),
    "C#": (CSHARP, "One.cs", '=> "one"', '=> throw new System.Exception("one")'),
    "TypeScript": (TYPESCRIPT, "one.ts", "log(NAME);", "log(NAME);\nprocess.env.ONE;"),
}
SEEN = {
    "the first definition of a file goes": (PHP, "one.php", "class One {}\n", ""),
    "a text that others hand on": (TYPESCRIPT, "one.ts", "'one';", "'ONE';"),
    "what a function gives that others throw": (TYPESCRIPT, "one.ts", "Error {", "TypeError {"),
}


def edit(texts: Texts, path: str, old: str, new: str) -> int:
    """Lays the edit over the texts; all tables are as a full build has them. How many files are linked, 0: all."""
    assert texts[path].count(old) == 1
    contents = {name: text.encode() for name, text in texts.items()}
    changed = {path: texts[path].replace(old, new).encode()}
    before = read(contents, None)
    base = built(before)
    source = ContentsSource(changed, Settings(), "repo", "0" * 40)
    state = Edited(before, base["facts"], None, lasts=True)
    rows_of_it = read_rows(source, source.entries, 0, Silent())
    layer, alone = state.layer(rows_of_it), link_alone(state.ground, rows_of_it)
    assert (layer is None) == (alone is None)
    if layer is None or alone is None:
        return 0
    for name, table in built(read(contents | changed, before)).items():
        assert laid(name, base[name], layer) == rows(table), name
    return len(alone.files)


@pytest.mark.parametrize("case", ALONE)
def test_who_sees_an_edit_is_linked_beside_it(case: str) -> None:
    texts, path, old, new, files = ALONE[case]
    assert edit(texts, path, old, new) == files


@pytest.mark.parametrize("language", FACTS)
def test_facts_are_made_alone(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(local, "make_facts")
    assert edit(*FACTS[language]) == 1


@pytest.mark.parametrize("case", SEEN)
def test_facts_of_others_are_made_again(case: str) -> None:
    assert edit(*SEEN[case])

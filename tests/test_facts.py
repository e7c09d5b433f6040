"""The rules of facts are sound, and what the engine promises holds: look-ups in order, no fact twice, no crash."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from indexer import languages
from indexer.build import build
from indexer.extract import Batch
from indexer.extract.unit import Unit
from indexer.facade import index_contents
from indexer.facts import make, sql
from indexer.facts.compose import COMPOSERS
from indexer.facts.locals import WORDS, Locals, _places
from indexer.facts.model import Fact, Hit
from indexer.facts.reading import Reader
from indexer.facts.routing import Routing, join
from indexer.facts.rules import NAMED_SHAPES, PARTS, SHAPES, RuleSet, rule_set, written_out
from indexer.facts.scene import Scene
from indexer.model import Limits
from indexer.schema import CONFIDENCES, FACT_KINDS

RULED = [name for name in languages.names() if rule_set(name) is not None]
CASES = Path(__file__).parent / "cases"


def rules_of(language: str) -> RuleSet:
    rules = rule_set(language)
    assert rules is not None
    return rules


def facts(**files: str) -> list[dict[str, object]]:
    contents = {name.replace("__", "/") + ".py": text.encode() for name, text in files.items()}
    return index_contents(contents)["facts"].to_pylist()


@pytest.mark.parametrize("language", RULED)
def test_query_has_known_captures_and_one_shape_a_pattern(language: str) -> None:
    loaded = languages.load(language)
    patterns = loaded.captures[loaded.first_fact :]
    assert len(rules_of(language).shapes) == len(patterns) > 0
    for captures in patterns:
        assert captures <= SHAPES | PARTS
        assert len(captures & SHAPES) == 1


@pytest.mark.parametrize("language", RULED)
def test_rules_name_known_kinds_shapes_and_composers(language: str) -> None:
    make._load(language)
    for rule in rules_of(language).rules:
        assert rule.kind in FACT_KINDS or rule.kind.startswith("@")
        assert rule.shape in NAMED_SHAPES | {"class", "value"}
        assert rule.confidence in CONFIDENCES
        assert (rule.compose or rule.kind) in COMPOSERS, f"{language}: no composer {rule.compose or rule.kind!r}"


@pytest.mark.parametrize("language", RULED)
def test_no_origin_goes_on_behind_one_that_is_told_as_another(language: str) -> None:
    rules = rules_of(language)
    origins = [*rules.same, *(origin for rule in rules.rules for origin in rule.on)]
    lost = [
        (origin, origin[: step.end()])
        for origin in origins
        for step in re.finditer(r"\(\)|\[\]", origin)
        if step.end() < len(origin)
        and not origin.startswith("()", step.end())  # what a decorator makes
        and rules.same.get(origin[: step.end()], origin[: step.end()]) != origin[: step.end()]
    ]
    assert lost == []
    assert not [origin for origin in origins if "{" in origin or "}" in origin]


@pytest.mark.parametrize("language", RULED)
def test_syntax_names_nodes_of_the_grammar_and_known_roles(language: str) -> None:
    syntax = rules_of(language).syntax
    grammar = languages.load(language).grammar_object
    named = [*syntax.nodes, *syntax.text, *syntax.escape, *syntax.placeholder, *syntax.holders, *syntax.through]
    unknown = [kind for kind in [*named, *syntax.decorators] if grammar.id_for_node_kind(kind, True) is None]
    assert unknown == []
    roles = {spec["role"] if isinstance(spec, dict) else spec for spec in syntax.nodes.values()}
    assert {role for role in roles if role != "named" and not hasattr(Reader, f"_{role}")} == set()


def test_alternatives_are_written_out() -> None:
    assert written_out("a.{b,c}().{d,e}") == ["a.b().d", "a.b().e", "a.c().d", "a.c().e"]
    assert written_out("plain") == ["plain"]


def test_paths_are_joined_with_one_slash() -> None:
    assert [join("", "/a"), join("/a", ""), join("/a/", "/b"), join("/a", "b/")] == ["/a", "/a", "/a/b", "/a/b/"]


def test_a_group_mounted_in_a_ring_ends() -> None:
    routing = Routing()
    routing.group(("s", 1), "/one")
    routing.mount(("s", 1), ("s", 2), "/a")
    routing.mount(("s", 2), ("s", 1), "/b")
    assert routing.bases(("s", 1)) == ["/b/a/one"]


def test_a_group_in_two_places_has_two_paths() -> None:
    routing = Routing()
    routing.group(("s", 1), "/own")
    routing.mount(("s", 1), None, "/v1")
    routing.mount(("s", 1), None, "/v2", overrides=True)
    assert routing.bases(("s", 1)) == ["/v1/own", "/v2"]


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT a FROM t JOIN s.u ON true", [("t", None), ("u", "s")]),
        ("WITH x AS (SELECT 1 FROM inner_one) SELECT * FROM x", [("inner_one", None)]),
        ("insert into log values (%s, %(name)s)", [("log", None)]),
        ("UPDATE t SET a = {value}", [("t", None)]),
        ("SELECT * FROM {table}", []),
        ("Select one of the files from the list", []),
        ("update your settings", []),
        ("with love from nobody", []),
        ("select item from list", []),
        ("select item from list where id = 1", [("list", None)]),
        ("select u from User u left join fetch u.roles r where r.id = :id", [("User", None)]),
        ("select u from User u where exists (select 1 from u.pets p)", [("User", None)]),
        ("SELECT * FROM t JOIN fetches f ON true", [("fetches", None), ("t", None)]),
    ],
)
def test_tables_of_statements(text: str, tables: list[tuple[str, str | None]]) -> None:
    assert sorted((named.table, named.schema) for named in sql.tables(text)) == sorted(tables)


def test_documentation_is_no_sql() -> None:
    assert facts(a='def f():\n    """SELECT a FROM b."""\n    return "SELECT a FROM c"\n')[0]["value"] == "c"


def test_a_name_that_comes_from_itself_ends() -> None:
    assert facts(a="from b import x\nx.get('/')\nx = x\n", b="from a import x\n") == []


def test_functions_that_hand_a_router_to_each_other_end() -> None:
    text = (
        "from fastapi import FastAPI\napp = FastAPI()\n"
        "def one(r):\n    r.add_api_route('/x', one)\n    two(r)\n"
        "def two(r):\n    one(r)\n"
        "one(app)\n"
    )
    assert [row["value"] for row in facts(a=text)] == ["GET /x"]


def test_the_same_fact_is_told_once_and_detail_is_json() -> None:
    text = "import os\na = os.environ['K']; b = os.environ['K']\n"
    rows = facts(a=text)
    assert len(rows) == len({json.dumps(row, sort_keys=True) for row in rows})
    assert {json.loads(str(row["detail"]))["key"] for row in rows} == {"K"}


def test_order_of_files_does_not_matter() -> None:
    case = CASES / "python" / "facts_fastapi" / "src"
    contents = {str(p.relative_to(case)): p.read_bytes() for p in case.rglob("*.py")}
    backwards = dict(reversed(contents.items()))
    assert index_contents(contents)["facts"].equals(index_contents(backwards)["facts"])


@pytest.mark.parametrize(
    "walk",
    [
        "function b() { var t; for (t = t.parent; t; t = t.parent) get(t); }",
        "function b() { for (var t; t;) get(t), t = t.parent; }",
    ],
)
def test_a_variable_that_walks_up_by_itself_comes_to_an_end(walk: str) -> None:
    """Its term is a member of itself; a build must not fail on it."""
    routes = 'const app = require("express")();\nfunction get(e) { e.get("/x", () => 1); }\nget(app);\n'
    found = index_contents({"a.js": f"{routes}{walk}\n".encode()})["facts"].to_pylist()
    assert [(fact["kind"], fact["value"]) for fact in found] == [("route", "GET /x")]


def test_what_lies_in_too_many_others_is_left_out_and_what_follows_is_not() -> None:
    nested = "".join(f"log.info('{depth}', " for depth in range(300)) + "1" + ")" * 300
    head = "import logging\nlog = logging.getLogger(__name__)\n"
    found = facts(deep=f"{head}def f():\n    {nested}\n    log.error('last')\n")
    told = {fact["value"] for fact in found}
    assert {"info: 0", "info: 50", "error: last"} <= told
    assert "info: 250" not in told


def test_assignments_noted_at_once_are_those_that_looking_for_each_word_finds() -> None:
    text = (
        b"function f(p) {\n  const a = 1; let b: number = a; b += a; $c = d = e == a;\n"
        b"  x.a = 2; p ? a : b = 3; @m = (n) => a; `a=${a = b}`; _a\n = a;\n}\nvar a = 4;\n"
    )
    unit = Unit(Batch(), 0, "a.ts", languages.load("typescript"), text, Limits())
    (number,) = (n for n, found in enumerate(unit.found.definitions) if found.name == b"f")
    around, held = unit.found.definitions[number].node, Locals(rules_of("typescript").syntax, unit)
    words = set(WORDS.findall(text))
    noted = {word: held._assignments(word, number, around) for word in words}
    assert noted == {word: list(_places(text, word, around)) for word in words}
    assert {word for word, places in noted.items() if len(places) == 1} == {b"$c", b"d", b"_a", b"number"}


@pytest.mark.parametrize(("taken", "routes"), [("Javalin", ["GET /health"]), ("Seq[String]", [])])
def test_a_function_of_a_language_without_rules_says_what_it_takes(taken: str, routes: list[str]) -> None:
    assert rule_set("scala") is None
    java = (
        "package shop;\nimport io.javalin.Javalin;\npublic class App {\n  public static void main(String[] args) {\n"
        "    var app = Made.up(args);\n"
        '    Setup.install(app);\n    app.get("/health", ctx -> ctx.result("ok"));\n  }\n}\n'
    )
    scala = f"package shop\nimport io.javalin.Javalin\n\nobject Setup {{\n  def install(app: {taken}): Unit = ()\n}}\n"
    made = index_contents({"shop/App.java": java.encode(), "shop/Setup.scala": scala.encode()})["facts"].to_pylist()
    assert [row["value"] for row in made if row["kind"] == "route"] == routes


def test_a_rule_that_fails_costs_its_mark_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/app.py").write_text(
        "from flask import Flask\napp = Flask(__name__)\n\n"
        "@app.route('/a')\ndef a(): ...\n\n@app.route('/b')\ndef b(): ...\n"
    )
    (tmp_path / "repo/other.py").write_text("import os\nKEY = os.environ['KEY']\n")

    def fails(composed: Callable[[Hit, Scene], Iterator[Fact]], hit: Hit, scene: Scene) -> Iterator[Fact]:
        for fact in composed(hit, scene):
            assert fact.value != "GET /a"
            yield fact

    make._load("python")
    for name, composed in list(COMPOSERS.items()):
        monkeypatch.setitem(COMPOSERS, name, partial(fails, composed))
    built = build(tmp_path / "repo", None, None, tmp_path / "cache", jobs=1)
    rows = pq.read_table(Path(built.snapshot) / "facts.parquet").to_pylist()
    assert {(row["kind"], row["value"]) for row in rows} >= {("route", "GET /b"), ("config", "KEY")}
    assert all(row["value"] != "GET /a" for row in rows)
    told = [each for each in built.manifest["diagnostics"] if each["code"] == "facts_incomplete"]
    assert [each["path"] for each in told] == ["app.py"]

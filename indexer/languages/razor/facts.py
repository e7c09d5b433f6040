"""Razor: pages answer where their folder and `@page` say, components where `@page` says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark
from indexer.facts.routes import route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene

DIRECTIVE = re.compile(r'^\ufeff?[ \t]*@page(?:[ \t]+"([^"]*)")?[ \t\r]*$', re.MULTILINE)
COMMENT = re.compile(r"@\*.*?\*@", re.DOTALL)
HANDLER = re.compile(r"On(Get|Post|Put|Delete|Patch|Head|Options)(\w*?)(?:Async)?")
ROOT, AREAS, INDEX = "Pages", "Areas", "Index"
PAGE, COMPONENT = ".cshtml", ".razor"
ABSOLUTE = ("/", "~/")


@composer("razor_page")
def razor_page(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """One route for each method of the page's model; a page without a model, and a component, answers GET."""
    file = scene.commit.paths[hit.mark.file]
    said = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), hit.mark.name)
    for directive in DIRECTIVE.finditer(said):
        line = hit.mark.line_start + said.count("\n", 0, directive.start())
        path = (directive[1] or "") if file.endswith(COMPONENT) else page_path(file, directive[1] or "")
        if path:
            answers = list(_handlers(file, scene)) if file.endswith(PAGE) else []
            yield from _routes(hit, scene, path, line, answers)


def _routes(hit: Hit, scene: Scene, path: str, line: int, answers: list[tuple[str, int, Mark]]) -> Iterator[Fact]:
    for verb, handler, mark in answers:
        made = route_fact(Hit(hit.rule, mark, hit.origin), scene, verb, path, symbol=handler)
        made.lines = scene.lines(handler)
        yield made
    if not any(verb == "GET" for verb, _, _ in answers):
        made = route_fact(hit, scene, "GET", path)
        made.lines = line, line
        yield made


def page_path(file: str, template: str) -> str | None:
    """`Pages/Orders/Edit.cshtml` with `"{id}"` is `/Orders/Edit/{id}`; None where no folder says it."""
    if template.startswith(ABSOLUTE):
        return template.removeprefix("~")
    words = file.removesuffix(PAGE).split("/")
    if ROOT not in words[:-1]:
        return None
    root = words.index(ROOT)
    area = [words[root - 1]] if root > 1 and words[root - 2] == AREAS else []
    inner = [*area, *words[root + 1 :]]
    inner = inner[:-1] if inner[-1] == INDEX else inner
    return join("/" + "/".join(inner), template)


def _handlers(file: str, scene: Scene) -> Iterator[tuple[str, int, Mark]]:
    """Methods of the class beside a page that answer requests."""
    commit = scene.commit
    for mark in scene.classes_in.get(file + ".cs", ()):
        for symbol in commit.children.get(mark.symbol, ()):
            name = HANDLER.fullmatch(commit.name[symbol])
            if name and commit.kind[symbol] == "method":
                yield name[1].upper(), symbol, mark

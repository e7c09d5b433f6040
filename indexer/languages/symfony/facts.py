"""Symfony's files of routes: each entry is a route with its controller, or takes in a folder of controllers."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit
from indexer.facts.routes import ANY, route_fact
from indexer.facts.scene import Scene

OPTION = re.compile(r"^([ \t]*)(\w+):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
COMMENT = re.compile(r"\s+#.*$")
VERB = re.compile(r"[A-Z]+")
CONTROLLERS = "routing.controllers"  # all that the application has
CONFIG, OWN = "config", "src/Controller"


def _options(hit: Hit) -> dict[str, str]:
    """What an entry says, and with the word around it what that says: `resource.path`; without quotation marks."""
    found = OPTION.findall(hit.mark.name.partition("\n")[2])
    step = min((len(indent) for indent, _, _ in found), default=0)
    told, outer = {}, ""
    for indent, key, said in found:
        outer, name = (key, key) if len(indent) == step else (outer, f"{outer}.{key}")
        told[name] = COMMENT.sub("", said).strip("\"'")
    return told


@composer("symfony_taken_in")
def symfony_taken_in(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`resource: ../src/Controller/` with `prefix: /api`: what the files of the folder route stands below it."""
    told = _options(hit)
    resource = told.get("resource.path") or told.get("resource", "")
    prefix = told.get("prefix.path") or told.get("prefix", "")
    home = posixpath.dirname(scene.commit.paths[hit.mark.file])
    if resource == CONTROLLERS:
        home, resource = home.partition(CONFIG)[0], OWN
    if not resource or not prefix:
        return
    folder = posixpath.normpath(posixpath.join(home, resource))
    for file, path in enumerate(scene.commit.paths):
        if path == folder or path.startswith(folder + "/"):
            scene.routing.mount(("file", file), None, prefix)
    yield from ()


@composer("symfony_listed_route")
def symfony_listed_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`path: /orders` with `controller: App\\Controller\\OrderController::list`."""
    told = _options(hit)
    path, controller = told.get("path"), told.get("controller") or told.get("defaults._controller", "")
    if path is None or not controller:
        return
    owner, _, name = controller.partition("::")
    symbol = scene.member(_class(owner, scene), name or "__invoke")
    shown = f"{owner.rpartition(chr(92))[2]}.{name or '__invoke'}"
    for verb in VERB.findall(told.get("methods", "")) or [ANY]:
        yield route_fact(hit, scene, verb, path, {"n": shown}, symbol)


def _class(name: str, scene: Scene) -> int:
    """The class that a name in full names; the folders of its file are called as its namespace ends."""
    commit, words = scene.commit, name.strip("\\").split("\\")
    ending = "/".join(["", *words[1:]]) + ".php"
    named = (symbol for symbol, known in enumerate(commit.name) if known == words[-1])
    found = [one for one in named if commit.kind[one] == "class" and commit.paths[commit.file[one]].endswith(ending)]
    return found[0] if len(found) == 1 else -1

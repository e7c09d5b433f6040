"""ASP.NET Core: attribute routes of controllers, conventional routes, minimal APIs, the pipeline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.extract.terms import Flow
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.origins import PLACES
from indexer.facts.routes import ANY, handler_name, listed_methods, receiver_key, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.csharp.facts_attributes import module_prefix, own_templates
from indexer.languages.csharp.facts_groups import (
    ROUTES,
    builder_key,
    group_prefix,
    of_type,
    own_extensions,
    own_prefix,
)
from indexer.schema import TYPE_KINDS

VERB = re.compile(r"Http(Get|Post|Put|Delete|Patch|Head|Options)(?:Attribute)?")
MAP = re.compile(r"Map(Get|Post|Put|Delete|Patch)")
BRANCH = re.compile(r"\w+\s*=>")  # a closure that fills a branch of the pipeline, not one that answers
TOKEN = re.compile(r"\[(controller|action|area)\]", re.IGNORECASE)
SEGMENT = re.compile(r"\{(controller|action|area)(?::\w+)?(?:=(\w+))?(?::\w+)?\??\}")
STARTS = ("MapControllerRoute", "MapDefaultControllerRoute", "MapAreaControllerRoute", "MapRoute", "MapControllers")
DEFAULT_PATTERN = "{controller=Home}/{action=Index}/{id?}"
CONTROLLER = "Microsoft.AspNetCore.Mvc.ControllerBase"
TEMPLATE = "0|Template|template"
ABSOLUTE = ("/", "~/")
ENDPOINT_VERBS = frozenset({"Get", "Post", "Put", "Delete", "Patch", "Head"})
ENDPOINT_HANDLERS = ("HandleAsync", "ExecuteAsync")
SAYS_SO = ("Route", "NonAction", "AcceptVerbs")


def named(mark: Mark, *names: str) -> bool:
    """Whether an attribute has one of the names, with or without its ending."""
    return mark.name.removesuffix("Attribute") in names


def attributes(symbol: int, scene: Scene, *names: str) -> list[Mark]:
    return [mark for mark in scene.at(symbol) if named(mark, *names)]


def controllers(owner: int, scene: Scene) -> list[int]:
    """The class that declares an action; where it is abstract, the classes that have it from there."""
    if "abstract" not in (scene.commit.raw.symbols["modifiers"][owner].as_py() or ()):
        return [owner]
    heirs = scene.heirs(owner)
    return [s for s in heirs if "abstract" not in (scene.commit.raw.symbols["modifiers"][s].as_py() or ())]


def prefixes(controller: int, scene: Scene) -> list[str]:
    """Templates of the class, or of the nearest base that has some."""
    for owner in scene.lineage(controller):
        marks = attributes(owner, scene, "Route", "RoutePrefix")
        found = [text for mark in marks if (text := scene.text(mark.pick(TEMPLATE), mark)) is not None]
        if found or (found := own_templates(owner, scene)):
            return found
    return []


def area(controller: int, scene: Scene) -> str:
    marks = [mark for owner in scene.lineage(controller) for mark in attributes(owner, scene, "Area")]
    return next((text for mark in marks if (text := scene.text(mark.pick("0"), mark))), "")


def action_name(action: int, scene: Scene) -> str:
    for mark in attributes(action, scene, "ActionName"):
        if text := scene.text(mark.pick("0|name"), mark):
            return text
    return scene.commit.name[action].removesuffix("Async")


def filled(template: str, controller: int, action: int, scene: Scene) -> str:
    """A template with its tokens replaced."""
    words = {
        "controller": scene.commit.name[controller].removesuffix("Controller"),
        "action": action_name(action, scene),
        "area": area(controller, scene),
    }
    return TOKEN.sub(lambda token: words[token[1].lower()], template)


def full_paths(template: str | None, controller: int, action: int, scene: Scene) -> list[str]:
    """All paths of an action; a template that begins at the root stands alone."""
    if template is not None and template.startswith(ABSOLUTE):
        return [filled(template.removeprefix("~"), controller, action, scene)]
    bases = prefixes(controller, scene)
    if template is None and not bases:
        return []
    joined = (join(base.removeprefix("~"), template or "") for base in bases or [""])
    return [filled(path, controller, action, scene) for path in joined]


@composer("aspnet_action")
def action_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`[HttpGet("{id}")]` at a method; without a template of its own those of `[Route]` beside it count."""
    action = hit.mark.decorated
    owner = scene.commit.parent[action] if action >= 0 else -1
    if owner < 0:
        return
    template = scene.text(hit.pick("path"), hit.mark)
    beside = [scene.text(mark.pick(TEMPLATE), mark) for mark in attributes(action, scene, "Route")]
    templates = [template] if template is not None or not beside else beside
    for controller in controllers(owner, scene):
        for path in (path for given in templates for path in full_paths(given, controller, action, scene)):
            for method in _methods(hit, scene):
                yield route_fact(hit, scene, method, path, symbol=action)


def _methods(hit: Hit, scene: Scene) -> list[str]:
    if verb := VERB.fullmatch(hit.mark.name):
        return [verb[1].upper()]
    return [text.upper() for value in hit.mark.args for text in listed_methods(value, hit.mark, scene)] or [ANY]


@composer("aspnet_route")
def action_without_verb(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`[Route]` at a method that names no verb; at a class, for its public methods that have no route of their own."""
    target, template = hit.mark.decorated, scene.text(hit.pick("path"), hit.mark)
    if target < 0 or template is None:
        return
    if scene.commit.kind[target] == "method":
        if not any(VERB.fullmatch(mark.name) or named(mark, "AcceptVerbs") for mark in scene.at(target)):
            for controller in controllers(scene.commit.parent[target], scene):
                for path in full_paths(template, controller, target, scene):
                    yield route_fact(hit, scene, ANY, path, symbol=target)
    elif is_controller(target, scene):
        for action in actions(target, scene):
            path = filled(template.removeprefix("~"), target, action, scene)
            lines = scene.lines(action)
            made = route_fact(hit, scene, ANY, path, symbol=action)
            made.lines = lines
            yield made


def is_controller(symbol: int, scene: Scene) -> bool:
    if attributes(symbol, scene, "NonController"):
        return False
    return CONTROLLER in scene.finder(scene.commit.file[symbol]).of_symbol(symbol)


def actions(controller: int, scene: Scene) -> Iterator[int]:
    """Public methods that answer requests without saying so."""
    symbols, commit = scene.commit.raw.symbols, scene.commit
    for symbol in commit.children.get(controller, ()):
        if commit.kind[symbol] != "method" or symbols["visibility"][symbol].as_py() != "public":
            continue
        modifiers = symbols["modifiers"][symbol].as_py() or ()
        routed = any(VERB.fullmatch(mark.name) or named(mark, *SAYS_SO) for mark in scene.at(symbol))
        if not routed and not {"static", "override", "abstract"}.intersection(modifiers):
            yield symbol


@composer("aspnet_convention")
def conventional_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`MapControllerRoute(name, pattern)`: a route for each action of the controllers that have no template."""
    pattern = scene.text(hit.pick("path"), hit.mark) or DEFAULT_PATTERN
    if hit.mark.name == "MapDefaultControllerRoute":
        pattern = DEFAULT_PATTERN
    if "{controller" not in pattern or "{action" not in pattern:
        return
    commit = scene.commit
    project = _project(hit.mark, scene)
    classes = dict.fromkeys(mark.symbol for mark in scene.marks if mark.shape == "class")
    for controller in (one for one in classes if commit.paths[commit.file[one]].startswith(project)):
        concrete = controller in controllers(controller, scene)
        if concrete and is_controller(controller, scene) and not prefixes(controller, scene):
            yield from _by_convention(hit, pattern, controller, scene)


def _project(start: Mark, scene: Scene) -> str:
    """The folder whose controllers a start-up serves: its own, or where no other program starts, all there is."""
    paths, tests = scene.commit.paths, scene.commit.test_files
    marks = [mark for name in STARTS for mark in scene.by_name.get(name, ()) if mark.file not in tests]
    own = paths[start.file].rpartition("/")[0]  # start-up code stands where its project does
    return own if any(paths[mark.file].rpartition("/")[0] != own for mark in marks) else ""


def _by_convention(hit: Hit, pattern: str, controller: int, scene: Scene) -> Iterator[Fact]:
    within = area(controller, scene)
    if bool(within) != ("{area" in pattern):
        return
    plain = set(actions(controller, scene))
    mark = next((m for m in scene.marks if m.symbol == controller and m.shape == "class"), hit.mark)
    template = SEGMENT.sub(r"[\1]", pattern)
    for action in scene.commit.children.get(controller, ()):
        path = filled(template, controller, action, scene)
        for method in _verbs(action, scene) or ([ANY] if action in plain else []):
            made = route_fact(Hit(hit.rule, mark, hit.origin), scene, method, path, symbol=action, by="convention")
            made.lines = scene.lines(action)
            yield made


def _verbs(action: int, scene: Scene) -> list[str]:
    """Verbs of attributes that give no template; with `[Route]` beside them there is no convention."""
    if attributes(action, scene, "Route"):
        return []
    marks = [m for m in scene.at(action) if m.pick(TEMPLATE) is None]
    return [verb[1].upper() for mark in marks if (verb := VERB.fullmatch(mark.name))]


@composer("aspnet_page")
def page_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A component; where all files see both `Route` attributes, a controller's is the other one."""
    path = scene.text(hit.mark.pick(TEMPLATE), hit.mark)
    owner = scene.commit.enclosing(hit.mark.decorated, TYPE_KINDS)
    if path is not None and not (owner >= 0 and is_controller(owner, scene)):
        yield route_fact(hit, scene, "GET", path)


@composer("aspnet_group")
def aspnet_group(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.MapGroup("/v1")`: made by, and inside of, what it is called on."""
    key = scene.mark_key(hit.mark)
    scene.routing.group(key, group_prefix(hit, scene))
    if (parent := builder_key(hit, scene)) is not None:
        scene.routing.mount(key, parent, "")
    yield from ()


@composer("aspnet_minimal")
def minimal_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.MapGet("/orders/{id}", handler)`; `MapFallback` may have no pattern."""
    path, handler = scene.text(hit.pick("path"), hit.mark), hit.pick("handler")
    if path is None and hit.mark.name == "MapFallback":
        path, handler = "{*path}", hit.mark.pick("0|handler")
    if path is None or (hit.mark.name == "Map" and BRANCH.match(spelled(handler))):
        return
    path, module = of_type(path, hit.mark, scene), module_prefix(hit.mark, scene)
    for base in scene.routing.bases(builder_key(hit, scene)):
        full = join(module, join(of_type(base, hit.mark, scene), path))
        for method in _mapped(hit, scene):
            yield route_fact(hit, scene, method, full, handler)


def _mapped(hit: Hit, scene: Scene) -> list[str]:
    if verb := MAP.fullmatch(hit.mark.name):
        return [verb[1].upper()]
    if hit.mark.name == "MapMethods":
        listed = scene.listed(hit.mark.pick("1|httpMethods"), hit.mark)
        named = (scene.text(item, home) or spelled(item).removeprefix("HttpMethods.") for item, home in listed)
        return [name.upper() for name in named] or [ANY]
    return ["GET"] if hit.mark.name == "MapHealthChecks" else [ANY]


@composer("fastendpoints_route")
def endpoint_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Post("/orders")` in the `Configure` of an endpoint; its `HandleAsync` or `ExecuteAsync` answers."""
    owner = scene.commit.enclosing(hit.mark.symbol, TYPE_KINDS)
    if "r" in hit.mark.data or owner < 0 or hit.mark.name not in ENDPOINT_VERBS:
        return
    origins = scene.finder(hit.mark.file).of_symbol(owner)
    if not any(rule.kind == "@endpoint" for o in origins for rule in scene.finder(hit.mark.file).rules.on("class", o)):
        return
    members = scene.commit.members.get(owner, {})
    handler = next((members[name] for name in ENDPOINT_HANDLERS if name in members), owner)
    for value in hit.mark.args:
        if (path := scene.text(value, hit.mark)) is not None:
            yield route_fact(hit, scene, hit.mark.name.upper(), path, symbol=handler)


@composer("aspnet_extension")
def aspnet_extension(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`group.MapOrders()`: what the repository's extension method adds to its first parameter belongs to the group."""
    key = builder_key(hit, scene)
    for function in own_extensions(hit, scene) if key is not None else ():
        scene.routing.mount(("p", function * PLACES), key, "")
        for place, value in enumerate(hit.mark.args, start=1):
            takes = ROUTES in scene.finder(hit.mark.file).parameter(function, place)
            if takes and (beside := scene.key(value, hit.mark)) is not None:
                scene.routing.mount(("p", function * PLACES + place), beside, "")
        if ROUTES in scene.finder(hit.mark.file).returned(function):
            scene.routing.mount(scene.mark_key(hit.mark), key, own_prefix(hit.mark, function, scene))
    yield from ()


@composer("aspnet_hub")
def hub_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`MapHub<Chat>("/chat")`."""
    path = scene.text(hit.pick("path"), hit.mark)
    for base in scene.routing.bases(builder_key(hit, scene)) if path is not None else ():
        yield route_fact(hit, scene, "HUB", join(base, path or ""), hit.mark.pick("<0>"))


@composer("aspnet_grpc")
def grpc_service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`MapGrpcService<Basket>()`: a route for each method that overrides one of the generated base."""
    owner = scene.symbol(hit.mark.pick("<0>"), hit.mark)
    symbols, service = scene.commit.raw.symbols, _service_name(owner, scene)
    for name, member in scene.commit.members.get(owner, {}).items():
        if scene.commit.kind[member] == "method" and "override" in (symbols["modifiers"][member].as_py() or ()):
            path = f"/{service}/{name}"
            yield fact(hit, f"GRPC {path}", member, method="GRPC", path=path, handler=handler_name(member, scene))


def _service_name(owner: int, scene: Scene) -> str:
    """The service is named by the generated base: `Discount.DiscountBase`; else by the class."""
    finder = scene.finder(scene.commit.file[owner])
    bases = (finder.plain(scene.last_name(term)) for term in scene.commit.flows(Flow.BASE, owner))
    generated = next((name for name in bases if name.endswith("Base")), "")
    return generated.removesuffix("Base") or scene.commit.name[owner].removesuffix("Service")


@composer("aspnet_pipeline")
def pipeline(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`app.UseRouting()`, `app.UseMiddleware<Timing>()`, in the order of the source."""
    key = receiver_key(hit, scene)
    order = scene.next_in(key if key is not None and key[0] != "m" else ("file", hit.mark.file))
    named_type = hit.mark.pick("<0>|0") if hit.mark.name in ("UseMiddleware", "MapHub", "MapGrpcService") else None
    target = scene.symbol(named_type, hit.mark) if named_type is not None else scene.commit.target(hit.mark.term)
    value = f"{hit.mark.name} {spelled(named_type)}" if named_type is not None else hit.mark.name
    yield fact(hit, value, target, via=hit.mark.name, order=order)

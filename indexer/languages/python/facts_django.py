"""Django: URL configurations that include one another, views that are classes, DRF routers."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.extract.terms import Flow, Op
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, pick, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import ANY, container_key, listed_methods, local_list, route_fact
from indexer.facts.routing import Key, join
from indexer.facts.scene import Scene
from indexer.languages.python.facts_admin import list_key, note_admin

INCLUDE = frozenset({"django.urls.include", "django.conf.urls.include", "django.urls.conf.include"})
PATTERNS = "urlpatterns"
VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
# What generic views answer to, by the last word of the base that says so.
GENERIC = {
    "TemplateView": "GET", "ListView": "GET", "DetailView": "GET", "RedirectView": "GET", "ArchiveIndexView": "GET",
    "YearArchiveView": "GET", "MonthArchiveView": "GET", "DayArchiveView": "GET", "DateDetailView": "GET",
    "FormView": "GET,POST", "CreateView": "GET,POST", "UpdateView": "GET,POST", "DeleteView": "GET,POST",
    "BaseListView": "GET", "BaseDetailView": "GET", "FilterView": "GET", "PasswordResetConfirmView": "GET,POST",
    "PasswordResetDoneView": "GET", "PasswordResetCompleteView": "GET", "PasswordChangeDoneView": "GET",
    "LoginView": "GET,POST", "LogoutView": "POST", "PasswordChangeView": "GET,POST", "PasswordResetView": "GET,POST",
    "ListAPIView": "GET", "RetrieveAPIView": "GET", "CreateAPIView": "POST", "DestroyAPIView": "DELETE",
    "UpdateAPIView": "PUT,PATCH", "ListCreateAPIView": "GET,POST", "RetrieveUpdateAPIView": "GET,PUT,PATCH",
    "TokenObtainPairView": "POST", "TokenObtainSlidingView": "POST", "TokenRefreshView": "POST",
    "TokenRefreshSlidingView": "POST", "TokenVerifyView": "POST", "TokenBlacklistView": "POST",
    "ObtainAuthToken": "POST", "obtain_auth_token": "POST", "JavaScriptCatalog": "GET", "JSONCatalog": "GET",
    "SpectacularAPIView": "GET", "SpectacularJSONAPIView": "GET", "SpectacularYAMLAPIView": "GET",
    "SpectacularSwaggerView": "GET", "SpectacularRedocView": "GET", "SpectacularSwaggerSplitView": "GET",
    "get_schema_view": "GET", "with_ui": "GET", "without_ui": "GET",
    "RetrieveDestroyAPIView": "GET,DELETE", "RetrieveUpdateDestroyAPIView": "GET,PUT,PATCH,DELETE",
}  # fmt: skip
# Actions of view sets: verb and whether it is about one object.
ACTIONS = {
    "list": ("GET", False), "create": ("POST", False), "retrieve": ("GET", True), "update": ("PUT", True),
    "partial_update": ("PATCH", True), "destroy": ("DELETE", True),
}  # fmt: skip
MIXINS = {
    "ModelViewSet": tuple(ACTIONS), "ReadOnlyModelViewSet": ("list", "retrieve"), "ListModelMixin": ("list",),
    "CreateModelMixin": ("create",), "RetrieveModelMixin": ("retrieve",), "DestroyModelMixin": ("destroy",),
    "UpdateModelMixin": ("update", "partial_update"),
}  # fmt: skip


@composer("django_include")
def django_include(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`path(prefix, include(…))`: what is included stands under the prefix."""
    prefix, within = _path(hit, scene), list_key(hit.mark, scene)
    if prefix is None:
        return
    scene.routing.mount(("m", hit.mark.row), within, prefix)  # paths in a list that is given right here
    target = hit.pick("view", "1|view")
    note_admin(target, hit.mark, scene, within, prefix)
    for key in _included(target, hit.mark, scene):
        scene.routing.mount(key, within, prefix)
        if key[0] == "s":
            _hand_on(key[1], scene)
    yield from ()


@composer("django_patterns")
def django_patterns(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A call that only wraps lists of paths: what stands in it stands where it stands."""
    scene.routing.mount(("m", hit.mark.row), container_key(hit.mark, scene), "")
    yield from ()


@composer("django_route")
def django_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    path, view = _path(hit, scene), hit.pick("view", "1|view")
    if path is None or view is None or _is_include(view, hit.mark, scene):
        return
    owner = _view_class(view, hit.mark, scene)
    symbol = owner if owner >= 0 else _view_function(view, hit.mark, scene)
    for base in scene.routing.bases(list_key(hit.mark, scene)):
        for method, handler in _answers(symbol, view, hit.mark, scene):
            yield route_fact(hit, scene, method, join(base, path), _bare(view), handler)


@composer("drf_register")
def drf_register(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`router.register(prefix, ViewSet)`: a route for each action of the set."""
    prefix = scene.text(hit.pick("path", "0|prefix"), hit.mark)
    owner = scene.symbol(hit.pick("view", "1|viewset"), hit.mark)
    if prefix is None or owner < 0:
        return
    router = scene.key(hit.mark.data.get("r"), hit.mark)
    made = scene.made.get(router) if router is not None else None
    slash = "" if made is not None and made.named.get("trailing_slash") is False else "/"
    for base in scene.routing.bases(router):
        for method, path, symbol in _actions(owner, scene):
            whole = join(base, join(_plain(prefix), path)).rstrip("/") + slash
            yield route_fact(hit, scene, method, whole, None, symbol)


def _path(hit: Hit, scene: Scene) -> str | None:
    text = scene.text(hit.pick("path", "0|route|regex"), hit.mark)
    return None if text is None else (_plain(text) if hit.rule.parts.get("regex") else text)


def _plain(pattern: str) -> str:
    """A regular expression without its anchors."""
    return pattern.removeprefix("^").removesuffix("$").replace("\\/", "/")


def _bare(view: Value) -> Value:
    """`Class.as_view(…)` and a decorated view are told by what they are about."""
    if not isinstance(view, dict) or "call" not in view:
        return view
    name = spelled(view["call"])
    if name.endswith(".as_view"):
        return {"n": name.removesuffix(".as_view")}
    if name.rpartition(".")[2] in GENERIC:  # a call that gives a view: `schema_view.with_ui("swagger")`
        return {"n": name}
    return _bare(view["a"][0]) if view.get("a") else view


def _is_include(view: Value, mark: Mark, scene: Scene) -> bool:
    called = view.get("call") if isinstance(view, dict) else None
    return called is not None and not INCLUDE.isdisjoint(scene.value_origins(called, mark))


def _included(view: Value, mark: Mark, scene: Scene) -> list[Key]:
    """What `include(…)` names; of a list that is given right here the routers whose urls are in it."""
    if not _is_include(view, mark, scene):
        return []
    given = pick(view, "0|arg")
    if isinstance(given, list) and len(given) == 2 and isinstance(given[1], str):  # (patterns, app_name)
        given = given[0]
    named = [item for item in given if "call" not in item] if isinstance(given, list) else [given]
    keys = (_named(item, mark, scene) for item in named)
    return [key for key in keys if key is not None]


def _named(given: Value, mark: Mark, scene: Scene) -> Key | None:
    """A module by its name or itself, a list of paths by its variable, a router by its urls."""
    if isinstance(given, str):
        return _patterns_of(scene.commit.module(given), scene)
    symbol = scene.symbol(given, mark)
    if isinstance(given, dict) and "m" in given and (listed := local_list(scene.marks[given["m"] + mark.firsts[2]])):
        return listed
    if symbol >= 0 and scene.commit.kind[symbol] == "module":
        return _patterns_of(symbol, scene)
    receiver = scene.receiver(given, mark)
    if receiver >= 0 and spelled(given).endswith(".urls"):
        return scene.term_key(receiver)
    return scene.key(given, mark)


def _patterns_of(module: int, scene: Scene) -> Key | None:
    symbol = scene.commit.members.get(module, {}).get(PATTERNS, -1)
    return ("s", symbol) if symbol >= 0 else None


def _hand_on(patterns: int, scene: Scene) -> None:
    """`urlpatterns = router.urls`, also as a part of a sum: the router stands where the list stands."""
    waiting = scene.commit.flows(Flow.VALUE, patterns)
    while waiting:
        op, parts = scene.commit.term(waiting.pop())
        if op in (Op.OPERATOR, Op.SEQUENCE):
            waiting.extend(parts[1:])
        elif op == Op.SPREAD:
            waiting.append(parts[0])
        elif op == Op.MEMBER and scene.commit.text(parts[1]) == "urls" and (key := scene.term_key(parts[0])):
            scene.routing.mount(key, ("s", patterns), "")


def _view_class(view: Value, mark: Mark, scene: Scene) -> int:
    """The class of `Class.as_view(…)`, also inside a decorator that is called with it."""
    if not isinstance(view, dict) or "call" not in view:
        return -1
    if spelled(view["call"]).endswith(".as_view"):
        receiver = scene.receiver(view["call"], mark)
        return scene.commit.target(receiver) if receiver >= 0 else -1
    return _view_class(view["a"][0], mark, scene) if view.get("a") else -1


def _view_function(view: Value, mark: Mark, scene: Scene) -> int:
    """A function by name, as text in older code, or inside the decorators that wrap it."""
    if isinstance(view, str):
        return scene.commit.dotted(view)
    if isinstance(view, dict) and "call" in view:
        return _view_function(view["a"][0], mark, scene) if view.get("a") else -1
    return scene.symbol(view, mark)


def _answers(symbol: int, view: Value, mark: Mark, scene: Scene) -> list[tuple[str, int]]:
    """The methods that a view answers to, each with what handles it."""
    commit = scene.commit
    if symbol < 0:
        verbs = GENERIC.get(spelled(_bare(view)).rpartition(".")[2], ANY)
        return [(verb, -1) for verb in verbs.split(",")]
    if commit.kind[symbol] != "class":
        told = [verb for decorator in scene.at(symbol) for verb in _told(decorator, scene)]
        return [(verb, symbol) for verb in told or [ANY]]
    mapped = _mapped(view)
    if mapped:
        return [(verb.upper(), scene.member(symbol, name)) for verb, name in mapped]
    own = [(verb.upper(), found) for verb in VERBS if (found := scene.member(symbol, verb)) >= 0]
    bases = {origin.rpartition(".")[2] for origin in scene.finder(mark.file).of_symbol(symbol)}
    known = {verb for base in sorted(bases) for verb in GENERIC.get(base, "").split(",") if verb}
    named = {verb for verb, _ in own}
    return own + [(verb, symbol) for verb in sorted(known - named)] or [(ANY, symbol)]


def _mapped(view: Value) -> list[tuple[str, str]]:
    """`ViewSet.as_view({"get": "list"})`."""
    given = view.get("a") if isinstance(view, dict) else None
    pairs = given[0].get("map", ()) if given and isinstance(given[0], dict) else ()
    return [(verb, name) for verb, name in pairs if isinstance(verb, str) and isinstance(name, str)]


def _told(decorator: Mark, scene: Scene) -> list[str]:
    """Verbs that `require_http_methods`, `require_GET` or `api_view` allow."""
    fixed = {"require_GET": ["GET"], "require_POST": ["POST"], "require_safe": ["GET", "HEAD"]}
    return fixed.get(decorator.name) or listed_methods(decorator.pick("0|http_method_names"), decorator, scene)


def _actions(owner: int, scene: Scene) -> Iterator[tuple[str, str, int]]:
    """Verb, path below the prefix, and the method, of each action of a view set."""
    commit = scene.commit
    bases = {origin.rpartition(".")[2] for origin in scene.finder(commit.file[owner]).of_symbol(owner)}
    inherited = {action for base in bases for action in MIXINS.get(base, ())}
    field = scene.member(owner, "lookup_url_kwarg")
    field = field if field >= 0 else scene.member(owner, "lookup_field")
    lookup = "{" + (scene.constant(field) or "pk") + "}"
    for action, (verb, single) in ACTIONS.items():
        symbol = scene.member(owner, action)
        if symbol >= 0 or action in inherited:
            yield verb, lookup if single else "", symbol if symbol >= 0 else owner
    for member in scene.all_members(owner):
        for mark in scene.at(member):
            if mark.name == "action":
                name = scene.text(mark.pick("url_path"), mark) or commit.name[member]
                path = join(lookup, name) if mark.pick("0|detail") is True else name
                for verb in listed_methods(mark.pick("methods"), mark, scene) or ["GET"]:
                    yield verb, path, member


@composer("django_middleware")
def django_middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The list in the settings, and what is added to it: classes by their path, outermost first."""
    given = hit.mark.args[0]
    if hit.mark.shape == "value" and isinstance(given, list) and any(_is_name(item, hit.mark.name) for item in given):
        return  # what is added to the list is told by itself
    listed = scene.listed([given] if isinstance(given, str) else given, hit.mark)
    texts = [scene.text(item, mark) for item, mark in listed]
    paths = [text for text in texts if text and "." in text]
    if not any(path.startswith("django.") or "middleware" in path.lower() for path in paths):
        return
    for order, path in enumerate(paths, start=1):
        known = order if hit.mark.shape == "value" else None  # what is added may go to either end
        yield fact(hit, path, scene.commit.dotted(path), order=known, via=hit.mark.name)


def _is_name(value: Value, name: str) -> bool:
    return isinstance(value, dict) and value.get("n") == name

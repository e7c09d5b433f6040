"""Routes that Django's and Wagtail's administration take in: what `get_urls` and hooks add stands below it."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import container_key
from indexer.facts.routing import Key
from indexer.facts.scene import Scene
from indexer.languages.python.facts_tables import app_of

DJANGO: Key = "admin", 0
WAGTAIL: Key = "admin", 1
OF_MODEL = "django.contrib.admin.ModelAdmin"
OF_SITE = "django.contrib.admin.AdminSite"
WAGTAIL_URLS = frozenset({"wagtail.admin.urls", "wagtail.wagtailadmin.urls"})
ADDS_URLS, WAGTAIL_HOOK = "get_urls", "register_admin_urls"
METHODS = frozenset({"method"})


def note_admin(view: Value, mark: Mark, scene: Scene, within: Key | None, prefix: str) -> None:
    """`path("admin/", admin.site.urls)`, `path("cms/", include(admin_urls))`: where the administration stands."""
    given = view["a"][0] if isinstance(view, dict) and "call" in view and view.get("a") else view
    if not WAGTAIL_URLS.isdisjoint(scene.value_origins(given, mark)):
        scene.routing.mount(WAGTAIL, within, prefix)
    elif isinstance(given, dict) and spelled(given).endswith(".urls") and _is_site(given, mark, scene):
        scene.routing.mount(DJANGO, within, prefix)


def _is_site(value: Value, mark: Mark, scene: Scene) -> bool:
    origins = scene.value_origins(value, mark)
    return any(origin.startswith((f"{OF_SITE}()", "django.contrib.admin.site")) for origin in origins)


def list_key(mark: Mark, scene: Scene) -> Key | None:
    """The list of paths that a call stands in; inside `get_urls` that of the administration."""
    key = container_key(mark, scene)
    method = scene.commit.enclosing(mark.symbol, METHODS)
    if (key is not None and key[0] not in "fl") or method < 0 or scene.commit.name[method] != ADDS_URLS:
        return key
    owner = scene.commit.parent[method]
    origins = scene.finder(mark.file).of_symbol(owner)
    if OF_SITE in origins:
        return DJANGO
    model = _registered_model(owner, scene) if OF_MODEL in origins else -1
    if model < 0:
        return key
    app = app_of(scene.commit.modules[scene.commit.file[model]] or "", scene)
    place: Key = "s", owner
    scene.routing.group(place, f"{app}/{scene.commit.name[model].lower()}/")
    scene.routing.mount(place, DJANGO, "")
    return place


def _registered_model(admin: int, scene: Scene) -> int:
    """The model that `@admin.register(Model)` or `admin.site.register(Model, Admin)` gives to a class."""
    for mark in scene.by_name.get("register", ()):
        given = scene.symbol(mark.pick("1|admin_class"), mark)
        if admin in (mark.decorated, given):
            return scene.symbol(mark.pick("0|model_or_iterable"), mark)
    return -1


@composer("wagtail_hook")
def wagtail_hook(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@hooks.register("register_admin_urls")`: the paths that a function returns stand below the administration."""
    if hit.mark.decorated >= 0 and scene.text(hit.mark.pick("0|hook_name"), hit.mark) == WAGTAIL_HOOK:
        scene.routing.mount(("f", hit.mark.decorated), WAGTAIL, "")
    yield from ()

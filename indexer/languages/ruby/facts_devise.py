"""Routes that Devise adds for a model: which ones is said by the modules that the model takes."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts.compose import composer
from indexer.facts.model import Fact, Hit, Mark, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.ruby.facts_places import below, place, route_to, singular, word, words

MODULES, OUT, TOKENS = "devise", "DELETE", "token_validations"
# What ActiveAdmin hands to `devise_for`.
ADMIN = "ActiveAdmin::Devise()"  # `.config`
ADMIN_OPTIONS: dict[str, Value] = {
    "path": "admin", "module": "active_admin/devise", "sign_out_via": ["delete", "get"],
    "path_names": {"map": [["sign_in", "login"], ["sign_out", "logout"]]},
}  # fmt: skip
Route = tuple[str, str, str]
# Module of the model -> part, and its routes: method, path, action.
SESSION = (("GET", "/sign_in", "new"), ("POST", "/sign_in", "create"), (OUT, "/sign_out", "destroy"))
PASSWORD = (
    ("GET", "/password/new", "new"), ("GET", "/password/edit", "edit"), ("PATCH", "/password", "update"),
    ("PUT", "/password", "update"), ("POST", "/password", "create"),
)  # fmt: skip
REGISTRATION = (
    ("GET", "/cancel", "cancel"), ("GET", "/sign_up", "new"), ("GET", "/edit", "edit"), ("PATCH", "", "update"),
    ("PUT", "", "update"), ("DELETE", "", "destroy"), ("POST", "", "create"),
)  # fmt: skip
CONFIRMATION = (
    ("GET", "/confirmation/new", "new"), ("GET", "/confirmation", "show"), ("POST", "/confirmation", "create"),
)  # fmt: skip
UNLOCK = (("GET", "/unlock/new", "new"), ("GET", "/unlock", "show"), ("POST", "/unlock", "create"))
PARTS = {
    "database_authenticatable": ("sessions", SESSION), "recoverable": ("passwords", PASSWORD),
    "registerable": ("registrations", REGISTRATION), "confirmable": ("confirmations", CONFIRMATION),
    "lockable": ("unlocks", UNLOCK), "two_factor_authenticatable": ("sessions", SESSION),
    "ldap_authenticatable": ("sessions", SESSION),
}  # fmt: skip


@composer("devise_routes")
def devise_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`devise_for :users, controllers: { sessions: "login" }`; without a model that takes modules nothing is known."""
    told, args = hit.mark.named, hit.mark.args
    if args and spelled(args[-1]) == ADMIN:
        told, args = told | ADMIN_OPTIONS, args[:-1]
    yield from _devised(hit, scene, args, told)


@composer("devise_token_routes")
def devise_token_routes(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`mount_devise_token_auth_for "User", at: "auth"`: Devise's routes there, and one that looks at tokens."""
    told: dict[str, Value] = {"path": "auth", "module": "devise_token_auth", **hit.mark.named}
    told["path"] = told.get("at", told["path"])
    yield from _devised(hit, scene, hit.mark.args[:1], told)
    if (here := place(hit.mark, scene)) is not None:
        owner = word(entry(told.get("controllers"), TOKENS)) or f"devise_token_auth/{TOKENS}"
        path = below(here.path, word(told["path"])) + "/validate_token"
        yield route_to(hit, scene, "GET", path, f"{owner}#validate_token")


def _devised(hit: Hit, scene: Scene, args: list[Value], told: dict[str, Value]) -> Iterator[Fact]:
    here = place(hit.mark, scene)
    for name in words(args) if here is not None else ():
        base = below(here.path if here else "", word(told["path"]) if "path" in told else name)
        model = word(told.get("class_name")) or "".join(map(str.capitalize, singular(name).split("_")))
        for module in _modules(model.rpartition("::")[2], scene):
            part, routes = PARTS.get(module, ("", ()))
            if part and _is_wanted(part, told):
                owner = word(entry(told.get("controllers"), part)) or f"{word(told.get('module')) or MODULES}/{part}"
                for method, path, action in _by_verb(routes, told):
                    yield route_to(hit, scene, method, base + _renamed(path, told), f"{owner}#{action}")


def _by_verb(routes: tuple[Route, ...], told: dict[str, Value]) -> Iterator[Route]:
    """`sign_out_via: [:post, :delete]`."""
    for method, path, action in routes:
        verbs = words(told["sign_out_via"]) if path == "/sign_out" and "sign_out_via" in told else [method]
        yield from ((verb.upper(), path, action) for verb in verbs)


def _modules(model: str, scene: Scene) -> list[str]:
    """What `devise :recoverable, :confirmable` in the class of the model says."""
    marks: list[Mark] = scene.by_name.get(MODULES, [])
    return [name for mark in marks if _owner(mark, scene) == model for name in words(mark.args)]


def _owner(mark: Mark, scene: Scene) -> str:
    return scene.commit.name[mark.symbol] if mark.symbol >= 0 else ""


def _is_wanted(part: str, told: dict[str, Value]) -> bool:
    skipped = words(told.get("skip"))
    return part not in skipped and "all" not in skipped and ("only" not in told or part in words(told["only"]))


def _renamed(path: str, told: dict[str, Value]) -> str:
    """`path_names: { sign_in: "login" }`."""
    first, *rest = path.strip("/").split("/")
    name = word(entry(told.get("path_names"), first)) if first else None
    return "/" + "/".join([name, *rest]) if name else path

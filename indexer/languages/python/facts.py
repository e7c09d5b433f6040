"""Python's frameworks where a rule alone cannot say it: views that are classes, settings, tasks, logs by level."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from indexer.facts.compose import composer, fact, log_fact
from indexer.facts.given import Given, given
from indexer.facts.model import Fact, Hit, Mark, pick, spelled
from indexer.facts.reading import Value
from indexer.facts.routes import given_route, listed_methods, receiver_key, route_fact
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.python import facts_config, facts_django, facts_jobs, facts_tables, facts_views

__all__ = ["facts_config", "facts_django", "facts_jobs", "facts_tables", "facts_views"]  # they register themselves

AS_VIEW = "as_view"
VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
FIELDS = frozenset({"field", "variable", "constant"})
UNKNOWN = re.compile(r"\{[^{}/]*\}")  # a path of which nothing is known
NO_SETTING = ("model_config", "Config")


def view_class(value: Value, mark: Mark, scene: Scene) -> int:
    """The class in `Class.as_view(…)`, as it stands or in a variable; -1 where a value is no such call."""
    if isinstance(value, dict) and "m" in value:
        made = scene.marks[value["m"] + mark.firsts[2]]
        return scene.symbol(made.data.get("r"), made) if made.name == AS_VIEW else -1
    if not isinstance(value, dict) or "call" not in value or not spelled(value["call"]).endswith("." + AS_VIEW):
        return -1
    receiver = scene.receiver(value["call"], mark)
    return scene.commit.target(receiver) if receiver >= 0 else -1


@composer("flask_route")
def flask_route(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Without `methods` a function answers GET, a view class what it has methods for."""
    named = listed_methods(hit.pick("method"), hit.mark, scene)
    for one in given(scene, hit.mark, hit.pick("path", "0"), receiver_key(hit, scene), hit.pick("handler")):
        if UNKNOWN.fullmatch(one.path):
            continue
        view = hit.mark.decorated if hit.mark.decorated >= 0 else view_class(one.handler, one.home, scene)
        answers = named or _answered(view, scene)
        for base in scene.routing.bases(one.key):
            for method in answers:
                yield _flask_fact(hit, scene, one, method, join(base, one.path), view)


def _flask_fact(hit: Hit, scene: Scene, one: Given, method: str, path: str, view: int) -> Fact:
    member = scene.member(view, method.lower())
    symbol = member if member >= 0 else view
    if symbol < 0:
        return given_route(hit, scene, one, method, path)
    at = replace(hit, mark=one.mark)
    return route_fact(at, scene, method, path, one.handler, symbol, through=one.through)


def _answered(view: int, scene: Scene) -> list[str]:
    """What a class of views has methods for, or says in `methods`."""
    found = [verb.upper() for verb in VERBS if scene.member(view, verb) >= 0]
    held = scene.values.get(scene.member(view, "methods")) if not found else None
    return found or (listed_methods(held.args[0], held, scene) if held is not None else []) or ["GET"]


@composer("settings_fields")
def settings_fields(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each field of a settings class is a key; a prefix that the class declares is part of it."""
    commit, owner = scene.commit, hit.mark.symbol
    prefix = _settings_prefix(hit, scene)
    for name, symbol in commit.members.get(owner, {}).items():
        is_field = commit.kind[symbol] in FIELDS and name not in NO_SETTING and not name.startswith("_")
        if is_field and not _reads_key(symbol, scene):
            key = _named_key(symbol, scene) or (prefix + name).upper()
            yield fact(hit, key, symbol, lines=scene.lines(symbol), key=key, pattern="BaseSettings")


def _reads_key(field: int, scene: Scene) -> bool:
    """`name: str = config("NAME")`: the call says which key it is."""
    held = scene.values.get(field)
    value = held.args[0] if held is not None and held.args else None
    if held is None or not isinstance(value, dict) or "call" not in value:
        return False
    rules = scene.finder(held.file).rules
    origins = scene.value_origins(value["call"], held)
    return any(rule.kind == "config" for origin in origins for rule in rules.on("call", origin))


def _named_key(field: int, scene: Scene) -> str | None:
    """`url: str = Field(env="DATABASE_URL")`: the key that a field says itself."""
    held = scene.values.get(field)
    value = held.args[0] if held is not None and held.args else None
    if held is None or not isinstance(value, dict) or not spelled(value.get("call")).endswith("Field"):
        return None
    given = (pick(value, name) for name in ("env", "validation_alias", "alias"))
    told = (one[0] if isinstance(one, list) and one else one for one in given)
    return next((text for one in told if (text := scene.text(one, held))), None)


def _settings_prefix(hit: Hit, scene: Scene) -> str:
    inner = scene.commit.members.get(hit.mark.symbol, {}).get("Config", -1)  # as older versions say it
    told = scene.commit.members.get(inner, {}).get("env_prefix", -1) if inner >= 0 else -1
    if told >= 0:
        return scene.constant(told) or ""
    config = scene.values.get(scene.commit.members.get(hit.mark.symbol, {}).get("model_config", -1))
    if config is None or not isinstance(config.args[0], dict):
        return ""
    given = pick(config.args[0], "env_prefix")
    pairs = config.args[0].get("map", ())
    given = next((value for key, value in pairs if key == "env_prefix"), given)
    return scene.text(given, config) or ""


@composer("django_getattr")
def django_getattr(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`getattr(settings, "KEY", default)`."""
    if "django.conf.settings" not in scene.value_origins(hit.mark.pick("0"), hit.mark):
        return
    key = scene.text(hit.pick("key"), hit.mark)
    if key:
        yield fact(hit, key, key=key, pattern="getattr(settings)")


@composer("log_at_level")
def log_at_level(hit: Hit, scene: Scene) -> Iterator[Fact]:
    level = spelled(hit.mark.pick("0|level")).rpartition(".")[2].lower()
    yield log_fact(hit, scene, level if level.isalpha() else "log")


@composer("tenacity")
def tenacity(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`stop=stop_after_attempt(3), wait=wait_fixed(2)`."""
    stop, wait = hit.mark.pick("stop"), hit.mark.pick("wait")
    attempts, delay = _first_number(stop, "stop_after_attempt"), _first_number(wait, "wait_fixed")
    shown = [spelled_call(part) for part in (stop, wait) if part is not None]
    value = f"{hit.mark.name}: {', '.join(shown)}" if shown else hit.mark.name
    policy: dict[str, Any] = {"stop": _text(stop), "wait": _text(wait)}
    yield fact(hit, value, hit.mark.decorated, attempts=attempts, delay=delay, **policy)


def _first_number(value: Value, name: str) -> Value:
    """The first argument of the call of that name, also inside `a | b`."""
    if isinstance(value, dict) and "call" in value and spelled(value["call"]).rpartition(".")[2] == name:
        given = value.get("a") or list(value.get("k", {}).values())
        return given[0] if given and isinstance(given[0], int | float) else None
    return None


def spelled_call(value: Value) -> str:
    """A call with the arguments that are plain."""
    if not isinstance(value, dict) or "call" not in value:
        return spelled(value)
    given = [spelled(item) for item in value.get("a", ())]
    given += [f"{name}={spelled(item)}" for name, item in value.get("k", {}).items()]
    return f"{spelled(value['call'])}({', '.join(given)})"


def _text(value: Value) -> str | None:
    return None if value is None else spelled_call(value)


@composer("celery_retry")
def celery_retry(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A task that is tried again by itself."""
    named = hit.mark.named
    if "autoretry_for" not in named and "max_retries" not in named:
        return
    attempts, delay = hit.pick("attempts"), hit.pick("delay")
    yield fact(
        hit, f"{hit.mark.name}: attempts {spelled(attempts) if attempts is not None else 3}", hit.mark.decorated,
        attempts=attempts if isinstance(attempts, int) else None, delay=delay if isinstance(delay, int) else None,
    )  # fmt: skip


@composer("celery_task")
def celery_task(hit: Hit, scene: Scene) -> Iterator[Fact]:
    symbol = hit.mark.decorated
    if symbol < 0:
        return
    for owner in (*scene.commit.parameters(symbol)[:1], scene.commit.name[symbol]):
        scene.thrown[symbol, f"{owner}.retry"] = "Retry"  # `raise self.retry(exc=error)`
    name = _task_name(symbol, scene)
    yield fact(hit, name, symbol, role="consumes", task=name)


def _task_name(task: int, scene: Scene) -> str:
    """The name that the decorator gives, else module and function."""
    given = (scene.text(mark.named.get("name"), mark) for mark in scene.at(task))
    return next(filter(None, given), f"{scene.commit.modules[scene.commit.file[task]]}.{scene.commit.name[task]}")


@composer("celery_send")
def celery_send(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`task.delay(…)`: the task by the function that it is."""
    task = scene.symbol(hit.mark.data.get("r"), hit.mark)
    if task >= 0:
        name = _task_name(task, scene)
        yield fact(hit, name, role="produces", task=name)

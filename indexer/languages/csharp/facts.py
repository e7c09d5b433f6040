"""C#'s frameworks where a rule alone cannot say it: logs, configuration, registrations, retries, requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from indexer.facts.compose import composer, fact, log_fact
from indexer.facts.model import Fact, Hit, Mark, amount, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.csharp import facts_aspnet, facts_tables

__all__ = ["facts_aspnet", "facts_tables"]  # their functions register themselves

LEVELS = {"verbose": "trace", "information": "info", "warn": "warning", "fatal": "critical"}
MESSAGE = "message|messageTemplate|formatString"
THROWN = re.compile(r"(?i)e|ex|err|error|(\w+\.)*\w*exception")
VERB = re.compile(r"Get|Post|Put|Patch|Delete")
ASKED = re.compile(r"=>\s*\w+\.Get(?:Required)?Service<([^()]*)>\(\)\s*!?$")
CONSTRUCTED = re.compile(r"=>\s*new\s+([\w.]+(?:<[^()]*>)?)\s*[({]")
SERVICES, OPTIONS = "Microsoft.Extensions.DependencyInjection.IServiceCollection()", "Options Configure"
NEAR = 12  # marks between a call and the next of its chain
DEEPEST = 8  # sections inside sections


@composer("dotnet_log")
def ilogger(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`LogError(exception, "template", …)`: the level is in the name, an exception or an event id may come first."""
    yield _told(hit, scene, level_of(hit.mark.name))


@composer("dotnet_log_at")
def ilogger_level(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Log(LogLevel.Error, …)`."""
    level = spelled(hit.mark.pick("0|logLevel"))
    yield _told(hit, scene, level_of(level) if level.startswith("LogLevel.") else "log", 1)


def _told(hit: Hit, scene: Scene, level: str, first: int = 0) -> Fact:
    given = [hit.mark.pick(MESSAGE)] if hit.mark.pick(MESSAGE) is not None else hit.mark.args[first : first + 3]
    texts = [value for value in given if scene.text(value, hit.mark) is not None]
    others = [value for value in given[:2] if not THROWN.fullmatch(spelled(value))]
    message = (texts or others or given or [None])[0]
    return log_fact(replace(hit, mark=replace(hit.mark, data={**hit.mark.data, "a": [message]})), scene, level)


def level_of(name: str) -> str:
    word = name.rpartition(".")[2].removeprefix("Log").removesuffix("Format").lower()
    return LEVELS.get(word, word)


@composer("dotnet_logger_message")
def logger_message(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`[LoggerMessage(Level = LogLevel.Error, Message = "…")]` at a method that logs it."""
    texts = [value for value in hit.mark.args if scene.text(value, hit.mark) is not None]
    named = hit.mark.pick("Message|message")
    levels = [v for v in (hit.mark.pick("Level|level"), *hit.mark.args) if "LogLevel." in spelled(v)]
    message = named if named is not None else (texts or [None])[0]
    if message is not None:
        level = level_of(spelled(levels[0])) if levels else "log"
        made = replace(hit, mark=replace(hit.mark, data={**hit.mark.data, "a": [message]}))
        yield replace(log_fact(made, scene, level), symbol=hit.mark.decorated)


@composer("dotnet_logger_define")
def logger_define(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`LoggerMessage.Define<string>(LogLevel.Error, eventId, "template")`."""
    level = spelled(hit.mark.pick("0|logLevel"))
    message = hit.mark.pick("2|formatString")
    yield log_fact(replace(hit, mark=replace(hit.mark, data={"a": [message]})), scene, level_of(level))


@composer("dotnet_config")
def configuration_key(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A key with the sections that it stands in: `GetSection("A").GetValue<int>("B")` reads `A:B`."""
    given, below = hit.pick("key", "0"), hit.rule.part("below")
    if key := scene.text(given, hit.mark):
        options = _options(hit.mark, scene)
        pattern = hit.rule.part("pattern") or (OPTIONS if options else hit.mark.name)
        parts = [*_sections(hit.mark.data.get("r"), hit.mark, scene), *([below] if below else []), key]
        full = ":".join(parts)
        yield fact(hit, full, key=full, pattern=pattern, options=options)
        return
    if _sections(hit.mark.data.get("r"), hit.mark, scene) or scene.symbol(given, hit.mark) >= 0:
        return
    parameter = {"n": spelled(given)}  # the term of one is its type
    for text, mark in scene.handed_texts(parameter, hit.mark):
        full = f"{below}:{text}" if below else text
        yield fact(replace(hit, mark=mark), full, key=full, pattern=hit.mark.name, through=mark.name)


def _options(mark: Mark, scene: Scene) -> str | None:
    """`Configure<Mail>(configuration.GetSection("Mail"))`: the type that a section fills, None where it is no such."""
    around = scene.marks[mark.data["p"] + mark.firsts[2]] if "p" in mark.data else None
    if around is None or around.name != "Configure" or SERVICES + ".Configure" not in scene.origins(around):
        return None
    filled = around.data.get("y") or [None]
    return spelled(filled[0]) if filled[0] is not None else None


def _sections(value: Value, mark: Mark, scene: Scene, depth: int = 0) -> list[str]:
    if not isinstance(value, dict) or "m" not in value or depth > DEEPEST:
        return []
    made = scene.marks[value["m"] + mark.firsts[2]]
    if not made.name.endswith("Section"):
        return []
    key = scene.text(made.pick("0|key"), made)
    return [*_sections(made.data.get("r"), made, scene, depth + 1), *([key] if key else [])]


@composer("dotnet_service")
def service(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`AddScoped<IOrders, Orders>()`, `AddScoped(typeof(IOrders), typeof(Orders))`, or a factory."""
    given, made = hit.pick("service"), hit.pick("implementation")
    if _is_function(given):
        given = {"n": constructed} if (constructed := _constructed(given)) else None
    if given is not None:
        yield _registered(hit, scene, given, _implementation(made if made is not None else hit.mark.pick("0"), hit))


def _registered(hit: Hit, scene: Scene, given: Value, implementation: str | None) -> Fact:
    name = _type_name(given)
    arrow = f" -> {implementation}" if implementation and implementation != name else ""
    parts: dict[str, Any] = {"service": name, "implementation": implementation, "lifetime": _lifetime(hit.mark.name)}
    named = given["call"] if isinstance(given, dict) and "call" in given else given
    return fact(hit, f"{hit.mark.name} {name}{arrow}", scene.symbol(named, hit.mark), **parts)


def _lifetime(name: str) -> str | None:
    return next((word.lower() for word in ("Scoped", "Singleton", "Transient") if name.endswith(word)), None)


def _implementation(value: Value, hit: Hit) -> str | None:
    """The type that is made: named, constructed, or what a factory's body constructs."""
    if _is_function(value):
        return _constructed(value)
    if value is None or value is hit.pick("service") or not _is_type(value):
        return None
    return _type_name(value)


def _constructed(function: Value) -> str | None:
    """`provider => new Orders()`, `provider => provider.GetRequiredService<Orders>()`."""
    made = CONSTRUCTED.search(spelled(function)) or ASKED.search(spelled(function))
    return made[1] if made else None


def _is_type(value: Value) -> bool:
    return isinstance(value, dict) and ("n" in value or "call" in value) and _type_name(value)[:1].isupper()


def _is_function(value: Value) -> bool:
    return isinstance(value, dict) and bool(value.get("fn"))


def _type_name(value: Value) -> str:
    if isinstance(value, dict) and "call" in value:
        return spelled(value["call"])
    return spelled(value)


@composer("autofac")
def autofac(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`builder.RegisterType<Orders>().As<IOrders>()`; without `As` it is known by itself."""
    named = hit.mark.name == "As"
    source = _registration(hit.mark, scene) if named else hit.mark
    given = hit.mark.pick("<0>|0")
    if source is None or given is None or (not named and _is_named(hit.mark, scene)):
        return
    made = source.pick("<0>|0") if named else None
    if not named and _is_function(given):
        given = {"n": constructed} if (constructed := _constructed(given)) else None
    if given is None:
        return
    name, implementation = _type_name(given), _type_name(made) if made is not None else None
    if _is_function(made):
        implementation = _constructed(made)
    arrow = f" -> {implementation}" if implementation and implementation != name else ""
    value = f"{source.name} {name}{arrow}"
    yield fact(hit, value, scene.symbol(given, hit.mark), service=name, implementation=implementation)


@composer("autofac_decorator")
def autofac_decorator(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`RegisterDecorator<Logged, IOrders>()`, `RegisterGenericDecorator(typeof(Logged<>), typeof(IOrders<>))`."""
    made, given = hit.mark.pick("<0>|0"), hit.mark.pick("<1>|1")
    if made is not None and given is not None and not _is_function(made):
        yield _registered(hit, scene, given, _type_name(made))


def _registration(mark: Mark, scene: Scene) -> Mark | None:
    """The call that a chain of a registration began with."""
    while isinstance(source := mark.data.get("r"), dict) and "m" in source:
        mark = scene.marks[source["m"] + mark.firsts[2]]
        if mark.name.startswith("Register"):
            return mark
    return None


def _is_named(mark: Mark, scene: Scene) -> bool:
    behind = scene.marks[mark.row + 1 : mark.row + NEAR]
    return any(one.name == "As" and _registration(one, scene) is mark for one in behind)


@composer("polly")
def polly(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`RetryAsync(3)`, `new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = … }`."""
    attempts, delay = hit.pick("attempts", "MaxRetryAttempts"), hit.mark.pick("Delay|1|sleepDurationProvider")
    count = attempts if isinstance(attempts, int) else None
    shown = f": attempts {count}" if count is not None else ""
    yield fact(hit, hit.mark.name + shown, attempts=count, delay=amount(delay) if hit.mark.name != "Retry" else None)


@composer("dotnet_retry")
def named_policy(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A resilience handler or a provider's own retries: told by the name of what turns them on."""
    attempts = hit.mark.pick("0|maxRetryCount")
    count = attempts if isinstance(attempts, int) and not isinstance(attempts, bool) else None
    yield fact(hit, hit.mark.name + (f": attempts {count}" if count is not None else ""), attempts=count)


@composer("dotnet_request")
def httpclient(hit: Hit, scene: Scene) -> Iterator[Fact]:
    verb = VERB.match(hit.mark.name)
    yield from _request(hit, scene, verb[0].upper() if verb else "REQUEST", hit.pick("url"))


@composer("dotnet_request_message")
def request_message(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`new HttpRequestMessage(HttpMethod.Get, url)`."""
    if len(hit.mark.args) > 1:
        given = spelled(hit.mark.args[0])
        method = given.removeprefix("HttpMethod.").upper() if given.startswith("HttpMethod.") else "REQUEST"
        yield from _request(hit, scene, method, hit.mark.args[1])


@composer("dotnet_refit")
def refit(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`[Get("/orders/{id}")]` at a method of an interface."""
    if hit.mark.decorated >= 0 and (url := scene.text(hit.mark.pick("0|path"), hit.mark)) is not None:
        method = hit.mark.name.removesuffix("Attribute").upper()
        yield fact(hit, f"{method} {url}", hit.mark.decorated, method=method, url=url)


def _request(hit: Hit, scene: Scene, method: str, given: Value) -> Iterator[Fact]:
    if isinstance(given, dict) and spelled(given.get("call", "")) == "Uri" and given.get("a"):
        given = given["a"][0]
    if given is not None:
        url = scene.text(given, hit.mark) or f"{{{spelled(given)}}}"
        yield fact(hit, f"{method} {url}", method=method, url=url)

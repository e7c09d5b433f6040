"""Java's frameworks where a rule alone cannot say it: logs, keys, registrations, filters, retries, messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from indexer.facts.compose import composer, fact, log_fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.routing import join
from indexer.facts.scene import Scene
from indexer.languages.java import facts_beans, facts_jaxrs, facts_spring, facts_tables, facts_vertx
from indexer.languages.java.facts_spring import marked, texts

__all__ = ["facts_beans", "facts_jaxrs", "facts_spring", "facts_tables", "facts_vertx"]  # they register themselves

LEVELS = {
    "warn": "warning",
    "fatal": "critical",
    "severe": "error",
    "fine": "debug",
    "finer": "debug",
    "finest": "trace",
}
LOMBOK = {  # annotation of a class -> the library that the field `log` is of
    "Slf4j": "slf4j",
    "XSlf4j": "slf4j",
    "Log4j2": "log4j",
    "Log4j": "log4j",
    "Log": "java.util.logging",
    "CommonsLog": "commons-logging",
    "JBossLog": "jboss-logging",
}
FORMATTED = ("trace", "debug", "info", "warn", "error", "fatal")
REST_VERB = re.compile(r"(get|post|put|delete|patch|head)")


def told(hit: Hit, scene: Scene, level: str, first: int = 0) -> Fact:
    """The first argument that is a text is the message: a marker may come before it."""
    given = hit.mark.args[first : first + 2]
    known = [value for value in given if scene.text(value, hit.mark) is not None]
    message = (known or given or [None])[0]
    level = LEVELS.get(level, level)
    return log_fact(replace(hit, mark=replace(hit.mark, data={**hit.mark.data, "a": [message]})), scene, level)


@composer("java_log")
def java_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    name = hit.mark.name
    if not hit.sure and _is_own(hit, scene):
        return
    yield told(hit, scene, name[:-1] if name.endswith("f") and name[:-1] in FORMATTED else name)


def _is_own(hit: Hit, scene: Scene) -> bool:
    """Whether what is called is a method of the program's own."""
    term = hit.mark.term
    return term >= 0 and any(scene.commit.target(one) >= 0 for one in (term, scene.callee(term)))


@composer("java_log_at")
def java_log_at(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`log(Level.WARNING, "message")`."""
    yield told(hit, scene, spelled(hit.mark.pick("0")).rpartition(".")[2].lower(), 1)


@composer("java_fluent_log")
def java_fluent_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`log.atInfo().log("message")`."""
    level = re.search(r"at(\w+)\(\)$", spelled(hit.mark.data.get("r")))
    yield told(hit, scene, level[1].lower() if level else "info")


@composer("lombok_log")
def lombok_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The field `log` that an annotation of a class around makes."""
    owner = hit.mark.symbol
    while owner >= 0:
        if found := marked(owner, scene, *LOMBOK):
            yield replace(told(hit, scene, hit.mark.name), framework=LOMBOK[found[0].name])
            return
        owner = scene.commit.parent[owner]
    if not _is_own(hit, scene):  # inherited from a library, or of a block
        yield replace(told(hit, scene, hit.mark.name), framework="slf4j", confidence="medium")


@composer("java_retry")
def java_retry(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Retryable(maxAttempts = 3, backoff = @Backoff(delay = 1000))`, `@Retry(name = "orders")`."""
    attempts, name = hit.pick("attempts", "-"), scene.text(hit.mark.pick("name"), hit.mark)
    delay = re.search(r"delay\s*=\s*(\d+)", spelled(hit.mark.pick("backoff|delay")))
    count = attempts if isinstance(attempts, int) else None
    shown = [f"attempts {count}"] if count is not None else [name] if name else []
    number = int(delay[1]) if delay else hit.mark.pick("delay")
    value = ": ".join([hit.mark.name, *shown])
    yield fact(
        hit, value, hit.mark.decorated, attempts=count, delay=number if isinstance(number, int) else None, name=name
    )


@composer("listener")
def listener(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Topics or queues that a method listens to."""
    given = hit.mark.pick("topics|queues|destination|topicPattern|queuesToDeclare|value|queueNames|0")
    for topic in texts(given, hit.mark, scene):
        yield fact(hit, topic, hit.mark.decorated, role="consumes", via=hit.mark.name)


@composer("sender")
def sender(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The topic, or exchange and routing key, that a message is sent to."""
    known = [text for value in hit.mark.args[:2] if (text := scene.text(value, hit.mark)) is not None]
    if known and scene.text(hit.mark.args[0], hit.mark) is not None:
        topic = "/".join(known) if len(hit.mark.args) > 2 else known[0]
        yield fact(hit, topic, role="produces", via=hit.mark.name)


@composer("scheduled")
def scheduled(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Scheduled(cron = "…")`, `@Scheduled(fixedDelay = 5000)`."""
    shown = []
    for name, value in hit.mark.named.items():
        shown.append(f"{name} {texts(value, hit.mark, scene)[0] if texts(value, hit.mark, scene) else spelled(value)}")
    yield fact(hit, ", ".join(shown) or hit.mark.name, hit.mark.decorated, via=hit.mark.name)


@composer("rest_template")
def rest_template(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`getForObject(url, …)`, `exchange(url, HttpMethod.PUT, …)`."""
    verb = REST_VERB.match(hit.mark.name)
    method = verb[1].upper() if verb else spelled(hit.mark.pick("1")).rpartition(".")[2].upper()
    if hit.mark.args:
        yield _request(hit, scene, method if verb or method.isalpha() else "REQUEST", hit.mark.args[0])


@composer("web_client")
def web_client(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`client.get().uri("/x")`."""
    method = re.search(r"\.(\w+)$", hit.origin.removesuffix("().uri"))
    if hit.mark.args:
        yield _request(hit, scene, method[1].upper() if method else "REQUEST", hit.mark.args[0])


def _request(hit: Hit, scene: Scene, method: str, given: Value) -> Fact:
    url = scene.text(given, hit.mark) or join("", f"{{{spelled(given)}}}")
    return fact(hit, f"{method} {url}", method=method, url=url)

"""Go's errors, logs, retries, requests and commands, where a rule alone cannot say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from indexer.facts.compose import composer, fact, placeholders
from indexer.facts.model import Fact, Hit, Mark, amount, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.go import facts_data, facts_routes, facts_tables

__all__ = ["facts_data", "facts_routes", "facts_tables"]  # their functions register themselves

LEVELS = {
    "print": "info", "log": "info", "warn": "warning", "fatal": "critical", "panic": "critical",
    "dpanic": "critical", "exit": "critical", "err": "error",
}  # fmt: skip
LEVEL_NAME = re.compile(r"(Trace|Debug|Info|Print|Warn(?:ing)?|Err(?:or)?|D?Panic|Fatal|Exit|Log|WithLevel)")
WRITTEN_LEVEL = re.compile(r"\s*\[(TRACE|DEBUG|INFO|WARN|ERROR|PANIC|FATAL)\]\s*")
STARTED = re.compile(r"\.(Trace|Debug|Info|Warn|Error|Fatal|Panic|Log|Err)\b")


@composer("go_error")
def go_error(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """An error that is made; one that a variable of the package holds is known by its name from then on."""
    message = scene.text(hit.pick("message"), hit.mark)
    wraps = bool(hit.rule.parts.get("wraps")) or "%w" in (message or "") or None
    held = hit.mark.data.get("s")
    if held is not None:
        symbol = held + hit.mark.firsts[0]
        name = scene.commit.name[symbol]
        yield fact(hit, name, symbol, type=name, message=message, made_by=hit.mark.name, sentinel=True)
    else:
        shown = message if message is not None else spelled(hit.pick("message"))
        yield fact(hit, f"error: {shown}", message=message, made_by=hit.mark.name, wraps=wraps)


@composer("go_coded_error")
def coded_error(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """An error with a code of its protocol: `status.Errorf(codes.NotFound, …)`."""
    code = spelled(hit.pick("code")).rpartition(".")[2]
    message = scene.text(hit.pick("message"), hit.mark)
    kind = hit.rule.part("type")
    if code == "OK":
        return
    yield fact(hit, f"{kind} {code}" if kind else code, type=kind or code, code=code, message=message)


@composer("go_panic")
def panic(hit: Hit, scene: Scene) -> Iterator[Fact]:
    message = _shown(hit.mark.pick("0"), hit.mark, scene)
    yield fact(hit, f"panic: {message}", message=message)


def _shown(value: Value, mark: Mark, scene: Scene) -> str:
    """A text, also that which a call puts together; else the value as written."""
    if (text := scene.text(value, mark)) is not None:
        return text
    if isinstance(value, dict) and value.get("a") and (text := scene.text(value["a"][0], mark)) is not None:
        return text
    return spelled(value)


@composer("go_log")
def go_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The level is what the function's name begins with, or written in brackets before the message."""
    if not hit.sure and not hit.mark.args:  # `log.Error().Msg("…")`: the end of the chain is the log
        return
    found = LEVEL_NAME.match(hit.mark.name)
    yield _log(hit, scene, found[1].lower() if found else "info")


@composer("go_log_at")
def go_log_at(hit: Hit, scene: Scene) -> Iterator[Fact]:
    level = spelled(hit.pick("level_at")).rpartition(".")[2].removeprefix("Level")
    yield _log(hit, scene, level.lower())


@composer("go_chained_log")
def chained_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`log.Info().Str("k", v).Msg("…")`: the chain begins with the level."""
    found = STARTED.search(spelled(hit.mark.data.get("r")))
    yield _log(hit, scene, found[1].lower() if found else "info")


def _log(hit: Hit, scene: Scene, level: str) -> Fact:
    given = hit.pick("message", "0")
    template = scene.template(given, hit.mark)
    if template is None and not hit.sure and len(hit.mark.args) > 1:  # `logger.Info(ctx, "…")`
        template = scene.template(hit.mark.args[1], hit.mark)
    if template is not None and (written := WRITTEN_LEVEL.match(template)):
        level, template = written[1].lower(), template[written.end() :]
    level = LEVELS.get(level, level)
    shown = template if template is not None else (_shown(given, hit.mark, scene) if given is not None else "")
    return fact(hit, f"{level}: {shown}", level=level, template=template, placeholders=placeholders(template or ""))


@composer("go_retry_options")
def retry_options(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`retry.Do(f, retry.Attempts(3), retry.Delay(time.Second))`."""
    calls = [value for value in hit.mark.args if isinstance(value, dict) and value.get("a") and "call" in value]
    given = {spelled(call["call"]).rpartition(".")[2]: call["a"][0] for call in calls}
    parts: dict[str, Any] = {name: amount(given.get(hit.rule.part(name))) for name in ("attempts", "delay")}
    shown = [f"{name} {part}" for name, part in parts.items() if part is not None]
    yield fact(hit, f"{hit.mark.name}{': ' if shown else ''}{', '.join(shown)}", **parts)


@composer("go_request")
def go_request(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.pick("url")
    url = scene.text(given, hit.mark) or f"{{{spelled(given)}}}"
    method = facts_routes.verb(hit.pick("method"), hit.mark, scene)
    yield fact(hit, f"{method} {url}", method=method, url=url)


@composer("go_command")
def go_command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A command that a literal describes: its first word is its name."""
    name = scene.text(hit.pick("name"), hit.mark)
    if name and name.strip():
        run = hit.mark.pick("RunE|Run|Action")
        yield fact(hit, name.split()[0], scene.symbol(run, hit.mark), via=hit.rule.framework, usage=name)


@composer("go_schedule")
def go_schedule(hit: Hit, scene: Scene) -> Iterator[Fact]:
    when, job = scene.text(hit.mark.pick("0"), hit.mark), hit.mark.pick("1")
    if when:
        yield fact(hit, when, scene.symbol(job, hit.mark), via=hit.mark.name)

"""What becomes of a hit: one small function per kind of fact; languages add their own beside their rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from indexer.extract.terms import Flow, Op
from indexer.facts import sql
from indexer.facts.model import Fact, Hit, Lines, Mark, amount, spelled
from indexer.facts.origins import HOLDERS
from indexer.facts.reading import Value
from indexer.facts.scene import Scene

TYPE = re.compile(r"[A-Z]\w*|\w+(?:\.\w+)+")  # one that has a name of its own
MAKER = re.compile(r"New(?=[A-Z]\w*Error$)")  # what an unknown function makes is in its name
KEY = re.compile(r"[A-Z][A-Z0-9_]{2,}")  # of keys that are handed over, those of the environment
OBJECT = "object"
WRITE = "write"  # how a key is used that is only set; reading needs no word
Composer = Callable[[Hit, Scene], Iterator[Fact]]
COMPOSERS: dict[str, Composer] = {}
PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|%\((\w+)\)|%[-+#0 ]*\d*(?:\.\d+)?[sdifrxeg]")


def composer(name: str) -> Callable[[Composer], Composer]:
    """Register a function under the name that rules give as `compose` (else their kind)."""

    def register(function: Composer) -> Composer:
        if name in COMPOSERS:  # one registry for all languages: the second would take the first one's hits
            raise ValueError(f"there is a composer `{name}` already, in {COMPOSERS[name].__module__}")
        COMPOSERS[name] = function
        return function

    return register


def fact(
    hit: Hit, value: str, symbol: int = -1, confidence: str = "", lines: Lines | None = None, **detail: Any
) -> Fact:
    """A fact of the hit's rule at the hit's lines; parts that are not known are left out."""
    known = {key: part for key, part in detail.items() if part is not None}
    if hit.rule.kind == "config" and ("w" in hit.mark.data or hit.rule.part("access") == WRITE):
        known["access"] = WRITE
    owner = symbol if symbol >= 0 else hit.mark.symbol
    confidence = confidence or (hit.rule.confidence if hit.sure else "medium")
    return Fact(hit.rule.kind, value, hit.rule.framework, hit.mark, owner, known, confidence, lines)


@composer("nothing")
def nothing(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The rule only wants the mark to be there, for others to look at."""
    yield from ()


@composer("config")
def config(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A key that is read; where a function reads what it is given, at the calls that give it."""
    given, pattern = hit.pick("key", "0"), hit.rule.part("pattern") or hit.origin
    if key := scene.text(given, hit.mark):
        yield fact(hit, key, key=key, pattern=pattern)
        return
    for text, mark in scene.handed_texts(given, hit.mark):
        if KEY.fullmatch(text):
            yield fact(replace(hit, mark=mark), text, key=text, pattern=pattern, through=mark.name)


@composer("middleware")
def middleware(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class or function that is put into the pipeline of its receiver; the order is that of the source."""
    order = scene.next_in(scene.key(hit.mark.data.get("r"), hit.mark) or ("file", hit.mark.file))
    if hit.mark.decorated >= 0:
        symbol, name = hit.mark.decorated, scene.commit.name[hit.mark.decorated]
    else:
        given = hit.pick("middleware", "0")
        symbol, name = scene.symbol(given, hit.mark), spelled(given)
    yield fact(hit, name, symbol, via=hit.mark.name, order=order)


@composer("di_registration")
def registration(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.pick("service", "0")
    if given is not None:
        name = spelled(given)
        yield fact(hit, f"{hit.mark.name} {name}", service=name, implementation=_spelled(hit.pick("implementation")))


def _spelled(value: Value) -> str | None:
    return None if value is None else spelled(value)


@composer("log")
def log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    level = hit.rule.part("level") or hit.mark.name.lower()
    yield log_fact(hit, scene, hit.rule.parts.get("levels", {}).get(level, level))


def log_fact(hit: Hit, scene: Scene, level: str) -> Fact:
    given = hit.pick("message", "0")
    template = scene.template(given, hit.mark)
    shown = template if template is not None else (spelled(given) if given is not None else "")
    return fact(hit, f"{level}: {shown}", level=level, template=template, placeholders=placeholders(template or ""))


def placeholders(template: str) -> list[str]:
    found = (match[1] or match[2] or match[0] for match in PLACEHOLDER.finditer(template))
    return [name for name in found if name not in ("{{", "}}")]


@composer("retry_policy")
def retry(hit: Hit, scene: Scene) -> Iterator[Fact]:
    parts: dict[str, Any] = {name: amount(hit.pick(name, "-")) for name in ("attempts", "delay")}
    shown = ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)
    yield fact(hit, f"{hit.mark.name}{': ' + shown if shown else ''}", hit.mark.decorated, **parts)


@composer("plain")
def plain(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The value is one text among the arguments, or the name of what is decorated."""
    text = scene.text(hit.pick("value", "0"), hit.mark)
    if text is None and hit.mark.decorated >= 0:
        text = scene.commit.name[hit.mark.decorated]
    if text:
        yield fact(hit, text, hit.mark.decorated, via=hit.mark.name)


@composer("feature_flag")
def feature_flag(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A flag by the key that is asked for, as far as that is a text; `*`: every argument is one."""
    given = hit.mark.args if hit.rule.part("flag") == "*" else [hit.pick("flag", "0")]
    for key in (scene.text(value, hit.mark) for value in given):
        if key:
            yield fact(hit, key, hit.mark.decorated, key=key, via=hit.mark.name)


@composer("command")
def command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A command of the program: by the name it is given, else by that of its function."""
    symbol = hit.mark.decorated
    name = scene.text(hit.pick("name", "0|name"), hit.mark)
    if name is None and symbol >= 0:
        name = scene.commit.name[symbol].replace("_", "-")
    if name:
        yield fact(hit, name, symbol, via=hit.mark.name)


@composer("@queue")
def queue(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A queue that is named where it is made: what is sent to it is told by that name."""
    scene.made[scene.mark_key(hit.mark)] = hit.mark
    yield from ()


@composer("message")
def message(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A topic, queue or event that is sent to or listened to; what is known only when it runs stays `{name}`."""
    given, mark = hit.pick("topic", "0"), hit.mark
    if "made_with" in hit.rule.parts:
        key = scene.key(hit.mark.data.get("r"), hit.mark)
        mark = scene.made.get(key, hit.mark) if key is not None else hit.mark
        given = mark.pick(hit.rule.part("made_with")) if mark is not hit.mark else None
    exchange = hit.pick("exchange", "-")
    for value, home in scene.listed(given, mark) or [(given, mark)]:
        topic, broker = scene.text(value, home), scene.text(exchange, hit.mark)
        if topic or broker:
            parts = [part for part in (_named(broker, exchange), _named(topic, value)) if part]
            sure = "" if scene.is_known(value, home) and (exchange is None or broker is not None) else "medium"
            name = "/".join(map(_queue_name, parts))
            role = hit.rule.part("role")
            yield fact(hit, name, hit.mark.decorated, sure, role=role, topic=name, exchange=broker or None)


def _named(text: str | None, value: Value) -> str:
    """A text as far as it is known; the exchange without a name is no part of it."""
    return text if text is not None else "" if value is None else "{" + spelled(value) + "}"


def _queue_name(text: str) -> str:
    """Of the address of a queue its last part: the name that the queue was given."""
    return text.rpartition("/")[2] if "://" in text else text


@composer("http_call")
def http_call(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A request that the program makes: its method and URL, as far as they are written."""
    told = hit.rule.part("method", "$name")
    method = hit.mark.name if told == "$name" else scene.text(hit.mark.pick(told), hit.mark)
    given = hit.pick("url", "0")
    url = scene.text(given, hit.mark) or (f"{{{spelled(given)}}}" if given is not None else None)
    if url is not None:
        verb = (method or "request").upper()
        yield fact(hit, f"{verb} {url}", method=verb, url=url)


def exceptions(mark: Mark, scene: Scene) -> Iterator[Fact]:
    """What is thrown: its type as written, the definition it is, and what it is thrown from."""
    value = mark.args[0] if mark.args else None
    if made := _made_before(mark, scene):
        yield from made
        return
    if value is None or "c" in mark.data:
        yield _thrown_again(mark, scene)
        return
    if not isinstance(value, dict) or "any" not in value:
        yield _thrown(value, mark, scene)
        return
    for one in value["any"]:  # `throw error ?? new Missing()`: a name is of what was caught or made before
        named = isinstance(one, dict) and "n" in one and "call" not in one
        yield _thrown(one, mark, scene) if not named else _thrown_again(replace(mark, data={"r": one}), scene)


def _made_before(mark: Mark, scene: Scene) -> list[Fact]:
    """What a local that is thrown holds; nothing where that may be something that was not made to be thrown."""
    home = mark if mark.args else replace(mark, data={key: part for key, part in mark.data.items() if key != "r"})
    held = [one for value in mark.data.get("l", ()) for one in value.get("any", [value])]
    if not all(isinstance(value, dict) and "call" in value for value in held):
        return []
    found = {fact.value: fact for fact in (_thrown(value, home, scene) for value in held)}
    return list(found.values()) if all(name[:1].isupper() for name in found) else []


def _thrown(value: Value, mark: Mark, scene: Scene) -> Fact:
    if isinstance(value, dict) and "map" in value:  # `throw { status: 405 }` has no type of its own
        return Fact("exception", OBJECT, None, mark, mark.symbol, {"type": OBJECT})
    called = value["call"] if isinstance(value, dict) and "call" in value else value
    target = scene.symbol(called, mark)
    written = spelled(called).rpartition("\\")[2]
    name = _declared_result(target, scene) or scene.thrown.get((mark.symbol, written)) or written
    name = (_held_type(target, scene) or name) if called is value else MAKER.sub("", name)
    detail: dict[str, Any] = {"type": name}
    if "r" in mark.data:
        detail["from"] = spelled(mark.data["r"])
    if isinstance(value, dict) and (message := value.get("a")) and (text := scene.text(message[0], mark)):
        detail["message"] = text
    confidence = "high" if target >= 0 or called is not value or name[:1].isupper() else "medium"
    return Fact("exception", name.rpartition(".")[2], None, mark, mark.symbol, detail, confidence)


def _declared_result(target: int, scene: Scene) -> str | None:
    """`throw denied()`: the type that a function says it gives, else the only one that it makes."""
    if target < 0 or scene.commit.kind[target] not in ("function", "method"):
        return None
    if declared := scene.commit.raw.symbols["return_type"][target].as_py():
        return str(declared) if TYPE.fullmatch(declared) else None
    made = {name for term in scene.commit.flows(Flow.RETURN, target) if (name := scene.maker(term))}
    return next((name for name in made if len(made) == 1 and name[:1].isupper()), None)


def _held_type(target: int, scene: Scene) -> str | None:
    """`raise NOT_FOUND`: the type of the instance that a variable holds."""
    if target < 0 or scene.commit.kind[target] not in HOLDERS:
        return None
    makes = (Op.NEW, Op.CALL) if scene.finder(scene.commit.file[target]).rules.syntax.calls_make else (Op.NEW,)
    held = scene.commit.flows(Flow.VALUE, target)
    made = {scene.maker(term) if scene.commit.term(term)[0] in makes else None for term in held}
    name = made.pop() if len(made) == 1 else None
    return name if name is not None and name[:1].isupper() else None


def _thrown_again(mark: Mark, scene: Scene) -> Fact:
    """What was caught; where a local is thrown that holds what was made before, that."""
    source = mark.data.get("r") if "c" not in mark.data else None
    if isinstance(source, dict) and (name := scene.made_of(source, mark)):
        return Fact("exception", name, None, mark, mark.symbol, {"type": name})
    return Fact("exception", "re-raise", None, mark, mark.symbol, {"rethrow": True})


def statements(mark: Mark, scene: Scene) -> Iterator[Fact]:
    """Tables that SQL names."""
    text = scene.text(mark.args[0], mark)
    for named in sql.tables(text) if text else ():
        table = scene.entities.get(named.table, named.table)
        entity = named.table if named.table in scene.entities else None
        detail = {"table": table, "schema": named.schema, "operation": named.verb, "entity": entity}
        known = {key: value for key, value in detail.items() if value is not None}
        yield Fact("db_table", table, "sql", mark, mark.symbol, known)

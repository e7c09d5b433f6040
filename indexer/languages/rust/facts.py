"""Rust's errors, logs, settings, tables and commands: macros and attributes, whose arguments are bare tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact, placeholders
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.rust import facts_routes, facts_warp

__all__ = ["facts_routes", "facts_warp"]  # their functions register themselves

LEVELS = {"warn": "warning", "crit": "critical"}
MADE = frozenset({"anyhow", "eyre", "bail", "format_err"})  # macros that are facts of their own
PATH = re.compile(r"((?:\w+::)*[A-Z]\w*(?:::\w+)*)")
CLOSURE = re.compile(r"\|[^|]*\|\s*\{?\s*" + PATH.pattern)
HANDED_ON = re.compile(r"^(?:Into|From|IntoResponse|ToString|String|Box)::|::(?:into|from|to_string)$")
MADE_OF = re.compile(r"[^(]*")
OWNED = re.compile(r'"(.*?)(?:"\s*\.|…)', re.DOTALL)
INDENT = re.compile(r" (?: {3,}|\\ )")  # of a text that goes on in the next line
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def message(tokens: list[Value]) -> str | None:
    """The message among the tokens of a macro: the first, else the last text behind the fields; `target:` is none."""
    named = bool(tokens) and isinstance(tokens[0], dict) and tokens[0].get("n") in ("target", "logger")
    rest = tokens[2:] if named else tokens
    texts = [token for token in rest if isinstance(token, str)]
    if not texts:
        return None
    return INDENT.sub(" ", texts[0] if rest[0] is texts[0] else texts[-1])


def after(tokens: list[Value], word: str) -> Value:
    """What stands behind a word: `table_name = "users"`; True where the word is the last, None where it is missing."""
    for place, token in enumerate(tokens):
        if isinstance(token, dict) and token.get("n") == word:
            return tokens[place + 1] if place + 1 < len(tokens) else True
    return None


@composer("rust_error")
def err(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Err(Kind::NotFound)`; a name in lower case, or what is made of one, is an error that is handed on."""
    given = _unboxed(hit.mark.pick("0"))
    called = given["call"] if isinstance(given, dict) and "call" in given else given
    name = MADE_OF.match(spelled(called).removesuffix(".into"))[0].rstrip("!")  # type: ignore[index]
    text = _text(given, hit, scene)
    if text is not None:
        yield fact(hit, f"Err: {text}", message=text)
    elif name.rpartition("::")[2] in MADE:
        return
    elif scene.symbol(called, hit.mark) < 0 and name.rpartition("::")[2][:1].islower() and not _makes(name):
        yield fact(hit, "re-raise", confidence="medium", rethrow=True, of=name)
    else:
        message = _text(given["a"][0], hit, scene) if called is not given and given.get("a") else None
        yield fact(hit, _type(name), type=_type(name), message=message)


def _unboxed(value: Value) -> Value:
    """`Box::new(error)` is the error, and so is the first of several."""
    if isinstance(value, list):
        return _unboxed(value[0]) if value else None
    is_box = isinstance(value, dict) and "call" in value and spelled(value["call"]) in ("Box::new", "Box::from")
    return value["a"][0] if is_box and value.get("a") else value


def _text(value: Value, hit: Hit, scene: Scene) -> str | None:
    """A text that is given as such, put together by `format!`, or made a `String`."""
    called = spelled(value["call"]) if isinstance(value, dict) and "call" in value else ""
    if written := OWNED.match(called):
        return INDENT.sub(" ", written[1])
    return facts_routes.text(value, hit.mark, scene)


@composer("rust_turned_error")
def turned_error(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`ok_or(Kind::Gone)`, `map_err(|e| Kind::Io(e))`: what is not there, or another error, becomes this one."""
    given = hit.mark.pick("0")
    if isinstance(given, str):
        yield fact(hit, f"Err: {given}", message=given, confidence="high", made_by=hit.mark.name)
        return
    called = given["call"] if isinstance(given, dict) and "call" in given else given
    source = spelled(called).removesuffix(".into")
    named = CLOSURE.match(source) if isinstance(given, dict) and given.get("fn") else PATH.match(source)
    if named and not HANDED_ON.search(named[1]):
        yield fact(hit, _type(named[1]), type=_type(named[1]), confidence="high", made_by=hit.mark.name)


def _makes(name: str) -> bool:
    """`Kind::new`, `errors::not_found`: a path to what makes an error."""
    return "::" in name and "." not in name


def _type(name: str) -> str:
    """A path without what makes the value at its end."""
    return re.sub(r"::(?:new|from|default)$", "", re.sub(r"::<.*>", "", name))


@composer("rust_panic")
def panic_macro(hit: Hit, scene: Scene) -> Iterator[Fact]:
    text = message(hit.mark.args)
    yield fact(hit, f"{hit.mark.name}: {text}" if text is not None else hit.mark.name, message=text)


@composer("rust_message")
def message_macro(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`bail!("…")`, `ensure!(condition, "…")`; an error that is given as such is known by its name."""
    text = message(hit.mark.args)
    if text is not None:
        yield fact(hit, f"error: {text}", message=text, made_by=hit.mark.name)
    elif hit.mark.args and hit.mark.name != "ensure":
        name = "::".join(spelled(token) for token in hit.mark.args if isinstance(token, dict) and "n" in token)
        is_type = name.rpartition("::")[2][:1].isupper()
        yield fact(hit, name if is_type else "re-raise", made_by=hit.mark.name)


@composer("rust_log")
def log_macro(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The macro, not an attribute of the same name: `#[error("…")]` declares a message."""
    if hit.mark.decorated >= 0:
        return
    given = hit.mark.args[hit.rule.parts.get("skip", 0) :]
    text = message(given)
    level = LEVELS.get(hit.mark.name, hit.mark.name)
    shown = text if text is not None else " ".join(spelled(token) for token in given)
    yield fact(hit, f"{level}: {shown}", level=level, template=text, placeholders=placeholders(text or ""))


@composer("clap_env")
def clap_env(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[arg(long, env = "PORT")]`; without a name it is the field's."""
    given, field = after(hit.mark.args, "env"), hit.mark.decorated
    if given is None or field < 0 or scene.commit.kind[field] != "field":
        return
    key = given if isinstance(given, str) else scene.commit.name[field].upper()
    yield fact(hit, key, field, key=key, pattern="clap")


@composer("diesel_table")
def diesel_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`table! { schema.users (id) { … } }`."""
    names = [token["n"] for token in hit.mark.args if isinstance(token, dict) and "n" in token]
    braced = any(isinstance(token, dict) and str(token.get("x", "")).startswith("{") for token in hit.mark.args)
    if names and braced:
        schema = names[-2] if len(names) > 1 else None
        yield fact(hit, names[-1], table=names[-1], schema=schema)


@composer("rust_table")
def table_attribute(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`#[diesel(table_name = users)]`, `#[sea_orm(table_name = "users")]`, of old `#[table_name = "users"]`."""
    told = hit.mark.args[0] if hit.mark.name == "table_name" and hit.mark.args else None
    given, struct = told or after(hit.mark.args, "table_name"), hit.mark.decorated
    if given is None or given is True or struct < 0:
        return
    table = (given if isinstance(given, str) else spelled(given)).rpartition("::")[2]
    yield fact(hit, table, struct, table=table, entity=scene.commit.name[struct])


@composer("rust_state")
def rust_state(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.mark.pick("0")
    if given is not None:
        name = spelled(given["a"][0] if isinstance(given, dict) and len(given.get("a", ())) == 1 else given)
        yield fact(hit, f"{hit.mark.name} {name}", service=name)


@composer("clap_commands")
def clap_commands(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each variant of an enum that derives `Subcommand` is a command."""
    commit, enum = scene.commit, hit.mark.decorated
    if enum < 0 or not any(spelled(token) == hit.rule.part("derives") for token in hit.mark.args):
        return
    for name, variant in commit.members.get(enum, {}).items():
        if commit.kind[variant] == "enum_member":
            shown = WORD_START.sub("-", name).lower()
            yield fact(hit, shown, variant, lines=scene.lines(variant), via="Subcommand")

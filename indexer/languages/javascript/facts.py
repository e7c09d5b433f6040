"""JavaScript and TypeScript where a rule alone cannot say it: logs, requests with options, messages, rejections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from indexer.facts.compose import composer, exceptions, fact, placeholders
from indexer.facts.model import Fact, Hit, entry, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.languages.javascript import (
    facts_adonis,
    facts_controllers,
    facts_folders,
    facts_graph,
    facts_nest,
    facts_next,
    facts_routes,
    facts_services,
    facts_tables,
)
from indexer.languages.javascript.facts_values import pairs

TOPICS = (
    facts_adonis,
    facts_controllers,
    facts_folders,
    facts_graph,
    facts_nest,
    facts_next,
    facts_routes,
    facts_services,
    facts_tables,
)  # they register themselves
SCHEMAS = ("object", "keys", "Object")
ENV_PLUGINS = frozenset({"@fastify/env", "@fastify/env.fastifyEnv", "fastify-env"})


@composer("js_log")
def js_log(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """The message is the first text: some libraries take the fields of a record before it."""
    level = hit.rule.part("level") or hit.mark.name.lower()
    yield _log(hit, scene, hit.rule.parts.get("levels", {}).get(level, level), hit.mark.args)


@composer("js_log_at_level")
def js_log_at_level(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`logger.log("info", …)`, `logger.log({ level: "info", message: … })`."""
    level, message = hit.mark.pick("0.level|0"), hit.mark.pick("0.message|1")
    if isinstance(level, str):
        yield _log(hit, scene, level, [message])


def _log(hit: Hit, scene: Scene, level: str, given: list[Value]) -> Fact:
    texts = (scene.template(value, hit.mark) for value in given[:2])
    template = next((text for text in texts if text is not None), None)
    shown = template if template is not None else ", ".join(map(spelled, given[:1]))
    return fact(hit, f"{level}: {shown}", level=level, template=template, placeholders=placeholders(template or ""))


@composer("rejected")
def rejected(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Promise.reject(new Error(…))` throws as well."""
    if isinstance(given := hit.mark.pick("0"), dict) and "call" in given:
        yield from exceptions(replace(hit.mark, data={"a": [given]}), scene)


@composer("request")
def request(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fetch(url, { method })`, `axios({ url, method })`."""
    url = hit.mark.pick("0.url|0")
    if url is None or (isinstance(url, dict) and "map" in url):
        return
    method = (scene.text(hit.mark.pick("0.method|1.method"), hit.mark) or "GET").upper()
    shown = scene.text(url, hit.mark) or f"{{{spelled(url)}}}"
    yield fact(hit, f"{method} {shown}", method=method, url=shown)


@composer("config_keys")
def config_keys(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A schema of the environment, as it stands or by its name: each of its keys."""
    for place in hit.rule.part("keys", "0").split("|"):
        given = hit.mark.pick(place)
        held = scene.values.get(scene.symbol(given, hit.mark))
        yield from _keys(hit, held.args[0] if held is not None and held.args else given)


def _keys(hit: Hit, schema: Value) -> Iterator[Fact]:
    """The keys of an object, or of the one that a call is given."""
    if isinstance(schema, dict) and "call" in schema:
        schema = (schema.get("a") or [None])[0]
    for key, _ in pairs(schema):
        yield fact(hit, key, key=key, pattern=hit.mark.name)


@composer("env_schema")
def env_schema(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`schema.parse(process.env)`, `Joi.validate(process.env, schema)`: the keys that the schema was made with."""
    if "process.env" not in scene.value_origins(hit.mark.pick("0"), hit.mark):
        return
    receiver = hit.pick("schema") if "schema" in hit.rule.parts else hit.mark.data.get("r")
    while isinstance(receiver, dict) and "m" in receiver:
        made = scene.marks[receiver["m"] + hit.mark.firsts[2]]
        yield from _keys(hit, made.pick("0")) if made.name in SCHEMAS else ()
        receiver = made.data.get("r")
    held = scene.key(receiver, hit.mark)
    for mark in scene.marks if held is not None else ():
        if mark.name in SCHEMAS and scene.mark_key(mark) == held:
            yield from _keys(hit, mark.pick("0"))


@composer("schema_keys")
def schema_keys(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`envSchema({ schema })`: the keys of a JSON schema's `properties`, or of what `Type.Object` is given."""
    given = hit.pick("keys")
    held = scene.values.get(scene.symbol(given, hit.mark))
    schema = held.args[0] if held is not None and held.args else given
    found = list(_keys(hit, entry(schema, "properties") or (schema if held is None else None)))
    key = scene.key(given, hit.mark) if not found else None
    for mark in scene.by_name.get("Object", ()) if key is not None else ():
        if scene.mark_key(mark) == key:
            found += _keys(hit, mark.pick("0"))
    yield from found


@composer("plugin_schema_keys")
def plugin_schema_keys(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fastify.register(fastifyEnv, { schema })`."""
    if not ENV_PLUGINS.isdisjoint(scene.value_origins(hit.mark.pick("0"), hit.mark)):
        yield from schema_keys(hit, scene)

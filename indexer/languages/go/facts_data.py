"""Go's settings in struct tags, the structs that values are of, registrations of several at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.extract.terms import Flow, Op
from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.reading import Value
from indexer.facts.scene import Scene
from indexer.schema import TYPE_KINDS

TAG = re.compile(r'([\w-]+):"((?:[^"\\]|\\.)*)"')
DEEPEST = 6


def struct_of(value: Value, mark: Mark, scene: Scene) -> int:
    """The struct that a value is of: a literal of it, or a variable that is declared to be one; -1: not known."""
    if not isinstance(value, dict):
        return -1
    if "call" in value:
        made = value["a"][0] if spelled(value["call"]) == "new" and value.get("a") else value["call"]
        symbol = scene.symbol(made, mark)
    else:
        symbol = _struct_of_term(value["t"] + mark.firsts[1], scene) if "t" in value else -1
    return symbol if symbol >= 0 and scene.commit.kind[symbol] in TYPE_KINDS else -1


def _struct_of_term(term: int, scene: Scene, depth: int = 0) -> int:
    commit = scene.commit
    op, parts = commit.term(term)
    if depth > DEEPEST:
        return -1
    if op in (Op.INSTANCE, Op.NEW, Op.CALL, Op.AWAIT):
        return _struct_of_term(parts[0], scene, depth + 1)
    if op in (Op.WRAP, Op.OPERATOR):
        return _struct_of_term(parts[-1], scene, depth + 1)
    symbol = commit.target(term)
    if symbol < 0 or commit.kind[symbol] in TYPE_KINDS:
        return symbol
    flows = commit.flows(Flow.TYPE, symbol) or commit.flows(Flow.VALUE, symbol)
    return _struct_of_term(flows[0], scene, depth + 1) if flows else -1


Tags = dict[int, dict[str, str]]  # of each field that has one, the pairs of its tag
_tags: WeakKeyDictionary[Scene, Tags] = WeakKeyDictionary()


def tagged(scene: Scene) -> Tags:
    if scene not in _tags:
        marks = (mark for mark in scene.marks if mark.shape == "class" and mark.args)
        _tags[scene] = {mark.symbol: dict(TAG.findall(scene.text(mark.args[0], mark) or "")) for mark in marks}
    return _tags[scene]


@composer("go_flag_variables")
def flag_variables(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`EnvVars: []string{"SHOP_PORT", "PORT"}` of a flag, `cli.EnvVars("SHOP_PORT")`; once `"SHOP_PORT,PORT"`."""
    told = hit.rule.part("variables")
    given = hit.mark.args if told == "*" else [hit.mark.pick(told)]
    for value in given:
        listed = value.get("a", []) if isinstance(value, dict) and "call" in value else [value]
        for text in (scene.text(one, hit.mark) for one in listed):
            for key in (text or "").replace(" ", "").split(","):
                if key:
                    yield fact(hit, key, key=key, pattern=hit.origin)


@composer("go_settings")
def tagged_settings(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A library that fills structs is in use: each tagged field is a key, also those of structs inside structs."""
    if scene.next_in((hit.rule.framework, 0)) > 1:
        return
    tags = tagged(scene)
    holders = {scene.commit.parent[field] for field in tags}
    inner = {_field_struct(field, scene) for field in tags} | tags.keys()
    for struct in sorted(holders - inner):
        yield from _settings(hit, scene, struct, tags, _common_prefix(hit, scene), 0)


def _common_prefix(hit: Hit, scene: Scene) -> str:
    """What stands before all keys: an argument of the call, or of the function that looks them up."""
    if word := scene.text(hit.pick("prefix", "-"), hit.mark):
        return word.upper() + "_"
    marks = scene.by_name.get(hit.rule.part("prefixed_by", "-"), ())
    return next((text for mark in marks if (text := scene.text(mark.pick("0"), mark))), "")


def _settings(hit: Hit, scene: Scene, struct: int, tags: Tags, prefix: str, depth: int) -> Iterator[Fact]:
    commit, rule = scene.commit, hit.rule
    for field in commit.members.get(struct, {}).values() if depth < DEEPEST else ():
        told = tags.get(field, {})
        key = told.get(rule.part("tag"), "").partition(",")[0]
        inner = field if commit.members.get(field) else _field_struct(field, scene)
        if key and inner >= 0 and rule.parts.get("nested"):
            yield from _settings(hit, scene, inner, tags, f"{prefix}{key}.", depth + 1)
        elif key and key != "-":
            place = Hit(rule, replace(hit.mark, file=commit.file[field]), hit.origin)
            key = prefix + key
            yield fact(place, key, field, lines=scene.lines(field), key=key, pattern=rule.part("tag"))
        elif inner >= 0:
            deeper = told.get(rule.part("prefix_tag", "-"), "")
            joint = rule.part("joint") if deeper else ""
            yield from _settings(hit, scene, inner, tags, prefix + deeper + joint, depth + 1)


def _field_struct(field: int, scene: Scene) -> int:
    """The struct that a field holds, -1 where it is none of the repository's."""
    flows = scene.commit.flows(Flow.TYPE, field)
    symbol = _struct_of_term(flows[0], scene) if flows else -1
    return symbol if symbol >= 0 and scene.commit.kind[symbol] == "struct" else -1


@composer("go_registrations")
def each_registered(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`fx.Provide(NewStore, NewServer)`: one registration each."""
    for given in hit.mark.args:
        called = given["call"] if isinstance(given, dict) and "call" in given else given
        inner = given["a"][0] if called is not given and spelled(called) == "fx.Annotate" and given.get("a") else called
        name = spelled(inner)
        if not name.startswith(("func(", "wire.")):
            yield fact(
                hit, f"{hit.mark.name} {name}", service=name, provider=scene.symbol(inner, hit.mark) >= 0 or None
            )


@composer("go_registration")
def last_registered(hit: Hit, scene: Scene) -> Iterator[Fact]:
    name = spelled(hit.mark.pick("-1"))
    yield fact(hit, f"{hit.mark.name} {name}", service=name)


@composer("go_bound")
def bound(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`wire.Bind(new(Interface), new(*Type))`."""
    service, implementation = (_new(value) for value in (*hit.mark.args[:2], None, None)[:2])
    if service and implementation:
        yield fact(hit, f"Bind {service} -> {implementation}", service=service, implementation=implementation)


def _new(value: Value) -> str | None:
    given = value.get("a") if isinstance(value, dict) and "call" in value else None
    return spelled(given[0]).lstrip("*") if given else None

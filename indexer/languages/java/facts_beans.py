"""Configuration keys of Spring and its relatives, beans, and the filters that requests pass."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, Mark, spelled
from indexer.facts.scene import Scene
from indexer.languages.java.facts_composed import composed_beans, is_annotation
from indexer.languages.java.facts_spring import TYPES, marked, texts

PLACEHOLDER = re.compile(r"\$\{\s*([^:{}]+?)\s*(?=[:}])")
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
FIELDS = frozenset({"field", "property", "variable"})
NO_KEY = ("static", "const")
GUICE = ("com.google.inject.AbstractModule", "com.google.inject.servlet.ServletModule")
DEEPEST = 4
NEAR = 12  # a chain goes on behind what its first call is given


@composer("spring_value")
def spring_value(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Value("${orders.limit:10}")`: each key that stands in a placeholder."""
    text = scene.text(hit.mark.pick("0|value"), hit.mark)
    for key in dict.fromkeys(PLACEHOLDER.findall(text or "")):
        yield fact(hit, key, hit.mark.decorated, key=key, pattern="@Value")


@composer("spring_placeholders")
def spring_placeholders(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Keys in any argument of an annotation: `@Scheduled(cron = "${backup.cron}")`."""
    given = [text for value in (*hit.mark.args, *hit.mark.named.values()) for text in texts(value, hit.mark, scene)]
    for key in dict.fromkeys(key for text in given for key in PLACEHOLDER.findall(text)):
        yield fact(hit, key, hit.mark.decorated, key=key, pattern=f"@{hit.mark.name}")


@composer("configuration_properties")
def configuration_properties(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """Each field below the prefix is a key, of an interface each method; those of a nested type are keys below it."""
    prefix, owner = scene.text(hit.pick("prefix"), hit.mark) or "", hit.mark.decorated
    if owner < 0:
        return
    if scene.commit.kind[owner] not in TYPES:  # at a method that makes the object
        yield fact(hit, prefix, owner, key=prefix, pattern=f"@{hit.mark.name}")
        return
    for key, symbol in _keys(prefix, owner, owner, scene):
        yield fact(hit, key, symbol, lines=scene.lines(symbol), key=key, pattern=f"@{hit.mark.name}")


def _keys(prefix: str, owner: int, outer: int, scene: Scene, depth: int = 0) -> Iterator[tuple[str, int]]:
    symbols, commit = scene.commit.raw.symbols, scene.commit
    nested = {commit.name[s]: s for around in (owner, outer) for s in commit.children.get(around, ())}
    kinds = FIELDS | {"method"} if commit.kind[owner] == "interface" else FIELDS
    for symbol in commit.children.get(owner, ()):
        modifiers = symbols["modifiers"][symbol].as_py() or ()
        if commit.kind[symbol] not in kinds or not {*NO_KEY}.isdisjoint(modifiers):
            continue
        key = f"{prefix}.{_kebab(commit.name[symbol])}".lstrip(".")
        inner = nested.get(symbols["return_type"][symbol].as_py() or "", -1)
        if inner >= 0 and commit.kind[inner] in TYPES - {"enum"} and depth < DEEPEST:
            yield from _keys(key, inner, outer, scene, depth + 1)
        else:
            yield key, symbol


def _kebab(name: str) -> str:
    return WORD_START.sub("-", name).lower()


@composer("conditional_property")
def conditional_property(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@ConditionalOnProperty(prefix = "a", name = "b")`."""
    prefix = (scene.text(hit.mark.pick("prefix"), hit.mark) or "").rstrip(".")
    for name in texts(hit.mark.pick("name|value|0"), hit.mark, scene):
        key = f"{prefix}.{name}" if prefix else name
        yield fact(hit, key, hit.mark.decorated, key=key, pattern="@ConditionalOnProperty")


@composer("stereotype")
def stereotype(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class that the container makes: `@Service class Orders`, also by an annotation that carries `@Service`."""
    owner = hit.mark.decorated
    if is_annotation(owner, scene):
        yield from composed_beans(hit, scene, TYPES)
        return
    if owner >= 0 and scene.commit.kind[owner] in TYPES:
        name = scene.commit.name[owner]
        yield fact(hit, f"{hit.mark.name} {name}", owner, service=name, implementation=name, lifetime=hit.mark.name)


@composer("bean")
def bean(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`@Bean Clock clock()`: what the method gives."""
    method = hit.mark.decorated
    if method < 0 or scene.commit.kind[method] in TYPES:
        return
    made = scene.commit.raw.symbols["return_type"][method].as_py()
    name = scene.commit.name[method]
    yield fact(hit, f"{hit.mark.name} {made or name}", method, service=made or name, name=name)


@composer("guice_bind")
def guice_bind(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`bind(Orders.class).to(SqlOrders.class)` in a module; `bind(Orders.class)` alone binds the class itself."""
    owner = scene.commit.enclosing(hit.mark.symbol, TYPES)
    if owner < 0 or scene.finder(hit.mark.file).of_symbol(owner).isdisjoint(GUICE):
        return
    source = _chained(hit.mark, scene)
    behind = scene.marks[hit.mark.row + 1 : hit.mark.row + NEAR]
    if source is None and any(_chained(mark, scene) is hit.mark for mark in behind):
        return
    given = (source or hit.mark).pick("0")
    made = hit.mark.pick("0") if source is not None else None
    if given is not None:
        name, target = spelled(given), spelled(made) if made is not None else None
        value = f"bind {name}" + (f" -> {target}" if target else "")
        yield fact(hit, value, scene.symbol(given, source or hit.mark), service=name, implementation=target)


def _chained(mark: Mark, scene: Scene) -> Mark | None:
    """The `bind` that a call goes on from."""
    receiver = mark.data.get("r")
    if not isinstance(receiver, dict) or "m" not in receiver:
        return None
    source = scene.marks[receiver["m"] + mark.firsts[2]]
    return source if source.name == "bind" else None


@composer("java_filter")
def java_filter(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """A class that requests pass; `@Order` tells its place."""
    symbol = hit.mark.symbol
    if "abstract" in (scene.commit.raw.symbols["modifiers"][symbol].as_py() or ()):
        return
    order = next((mark.pick("0|value") for mark in marked(symbol, scene, "Order")), None)
    told = order if isinstance(order, int) else spelled(order) if order is not None else None
    base = hit.origin.rpartition(".")[2]
    yield fact(hit, scene.commit.name[symbol], symbol, via=base, order=told)


@composer("java_filter_added")
def java_filter_added(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`registry.addInterceptor(new Timing())`, `http.addFilterBefore(jwt, Basic.class)`."""
    given = hit.mark.pick("0")
    if given is None:
        return
    called = given["call"] if isinstance(given, dict) and "call" in given else given
    symbol = scene.symbol(called, hit.mark)
    where = hit.mark.pick("1")
    order = scene.next_in(("file", hit.mark.file))
    beside = spelled(where) if where is not None else None
    yield fact(hit, spelled(called), symbol, via=hit.mark.name, order=order, beside=beside)

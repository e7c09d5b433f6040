"""Laravel where a rule alone cannot say it: models, bindings and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts.compose import composer, fact
from indexer.facts.model import Fact, Hit, spelled
from indexer.facts.scene import Scene
from indexer.languages.php import facts_docblocks, facts_lumen, facts_routes, facts_slim, facts_symfony

__all__ = ["facts_docblocks", "facts_lumen", "facts_routes", "facts_slim", "facts_symfony"]  # they register themselves

# what a web server says of the request and of itself is no setting
SETTING = re.compile(
    r"(?!(?:HTTP|REQUEST|REMOTE|SERVER|PHP|PATH|SCRIPT|QUERY|DOCUMENT|CONTENT|GATEWAY|AUTH|REDIRECT|ORIG|UNIQUE|FCGI|SSL)"
    r"(?:_|$)|HTTPS$|argv$|argc$|PHP_SELF$|CONTEXT_|USER$|HOME$|UNENCODED_URL$|IIS_|CF_)[A-Z][A-Z0-9_]*"
)
WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@composer("eloquent_model")
def eloquent_model(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$table` or `#[Table]`, else the class's name in the plural; abstract classes have none."""
    commit, model = scene.commit, hit.mark.symbol
    abstract = "abstract" in (commit.raw.symbols["modifiers"][model].as_py() or ())
    if abstract or commit.name[model] in ("Model", "BaseModel"):
        return
    told = scene.constant(scene.member(model, "table")) or _attribute(model, scene)
    name = WORD_START.sub("_", commit.name[model]).lower()
    plural = (
        name[:-1] + "ies"
        if re.search(r"[^aeiou]y$", name)
        else name + ("es" if re.search(r"(s|x|ch|sh)$", name) else "s")
    )
    yield fact(hit, told or plural, table=told or plural, entity=commit.name[model], by=None if told else "default")


def _attribute(model: int, scene: Scene) -> str | None:
    named = (mark for mark in scene.at(model) if mark.name == "Table")
    return next((text for mark in named if (text := scene.text(mark.pick("0|name"), mark))), None)


@composer("php_server")
def php_server(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$_SERVER['DB_HOST']`: the environment is there beside what the request and the server say of themselves."""
    key = scene.text(hit.pick("key"), hit.mark)
    if key and SETTING.fullmatch(key):
        yield fact(hit, key, key=key, pattern=hit.origin)


@composer("laravel_table")
def laravel_table(hit: Hit, scene: Scene) -> Iterator[Fact]:
    name = scene.text(hit.mark.pick("0"), hit.mark)
    if name and (words := name.split()):
        operation = None if hit.mark.name == "table" and "DB" in hit.origin else hit.mark.name
        yield fact(hit, words[0], table=words[0], operation=operation)


@composer("laravel_binding")
def laravel_binding(hit: Hit, scene: Scene) -> Iterator[Fact]:
    service, given = hit.mark.pick("0"), hit.mark.pick("1")
    name = (
        service if isinstance(service, str) else spelled(service[0]) if isinstance(service, list) and service else None
    )
    if name:
        made = spelled(given[0]) if isinstance(given, list) and given else None
        value = f"{hit.mark.name} {name} -> {made}" if made else f"{hit.mark.name} {name}"
        yield fact(hit, value, service=name, implementation=made)


@composer("laravel_abort")
def laravel_abort(hit: Hit, scene: Scene) -> Iterator[Fact]:
    given = hit.pick("code")
    code = spelled(given[-1] if isinstance(given, list) and given else given)  # `Response::HTTP_NOT_FOUND`
    yield fact(hit, f"HttpException {code}", type="HttpException", code=code)


@composer("artisan_command")
def artisan_command(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`$signature = 'mail:send {user}'`."""
    signature = scene.constant(scene.member(hit.mark.symbol, "signature"))
    if signature and signature.split():
        yield fact(hit, signature.split()[0], via="signature", usage=" ".join(signature.split()))


@composer("artisan_closure")
def artisan_closure(hit: Hit, scene: Scene) -> Iterator[Fact]:
    """`Artisan::command('mail:send {user}', …)`."""
    usage = scene.text(hit.mark.pick("0"), hit.mark)
    if usage and usage.split():
        yield fact(hit, usage.split()[0], via="command", usage=" ".join(usage.split()))

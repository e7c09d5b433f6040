"""Who answers a route: its handler, by method and path as people write them."""

from __future__ import annotations

import re

from query.engine.model import Symbol
from query.engine.surfaces import METHODS, route_of
from query.engine.view import View
from query.errors import Ambiguous, NotFound

_MOST_NAMED = 5
_ROUTE = re.compile(rf"(?:({'|'.join(METHODS)})\s+)?(/\S*)", re.IGNORECASE)
# `{id}`, `{id:int}`, `<int:id>`, `:id`, `[id]`
_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|\[[^\[\]/]*\]|:\w+[?*+]?")

Route = tuple[str, str]


def read(text: str) -> Route | None:
    """(method, path) of what is written like a route: `POST /orders`, `/orders/{id}`."""
    found = _ROUTE.fullmatch(text.strip())
    return ((found[1] or "ANY").upper(), found[2]) if found else None


def handler(view: View, route: Route) -> Symbol:
    """The one symbol that answers a route."""
    method, path = route
    routes = [(*route_of(fact), fact.symbol_id) for fact in view.loaded.facts.of_kind("route")]
    there = [(verb, symbol) for verb, place, symbol in routes if bare(place) == bare(path) and symbol]
    fitting = [symbol for verb, symbol in there if "ANY" in (verb, method) or verb == method]
    found = list(dict.fromkeys(symbol for symbol in fitting if symbol and view.loaded.symbols.number(symbol) >= 0))
    written = f"{method} {path}" if method != "ANY" else path
    if not found:
        raise _not_found(written, path, routes)
    if len(found) > 1:
        hint = f"give a method, or one of the ids {', '.join(found[:_MOST_NAMED])}"
        raise Ambiguous(f"{len(found)} symbols answer {written[:200]!r}", hint, tuple(found[:_MOST_NAMED]))
    return view.loaded.symbols[view.loaded.symbols.number(found[0])]


def bare(path: str) -> str:
    """A path whatever its parameters are called, with or without a slash at its end."""
    return _PLACEHOLDER.sub("{}", path).rstrip("/").lower() or "/"


def _not_found(written: str, path: str, routes: list[tuple[str, str, str | None]]) -> NotFound:
    words = {part for part in bare(path).split("/") if part not in ("", "{}")}
    shared = [(len(words & set(bare(place).split("/"))), f"{verb} {place}") for verb, place, _ in routes]
    near = sorted({one for one in shared if one[0]}, key=lambda one: (-one[0], len(one[1]), one[1]))
    named = tuple(route for _, route in near[:_MOST_NAMED])
    hint = f"did you mean {', '.join(named)}" if named else "surfaces_list_endpoints lists the routes"
    return NotFound(f"no route here is {written[:200]!r}", hint, named, lead="did you mean")

"""JSON Schemas as they are listed: without what a model need not read, and cheap for a client to check.

References are written in place: some clients do not follow them, and following them costs those that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Checked all the same; who goes beyond learns of them from the error.
_UNTOLD = {"title", "pattern", "maxLength", "minLength", "maxItems", "minItems"}
_NULL = {"type": "null"}
_SHARED = "meta"  # the field that all answers carry alike


def input_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters: leaving one out says the same as null, so null is not told."""
    told = output_schema(schema)
    told["properties"] = {name: _without_null(inner) for name, inner in told["properties"].items()}
    return told


def output_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Results: no titles, no defaults that say nothing, no docstrings of models."""
    known = {name: _told(inner) for name, inner in schema.get("$defs", {}).items()}
    body = _told({key: value for key, value in schema.items() if key != "$defs"})
    told: dict[str, Any] = _in_place(body, known, ())
    if recursive := _named(told):
        told["$defs"] = {name: _in_place(known[name], known, (name,)) for name in sorted(recursive)}
    return told


def brief(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A result as it is listed: rows, and what all answers carry alike, tell the names of their fields alone.

    Clients hold every answer against it, row by row and field by field: with types that took longer than to answer.
    """
    known = schema.get("$defs", {})
    told: dict[str, Any] = _brief({key: value for key, value in schema.items() if key != "$defs"}, known)
    return told


def _brief(schema: Any, known: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_brief(item, known) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    told = {key: _brief(value, known) for key, value in schema.items()}
    row = told.get("items", {})
    if "$ref" in row or {"properties", "items"} & set(row):
        del told["items"]
        told |= _named_fields("rows of ", row, known)
    shared = told.get("properties", {})
    if _SHARED in shared:
        shared[_SHARED] = {"type": "object"} | _named_fields("", shared[_SHARED], known)
    return told


def _named_fields(prefix: str, row: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, str]:
    """The names of an object's fields, as a description."""
    row = known[row["$ref"].rpartition("/")[2]] if "$ref" in row else row
    names = ", ".join(row.get("properties", ()))
    return {"description": prefix + names} if names else {}


def _told(schema: Any, is_model: bool = True) -> Any:
    if isinstance(schema, list):
        return [_told(item, False) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    told: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _UNTOLD or (key == "default" and value in (None, [], {})) or (is_model and key == "description"):
            continue
        if key == "properties":
            # Names of properties are data: one called `title` stays.
            told[key] = {name: _told(inner, False) for name, inner in value.items()}
        else:
            told[key] = _told(value, False)
    return told


def _in_place(schema: Any, known: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(schema, list):
        return [_in_place(item, known, inside) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" not in schema:
        return {key: _in_place(value, known, inside) for key, value in schema.items()}
    name = schema["$ref"].rpartition("/")[2]
    recursive = name in inside or name in _named(known[name])
    return schema if recursive else _in_place(known[name], known, (*inside, name))


def _named(schema: Any) -> set[str]:
    """The definitions that a schema refers to."""
    if isinstance(schema, list):
        return set().union(*map(_named, schema))
    if not isinstance(schema, Mapping):
        return set()
    own = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema else set()
    return own.union(*map(_named, schema.values()))


def _without_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    told = dict(schema)
    choices = [choice for choice in told.pop("anyOf", ()) if choice != _NULL]
    return {**choices[0], **told} if choices else told

"""JSON Schemas without what a model does not need to read: tools are listed in every conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Checked all the same; who goes beyond learns of them from the error.
_UNTOLD = {"title", "pattern", "maxLength", "minLength", "maxItems", "minItems"}
_NULL = {"type": "null"}


def input_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters: leaving one out says the same as null, so null is not told."""
    told = output_schema(schema)
    # Written in place: some clients do not follow references.
    known = told.pop("$defs", {})
    told["properties"] = {name: _in_place(_without_null(inner), known) for name, inner in told["properties"].items()}
    return told


def output_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Results: no titles, no defaults that say nothing, no docstrings of models."""
    told: dict[str, Any] = _told({key: value for key, value in schema.items() if key != "description"})
    for inner in told.get("$defs", {}).values():
        inner.pop("description", None)
    return told


def _told(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_told(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    told: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _UNTOLD or (key == "default" and value in (None, [], {})):
            continue
        # Names of properties are data: one called `title` stays.
        names = key in {"properties", "$defs"}
        told[key] = {name: _told(inner) for name, inner in value.items()} if names else _told(value)
    return told


def _in_place(schema: Any, known: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_in_place(item, known) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:
        return known[schema["$ref"].rpartition("/")[2]]
    return {key: _in_place(value, known) for key, value in schema.items()}


def _without_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    choices = [choice for choice in schema.get("anyOf", ()) if choice != _NULL]
    if len(choices) != 1:
        return dict(schema)
    return {**choices[0], **{key: value for key, value in schema.items() if key != "anyOf"}}

"""Architectural facts: routes, configuration keys, tables, registrations, middleware, exceptions, logs, retries.

Workers note marks (`marks`); once names are linked, rules (`languages/<language>/facts*.toml`) say which of them are
facts, and small functions (`compose`) put the facts together. docs/facts.md shows how to add a rule.
"""

"""Nineteen tools of the CodeMap contract, and four beyond it."""

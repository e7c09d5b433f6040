"""Nineteen tools of the CodeMap contract, and two beyond it."""

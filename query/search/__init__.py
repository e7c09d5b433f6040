"""Search over the pieces of a snapshot: words and meaning together, names and places of the code before both."""

from query.search.model import Evidence, Filters, Found, Hit
from query.search.service import search

__all__ = ["Evidence", "Filters", "Found", "Hit", "search"]

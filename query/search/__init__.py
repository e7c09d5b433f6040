"""Search over the pieces of a snapshot: words and meaning together, names and places of the code before both.

`service` answers; it is not imported here, since the process that ranks beside a server needs nothing of it.
"""

from query.search.model import Evidence, Filters, Found, Hit

__all__ = ["Evidence", "Filters", "Found", "Hit"]

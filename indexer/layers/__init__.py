"""A snapshot on top of another: what it stands on, what it adds, when it is better written whole."""

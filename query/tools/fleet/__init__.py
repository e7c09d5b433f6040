"""Tools that ask all repositories of a cache at once."""

"""All repositories of a cache at once: SQL over them, and a cross-reference from one to another."""

"""CodeMap's query side: mounts snapshots read-only and answers questions."""

"""A compiler's own index in the place of our references: read, checked against the content, merged."""

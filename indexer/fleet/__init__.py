"""Many repositories: each is indexed by the same idempotent function, in whichever process gets to it."""

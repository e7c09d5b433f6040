"""Six tools of the SDL contract: search, cards with tags, and an editor's buffers."""

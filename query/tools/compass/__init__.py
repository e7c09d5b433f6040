"""Eight tools of the CodeCompass contracts: locate, search, navigate, and context within a budget of tokens."""

"""The SDL family: symbol cards, and the buffers of an editor; names in camelCase."""

from __future__ import annotations

from query.tools.registry import Family
from query.tools.sdl.failures import failure

FAMILY = Family(
    name="sdl",
    summary=(
        "A symbol without reading its file: sdl_symbol_search, then sdl_symbol_getCard; many at once: "
        "sdl_symbol_getCards; repoId is a repository's id, name or path. Unsaved edits: sdl_buffer_push."
    ),
    result=lambda returned: returned,
    wrap=lambda call, answer: answer,
    failure=failure,
)

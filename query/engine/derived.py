"""What is worked out of a whole view once, however many ask, and forgotten with it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from query.engine.model import Symbol
from query.engine.view import Loaded, View

T = TypeVar("T")


class once_per_view(Generic[T]):
    """Keep what `make` returns for as long as the view is open; it must not hold on to the view itself."""

    def __init__(self, make: Callable[[View], T]) -> None:
        update_wrapper(self, make)
        self._make = make
        self._made: WeakKeyDictionary[Loaded, T] = WeakKeyDictionary()
        # A lock of its own: whoever only searches should not wait for communities to be found.
        self._lock = threading.Lock()

    def __call__(self, view: View) -> T:
        with self._lock:
            if view.loaded not in self._made:
                self._made[view.loaded] = self._make(view)
            return self._made[view.loaded]

    def follow(self, view: View) -> None:
        """Work it out of a view where somebody wanted it of the one that this is laid over."""
        if view.before is not None and view.before.loaded in self._made:
            self(view)


def earlier(view: View, symbol: Symbol) -> Symbol | None:
    """The symbol as it was before something was laid over; none where it is new."""
    if view.before is None:
        return symbol
    symbols = view.before.loaded.symbols
    number = symbols.number(symbol.symbol_id)
    return symbols[number] if number >= 0 else None

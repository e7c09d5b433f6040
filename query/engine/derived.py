"""What is worked out of a whole view once, however many ask, and forgotten with it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from query.engine.view import Loaded, View

T = TypeVar("T")


def once_per_view(make: Callable[[View], T]) -> Callable[[View], T]:
    """Keep what `make` returns for as long as the view is open; it must not hold on to the view itself."""
    made: WeakKeyDictionary[Loaded, T] = WeakKeyDictionary()
    # A lock of its own: whoever only searches should not wait for communities to be found.
    lock = threading.Lock()

    @wraps(make)
    def asked(view: View) -> T:
        with lock:
            if view.loaded not in made:
                made[view.loaded] = make(view)
            return made[view.loaded]

    return asked

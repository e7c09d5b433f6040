"""The text indexes of the views that are open: what two states of one commit share is there once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

from query.engine.laid import Laid
from query.search.index import TextIndex
from query.search.laid import laid_pieces
from query.search.segment import Segment
from query.search.statements import batches

if TYPE_CHECKING:
    from query.engine.view import Loaded, View


class _Indexes:
    """Those of the views that are open. What differs between two states of one commit is laid over what both share."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lowest: WeakValueDictionary[tuple[str, ...], Segment] = WeakValueDictionary()
        self._of_view: WeakKeyDictionary[Loaded, TextIndex] = WeakKeyDictionary()

    def of(self, view: View) -> TextIndex:
        with self._lock:
            if view.loaded not in self._of_view:
                self._of_view[view.loaded] = self._open(view)
            return self._of_view[view.loaded]

    def _open(self, view: View) -> TextIndex:
        mounted = view.mounted
        key = (str(mounted.path), *(file.sha256 for file in mounted.files if file.table == "chunks"))
        lowest = self._lowest.get(key)
        if lowest is None:
            lowest = self._lowest[key] = _segment(view, without=view.overlaid)
        changed = lowest.without | view.overlaid
        return TextIndex.over(lowest, changed, _changed(view, changed)) if changed else TextIndex([lowest])


def _segment(view: View, only: frozenset[str] | None = None, without: frozenset[str] = frozenset()) -> Segment:
    values = {"only": None if only is None else sorted(only), "without": sorted(without)}
    with batches(view.mounted, "chunks", values) as found:
        return Segment(found, view.loaded, without)


def _changed(view: View, paths: frozenset[str]) -> Segment:
    """The pieces of edited files: from the rows that are laid over the snapshot, where all of them are there."""
    if isinstance(view.loaded, Laid) and (found := laid_pieces(view.loaded.layer, paths)) is not None:
        return Segment(found, view.loaded)
    return _segment(view, only=paths)


_INDEXES = _Indexes()


def text_index(view: View) -> TextIndex:
    """The text index of a view, kept for the next question."""
    return _INDEXES.of(view)

"""Ranks the questions of many threads: those that come at the same time together, and beside a busy server."""

from __future__ import annotations

import logging
import threading
import weakref
from dataclasses import dataclass

from query.beside import Beside, is_allowed, process
from query.memory import give_back
from query.search.index import TextIndex
from query.search.model import Filters
from query.search.ranking import Question, Ranked, rank_all
from query.search.together import Together
from query.shared import Shared

MOST = 16  # questions at a time
_ANYTHING = "what a question needs"  # asked once, so that what is made for the first one is there
_LOG = logging.getLogger("codemap")


@dataclass(frozen=True, slots=True)
class _Held:
    """An index that the process beside this one has, too."""

    process: Beside
    number: int


class Ranker:
    """Of one index; it does not hold on to it, or both would outlive its view."""

    def __init__(self) -> None:
        self._together: Together[Question, Ranked] = Together(MOST)
        self._held: _Held | None = None
        self._shared: Shared | None = None
        self._preparing = threading.Lock()
        self._is_tried = self._is_known = False

    def rank(self, index: TextIndex, question: Question) -> Ranked:
        return self._together.ask(question, lambda questions: self._rank_all(index, questions))

    def _rank_all(self, index: TextIndex, questions: list[Question]) -> list[Ranked]:
        """Here, until the process beside is ready."""
        held = self._held
        if held is not None and held.process.closed:
            held = self._held = None  # nobody asked for a while
            self._is_tried = False
        try:
            if held is not None:
                found: list[Ranked] = held.process.ask(held.number, rank_all, questions)
                return found
        except (OSError, EOFError) as error:
            _LOG.warning("the process that ranks is given up: %s", error)
            self._held = None
        answers = rank_all(index, questions)
        if not self._is_tried and is_allowed() and self._is_worth_it(index, questions):
            self._is_tried = self._is_known = True
            threading.Thread(target=self._hand_over, args=(weakref.ref(index),), name="ranker", daemon=True).start()
        return answers

    def _is_worth_it(self, index: TextIndex, questions: list[Question]) -> bool:
        """Who asks together will go on so; the first question about a snapshot is seldom the last."""
        return len(questions) > 1 or (index.is_whole and not self._is_known)

    def prepare(self, index: TextIndex) -> Shared:
        """Put what ranks where the process beside can read it; this one reads it there, too."""
        with self._preparing:
            if self._shared is None:
                index.complete()
                self._shared = Shared(index)
                index.adopt(self._shared.read())
                give_back()
            return self._shared

    def _hand_over(self, reference: weakref.ref[TextIndex]) -> None:
        """Questions are answered here as before until the other process is ready."""
        index = reference()
        if index is None:
            return
        try:
            beside = process()
            held = _Held(beside, beside.hold(self.prepare(index)))
            beside.ask(held.number, rank_all, [Question(_ANYTHING, Filters(), True)])
        except (OSError, EOFError) as error:
            _LOG.warning("the process that ranks does not start: %s", error)
            return
        weakref.finalize(index, beside.drop, held.number)
        self._held = held


_LOCK = threading.Lock()
_RANKERS: weakref.WeakKeyDictionary[TextIndex, Ranker] = weakref.WeakKeyDictionary()


def ranker(index: TextIndex) -> Ranker:
    """The one of the index."""
    with _LOCK:
        return _RANKERS.setdefault(index, Ranker())

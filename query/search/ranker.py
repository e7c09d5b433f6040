"""Ranks the questions of many threads: those that come at the same time together, and beside a busy server."""

from __future__ import annotations

import logging
import threading
import weakref

from query.beside import Beside, is_allowed
from query.search.index import TextIndex
from query.search.ranking import Question, Ranked, rank_all
from query.search.together import Together

MOST = 16  # questions at a time
_LOG = logging.getLogger("codemap")


class Ranker:
    """Of one index; it does not hold on to it, or both would outlive its view."""

    def __init__(self) -> None:
        self._together: Together[Question, Ranked] = Together(MOST)
        self._beside: Beside | None = None
        self._given_up = False

    def rank(self, index: TextIndex, question: Question) -> Ranked:
        return self._together.ask(question, lambda questions: self._rank_all(index, questions))

    def _rank_all(self, index: TextIndex, questions: list[Question]) -> list[Ranked]:
        """Here, until there were several questions at a time: then there will be more."""
        try:
            if self._beside is not None:
                found: list[Ranked] = self._beside.ask(questions)
                return found
        except (OSError, EOFError) as error:
            _LOG.warning("the process that ranks is given up: %s", error)
            self._give_up()
        answers = rank_all(index, questions)
        # Only now: what is made when it is first needed is there, and the process shares it.
        if len(questions) > 1 and is_allowed() and not self._given_up:
            self._beside = _started(index)
        return answers

    def _give_up(self) -> None:
        self._given_up = True
        if self._beside is not None:
            self._beside.close()
            self._beside = None


def _started(index: TextIndex) -> Beside:
    made = Beside(lambda questions: rank_all(index, questions))
    weakref.finalize(index, made.close)
    return made


_LOCK = threading.Lock()
_RANKERS: weakref.WeakKeyDictionary[TextIndex, Ranker] = weakref.WeakKeyDictionary()


def ranker(index: TextIndex) -> Ranker:
    """The one of the index."""
    with _LOCK:
        return _RANKERS.setdefault(index, Ranker())

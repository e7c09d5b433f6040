"""Swift's functions by the labels of their arguments."""

from __future__ import annotations

from indexer.extract.terms import Flow, Op
from indexer.link.overloads import Overloads


class Labels(Overloads):
    """Functions are told apart by the labels of their arguments before all else."""

    def takes(self, function: int, arguments: tuple[int, ...]) -> bool:
        program = self.program
        parameters = program.parameters[function] or []
        labels = dict(program.flows[Flow.EXPORT].get(function, ()))
        at = 0
        for place, (name, kind, default) in enumerate(parameters):
            wanted = program.texts[program.parts[labels[place]][0]] if place in labels else name
            if at < len(arguments) and self._fits(arguments[at], wanted, at == len(arguments) - 1):
                at += 1
                while "..." in (kind or "") and at < len(arguments) and program.ops[arguments[at]] != Op.KEYWORD:
                    at += 1
            elif default is None and "..." not in (kind or ""):
                return False
        return at == len(arguments)

    def _fits(self, argument: int, label: str, last: bool) -> bool:
        if self.program.ops[argument] == Op.KEYWORD:
            return self.program.texts[self.program.parts[argument][0]] == label
        return label == "_" or (last and self.program.ops[argument] == Op.LAMBDA)

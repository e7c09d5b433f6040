"""What a decorated function gives back, where its decorator puts another function in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag

if TYPE_CHECKING:
    from indexer.languages.python.linking import Python

FUNCTIONS = ("function", "method")
DEEPEST = 8  # parts of what is given back


def given_back(dialect: Python, function: int) -> list[int] | None:
    """The terms that the function in its place gives back; None where none is known, or it hands on the function's own.

    Told by names and imports alone: which of the two it is must not depend on what is still on its way.
    """
    program = dialect.program
    flows = program.flows[Flow.DECORATOR].get(function, ())
    if len(flows) != 1 or program.ops[flows[0][1]] != Op.CALL:
        return None
    head, *given = program.parts[flows[0][1]]
    decorator = _function(dialect, head)
    if decorator is None or len(given) != 1 or program.ops[given[0]] != Op.SYMBOL:
        return None
    wrapper = _made(dialect, decorator)
    if wrapper is None or "async" in (program.modifiers[wrapper] or ()) or program.flows[Flow.YIELD].get(wrapper):
        return None
    terms = program.terms_of(Flow.RETURN, wrapper)
    return terms if terms and not any(_mentions(dialect, term, decorator, 0) for term in terms) else None


def _function(dialect: Python, term: int) -> int | None:
    """The function of one's own that a term names."""
    program = dialect.program
    op, parts = program.ops[term], program.parts[term]
    found: list[object] = []
    if op == Op.SYMBOL:
        found = [parts[0]]
    elif op == Op.IMPORT:
        found = [entity[0] for entity in dialect.imported(program.term_file[term], program.texts[parts[0]])]
    elif op == Op.MEMBER:
        base = dialect.classes.named(parts[0])
        if base is not None and base[0] in (Tag.CLASS, Tag.MODULE):
            found = [entity for entity, *_ in dialect.member(base, program.texts[parts[1]], 0)]
    symbol = found[0] if len(found) == 1 else None
    is_own = isinstance(symbol, int) and symbol < program.own and program.kind[symbol] in FUNCTIONS
    return symbol if is_own and isinstance(symbol, int) else None


def _made(dialect: Python, decorator: int) -> int | None:
    """The function inside a decorator that it gives back, whatever it is given."""
    program = dialect.program
    terms = program.terms_of(Flow.RETURN, decorator)
    if len(terms) != 1 or program.ops[terms[0]] != Op.SYMBOL:
        return None
    made = program.parts[terms[0]][0]
    is_inner = program.parent[made] == decorator and program.kind[made] in FUNCTIONS
    return made if is_inner and not program.flows[Flow.RETURN_TYPE].get(decorator) else None


def _mentions(dialect: Python, term: int, decorator: int, depth: int) -> bool:
    """Whether something hangs on what the decorator was given."""
    program = dialect.program
    if depth > DEEPEST or program.ops[term] == Op.PARAMETER:
        return depth > DEEPEST or program.parts[term][0] == decorator
    return any(_mentions(dialect, part, decorator, depth + 1) for part in program.inner(term))

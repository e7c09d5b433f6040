"""One reading of one file: its tree, its definitions, its scopes, and how its symbols are numbered."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from indexer import languages
from indexer.extract import describe, docs, visibility
from indexer.extract.collect import collect
from indexer.extract.contexts import KIND_OF, READ
from indexer.extract.errors import find_errors
from indexer.extract.imports import read_imports
from indexer.extract.mending import parse
from indexer.extract.nesting import DEEPEST
from indexer.extract.tables import role_table
from indexer.extract.visitor import Visitor
from indexer.facts.rules import rule_set
from indexer.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Parser

    from indexer.extract.definitions import Definition
    from indexer.extract.rows import Batch
    from indexer.languages import Language
    from indexer.model import Limits

FRAMES_PER_NODE = 3  # Python frames that one level of nesting costs at the most


@cache
def _parser(name: str) -> Parser:
    from tree_sitter import Parser

    return Parser(languages.load(name).grammar_object)


def prepare_language(name: str) -> None:
    """Do once, before processes are forked, what each of them would do: parser, query, table."""
    language = languages.load(name)
    _parser(name)
    role_table(language)
    _ = language.pattern_settings, language.defines, language.hooks  # each is found out when it is first asked for
    if (rules := rule_set(name)) is not None:
        _ = rules.shapes


class Unit:
    """`beside` is another reading of the same file: here only what that one did not see counts."""

    def __init__(
        self,
        batch: Batch,
        file: int,
        path: str,
        language: Language,
        data: bytes,
        limits: Limits,
        beside: Unit | None = None,
    ) -> None:
        self.batch = batch
        self.file = file
        self.language = language
        self.data = data
        self.beside = beside
        self.is_test = language.is_test_path(path)
        self.base = 0  # where its text lies within the batch
        hide = getattr(language.hooks, "hide", None)
        shown, hidden = hide(data) if hide is not None else (data, ())
        self.root = root = parse(_parser(language.name), language, shown)
        self.errors, self.suspect = find_errors(root)
        self.found = collect(language, data, root)
        read_imports(self.found, language, data)
        self.visitor = Visitor(language, data, self.found, batch.texts.numbers)
        self.visitor.bind_imports()
        sys.setrecursionlimit(FRAMES_PER_NODE * limits.nesting + 200)
        self.visitor.run(root)
        for start, end in (*hidden, *self._mended(shown)):
            self.visitor.use(start, end, KIND_OF[READ], self.visitor.file_scope)
        self.visitor.flow_bases()
        self.visitor.comments.sort()
        self._describe()
        self.numbers: list[int] = []  # of each definition within the batch; -1 where it has no row
        self.diagnostics = self._too_deep(path, limits)

    def _mended(self, shown: bytes) -> Sequence[tuple[int, int]]:
        """Where names stand that were taken out of a text with errors."""
        find = getattr(self.language.hooks, "mended", None)
        read = self.root.text if find is not None and self.language.mendings else None
        return find(shown, read) if find is not None and read is not None and read != shown else ()

    def _describe(self) -> None:
        found, language, data = self.found, self.language, self.data
        refine = getattr(language.hooks, "refine", None)
        for definition in found.definitions:
            describe.describe(definition, language, data)
            if refine is not None:
                refine(definition, found, data)
        docs.attach(found, language, data, self.visitor.comments)
        visibility.attach(found, language)
        self._mark_tests()

    def _mark_tests(self) -> None:
        marks = self.language.test_decorators
        for definition in self.found.definitions:
            parent = definition.parent
            inherited = parent >= 0 and self.found.definitions[parent].is_test
            marked = any(text.startswith(marks) for text in definition.decorators) if marks else False
            definition.is_test = self.is_test or inherited or marked

    def _too_deep(self, path: str, limits: Limits) -> list[Diagnostic]:
        message = f"deeper than limits.nesting = {limits.nesting} levels"
        if not self.visitor.too_deep and self.found.too_deep:
            message = f"definitions in each other deeper than {DEEPEST} levels"
        cut = self.visitor.too_deep or self.found.too_deep
        return [Diagnostic("nesting_too_deep", path, message) for _ in cut[:1]]

    def number_from(self, first: int) -> None:
        """Number the definitions that get rows; those of the other reading keep the numbers they have there."""
        definitions = self.found.definitions
        if self.beside is None:
            self.numbers = list(range(first, first + len(definitions)))
            return
        for definition in definitions:
            if self.is_own(definition):
                self.numbers.append(first)
                first += 1
            else:
                known = self.beside.found.by_name[definition.name_start] if definition.name_end else 0
                self.numbers.append(self.beside.numbers[known])

    def is_own(self, definition: Definition) -> bool:
        """Whether a definition is this reading's: blank in the other one, or lost there in a syntax error."""
        if self.beside is None or not definition.name_end:
            return self.beside is None
        return self.counts(definition.name_start) or self.beside.found.by_name.get(definition.name_start, -1) < 0

    def counts(self, position: int) -> bool:
        """Whether what stands there is this reading's own: blank in the other one."""
        return self.beside is None or self.beside.data[position] in b" \n"

    def level(self, suspect: bool) -> int:
        """Confidence by place in the schema's list."""
        return 2 if suspect else (0 if self.beside is None else 1)

"""One file's content to rows: parse, find definitions, walk scopes, settle what the file alone can settle."""

from __future__ import annotations

import sys
from bisect import bisect_right
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from indexer import languages
from indexer.extract import describe, docs, visibility
from indexer.extract.definitions import Definition, Found, Import, collect
from indexer.extract.errors import find_errors
from indexer.extract.fingerprint import Normalised
from indexer.extract.positions import Positions, count_lines
from indexer.extract.rows import Batch
from indexer.extract.scopes import LOCAL, TYPE_PARAMETER, Lookup
from indexer.extract.text import decode, one_line
from indexer.extract.visitor import Visitor
from indexer.model import Diagnostic
from indexer.schema import REF_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from indexer.languages import Language
    from indexer.model import Limits

BOM = b"\xef\xbb\xbf"
HINT_LIMIT = 80
CALL, INSTANTIATE, TYPE_USE, IMPORT, OVERRIDE = map(
    REF_KINDS.index, ("call", "instantiate", "type_use", "import", "override")
)
Row = tuple[int, int, int, int, int, int, int]  # start, end, kind, from, to, name, hint
FRAMES_PER_NODE = 3  # Python frames that one level of nesting costs at the most


@cache
def _parser(name: str) -> Parser:
    from tree_sitter import Parser

    return Parser(languages.load(name).grammar_object)


def extract(batch: Batch, file: int, path: str, name: str, data: bytes, limits: Limits) -> list[Diagnostic]:
    """Add the rows of one file, in the language `name`, to the batch."""
    language = languages.load(name)
    if len(data) > limits.file_bytes:
        list_only(batch, file, path, name, data)
        message = f"{len(data):,} bytes, more than limits.file_bytes = {limits.file_bytes:,}: listed, not parsed"
        return [Diagnostic("file_too_large", path, message)]
    is_test = language.is_test_path(path)
    lines, data = count_lines(data), data.removeprefix(BOM)
    if (prepare := getattr(language.hooks, "prepare", None)) is not None:
        data = prepare(data)
    return _File(batch, file, path, language, data, is_test).run(lines, limits)


def list_only(batch: Batch, file: int, path: str, name: str | None, data: bytes) -> None:
    """A row in `files` for what is not parsed."""
    is_test = name is not None and languages.is_parsed(name) and languages.load(name).is_test_path(path)
    batch.files.append((file, name, count_lines(data), None, is_test, None))


class _File:
    def __init__(self, batch: Batch, file: int, path: str, language: Language, data: bytes, is_test: bool) -> None:
        self.batch = batch
        self.file = file
        self.path = path
        self.language = language
        self.data = data
        self.is_test = is_test
        self.positions = Positions(data)
        self.offset = len(batch.symbols)  # number of this file's first symbol within the batch

    def run(self, lines: int, limits: Limits) -> list[Diagnostic]:
        root = _parser(self.language.name).parse(self.data).root_node
        errors, self.suspect = find_errors(root)
        found = collect(self.language, self.data, root)
        self._read_imports(found)
        visitor = Visitor(self.language, self.data, found)
        visitor.bind_imports()
        sys.setrecursionlimit(FRAMES_PER_NODE * limits.nesting + 200)
        visitor.run(root)
        visitor.comments.sort()
        self._describe(found, visitor)
        package = decode(found.package) or None
        self.batch.files.append((self.file, self.language.name, lines, package, self.is_test, errors))
        self._symbol_rows(found, visitor)
        resolved = self._ref_rows(found, visitor)
        self._import_rows(found)
        self._type_rows(found, resolved)
        return [
            Diagnostic("nesting_too_deep", self.path, f"deeper than limits.nesting = {limits.nesting} levels")
            for _ in visitor.too_deep[:1]
        ]

    def _read_imports(self, found: Found) -> None:
        refine = getattr(self.language.hooks, "refine_import", None)
        for item in found.imports:
            item.module_text = self._unquoted(item.module) if item.module is not None else b""
            item.imported_name = self._unquoted(item.imported) if item.imported is not None else None
            alias = self._unquoted(item.alias) if item.alias is not None else None
            item.local_name = alias or item.imported_name or self._bound_by_default(item.module_text)
            if item.star:
                item.local_name = b"*"
            if refine is not None:
                refine(item, self.data)

    def _unquoted(self, node: Node) -> bytes:
        return self.data[node.start_byte : node.end_byte].strip(b"\"'`<> \t\r\n;")

    def _bound_by_default(self, module: bytes) -> bytes | None:
        """The name that importing a module without alias binds, by the language's habit."""
        habit = self.language.import_binds
        if habit == "none" or not module:
            return None
        parts = [part for part in module.replace(b"::", b"/").replace(b"\\", b"/").split(b"/") if part]
        if habit == "last_segment":
            return parts[-1]
        words = [word for part in parts for word in part.split(b".") if word]
        return (words[0] if habit == "first" else words[-1]) if words else None

    def _describe(self, found: Found, visitor: Visitor) -> None:
        refine = getattr(self.language.hooks, "refine", None)
        for definition in found.definitions:
            describe.describe(definition, self.language, self.data)
            if refine is not None:
                refine(definition, found, self.data)
        docs.attach(found, self.language, self.data, visitor.comments)
        visibility.attach(found, self.language)
        self._mark_tests(found)

    def _mark_tests(self, found: Found) -> None:
        marks = self.language.test_decorators
        for definition in found.definitions:
            parent = definition.parent
            inherited = parent >= 0 and found.definitions[parent].is_test
            marked = any(text.startswith(marks) for text in definition.decorators) if marks else False
            definition.is_test = self.is_test or inherited or marked

    def _symbol_rows(self, found: Found, visitor: Visitor) -> None:
        definitions = found.definitions
        if not definitions:
            return
        data, positions = self.data, self.positions
        ends = [d.start + len(data[d.start : d.end].rstrip()) for d in definitions]
        begin, begin_col = positions.locate([d.start for d in definitions])
        finish, finish_col = positions.locate(ends)
        named, named_col = positions.locate([d.name_start for d in definitions])
        indentation = self.language.scoping.indentation
        code = Normalised(data, positions.starts, visitor.comments, indentation)
        prints = code.fingerprints([d.start for d in definitions], ends)
        local = self._local_names(found)
        places = [a.tolist() for a in (begin, finish, begin_col, finish_col, named, named_col)]
        for d, name, mark, *place in zip(definitions, local, prints, *places, strict=True):
            if d.parameters:
                self.batch.parameters.extend(d.parameters)
            self.batch.symbols.append(
                (
                    self.file, d.parent + self.offset if d.parent >= 0 else -1,
                    decode(d.container) if d.container else None, decode(d.namespace) or None, d.kind, decode(d.name),
                    name, self._shape(d), *place, d.signature or None,
                    None if d.parameters is None else len(d.parameters), d.return_type, d.documentation, d.visibility,
                    d.exported, d.is_test, d.modifiers or None, d.decorators or None, mark,
                    self._confidence(place[0], d.body, place[1]),
                )
            )  # fmt: skip

    def _confidence(self, first: int, body: Node | None, last: int) -> str:
        """Low where an error is in the definition's header; what goes on in the body does not matter."""
        if not self.suspect:
            return "high"
        header = body.start_point[0] + 1 if body is not None else last
        return "low" if any(line in self.suspect for line in range(first, header + 1)) else "high"

    def _local_names(self, found: Found) -> list[str]:
        """Names with what encloses them in this file; the module comes later."""
        separator = self.language.separator
        spell = getattr(self.language.hooks, "spell", None)
        names: list[str] = []
        for definition in found.definitions:
            if definition.name_end == 0:
                names.append("")
                continue
            parent = names[definition.parent] if definition.parent >= 0 else ""
            if spell is not None:
                names.append(spell(definition, found, parent))
                continue
            parts = [parent, decode(definition.container or b""), decode(definition.id_name or definition.name)]
            names.append(separator.join(part for part in parts if part))
        return names

    def _shape(self, definition: Definition) -> str | None:
        """Parameter types, where they tell definitions apart; those of a type are its constructor's."""
        parameters = definition.parameters
        if parameters is None or not self.language.scoping.overloads or definition.kind in TYPE_KINDS:
            return None
        if definition.id_shape is not None:
            return definition.id_shape
        return ",".join("".join((kind or name).split()) for name, kind, _ in parameters)

    def _ref_rows(self, found: Found, visitor: Visitor) -> dict[int, int]:
        """Settle each use by scope; locals leave no row. Returns start byte -> definition for the settled."""
        lookup = Lookup(self.language.scoping, found).find
        apart = self.language.scoping.callables_apart
        typed = (TYPE_USE, INSTANTIATE) if self.language.scoping.types_only else (TYPE_USE,)
        data, offset, numbers = self.data, self.offset, self.batch.texts.numbers
        resolved: dict[int, int] = {}
        rows: list[Row] = []
        classes = {index for index, d in enumerate(found.definitions) if d.kind in ("class", "struct", "record")}
        for start, end, kind, scope, owner, hint_start, hint_end in visitor.uses:
            name = data[start:end]
            target = -1
            if scope is not None:
                target = lookup(name, scope, start, kind in typed, apart and kind == CALL)
                if LOCAL >= target >= TYPE_PARAMETER:
                    continue
                if target >= 0:
                    resolved[start] = target
                    if kind == CALL and target in classes:
                        kind = INSTANTIATE
                    target += offset
            hint = -1
            if hint_end:
                text = self._hint(data[hint_start:hint_end])
                hint = numbers.setdefault(text, len(numbers))
            number = numbers.setdefault(name, len(numbers))
            rows.append((start, end, kind, owner + offset if owner >= 0 else -1, target, number, hint))
        self.begins = sorted((d.start, index) for index, d in enumerate(found.definitions) if d.owns)
        rows.extend(self._extra_refs(found))
        self._add_refs(rows)
        return resolved

    @staticmethod
    def _hint(text: bytes) -> bytes:
        if len(text) <= HINT_LIMIT and b"\n" not in text:
            return text
        return one_line(text, HINT_LIMIT).encode()

    def _extra_refs(self, found: Found) -> list[Row]:
        """References that are no expressions: imported names, overrides, implementations."""
        texts, offset = self.batch.texts, self.offset
        rows: dict[int, Row] = {}
        for item in found.imports:
            for node, hint in ((item.imported, item.module_text), (item.module, b"")):
                text = self._unquoted(node) if node is not None else b""
                start = self.data.find(text, node.start_byte) if node is not None else -1
                if text and start not in rows:
                    to_hint = texts(self._hint(hint)) if hint else -1
                    owner = self._owner(found, start)
                    rows[start] = (start, start + len(text), IMPORT, owner, -1, texts(text), to_hint)
        overrides = set(self.language.describe.overrides)
        for index, d in enumerate(found.definitions):
            if overrides and (overrides.intersection(d.modifiers) or overrides.intersection(d.decorators)):
                rows[d.name_start] = (d.name_start, d.name_end, OVERRIDE, index + offset, -1, texts(d.name), -1)
        for word, node, hint_node in found.references:
            start, end = node.start_byte, node.end_byte
            to_hint = -1
            if hint_node is not None:
                to_hint = texts(self._hint(self.data[hint_node.start_byte : hint_node.end_byte]))
            owner = found.by_name.get(start, -1)
            owner = owner + offset if owner >= 0 else self._owner(found, start)
            rows[start] = (start, end, REF_KINDS.index(word), owner, -1, texts(self.data[start:end]), to_hint)
        return list(rows.values())

    def _owner(self, found: Found, position: int) -> int:
        """Innermost definition around a position."""
        index = bisect_right(self.begins, position, key=lambda pair: pair[0]) - 1
        best = self.begins[index][1] if index >= 0 else -1
        while best >= 0 and found.definitions[best].end <= position:
            best = found.definitions[best].parent
        return best + self.offset if best >= 0 else -1

    def _add_refs(self, rows: list[Row]) -> None:
        if not rows:
            return
        table = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=7 * len(rows)).reshape(-1, 7)
        table = table[np.argsort(table[:, 0], kind="stable")]
        line_start, col_start = self.positions.locate(table[:, 0])  # type: ignore[arg-type]
        line_end, col_end = self.positions.locate(table[:, 1])  # type: ignore[arg-type]
        low = np.isin(line_start, list(self.suspect)) if self.suspect else np.zeros(len(table), dtype=bool)
        columns = (
            np.full(len(table), self.file, dtype=np.int32), line_start, line_end, col_start, col_end,
            table[:, 2], table[:, 3], table[:, 4], table[:, 5], table[:, 6], low,
        )  # fmt: skip
        for parts, column in zip(self.batch.refs, columns, strict=True):
            parts.append(column)

    def _import_rows(self, found: Found) -> None:
        if not found.imports:
            return
        lines, _ = self.positions.locate([item.node.start_byte for item in found.imports])
        for line, item in zip(lines.tolist(), found.imports, strict=True):
            self.batch.imports.append((self.file, line, *self._import_names(item)))

    @staticmethod
    def _import_names(item: Import) -> tuple[str | None, str, str | None]:
        local = decode(item.local_name) if item.local_name else None
        return local, decode(item.module_text), decode(item.imported_name) if item.imported_name else None

    def _type_rows(self, found: Found, resolved: dict[int, int]) -> None:
        counts: dict[int, int] = {}
        for owner_id, relation, base in found.bases:
            owner = found.by_node.get(owner_id)
            if owner is None:
                continue
            position = counts.get(owner, 0)
            counts[owner] = position + 1
            target = self._base_target(base, resolved)
            name = one_line(self.data[base.start_byte : base.end_byte], 200)
            self.batch.types.append(
                (owner + self.offset, position, relation, name, target + self.offset if target >= 0 else -1)
            )

    def _base_target(self, base: Node, resolved: dict[int, int]) -> int:
        """A base that is one bare name (maybe with type arguments) and that scope settled."""
        target = resolved.get(base.start_byte, -1)
        if target < 0:
            return -1
        text = self.data[base.start_byte : base.end_byte]
        head = text.partition(b"<")[0].partition(b"[")[0].strip()
        return target if b"." not in head and b":" not in head else -1

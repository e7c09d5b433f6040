"""C++: classes, qualified names and templates on top of C's declarators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE, Definition, Found, Import
from indexer.languages.c import hooks as c
from indexer.languages.c.masking import BLANKED, is_comment, macro_names, mask, mended
from indexer.languages.cpp.roles import ROLES

if TYPE_CHECKING:
    from tree_sitter import Node

_UNLIKELY = re.compile(rb"(?<!\w)(?:0|_?WIN(?:32|64)|_MSC_VER|__CYGWIN__|__APPLE__)\b")
# Macros that stand where the grammar has no place for them: alone on a line, before a type, named after a specifier.
_MACRO = rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+"
_SPECIFIERS = (
    rb"CONSTEXPR|CONSTEVAL|INLINE|EXPLICIT|NODISCARD|EXPORT|API|DEPRECATED|NORETURN|NOEXCEPT|ATTRIBUTE|VISIBILITY"
    rb"|UNUSED|RESTRICT|LIFETIMEBOUND|NO_UNIQUE_ADDRESS|PRAGMA|WARNINGS?|DIAGNOSTIC"
)
# What checkers of locks are told: behind the parameters of a method, behind a field's name.
_LOCKS = (
    rb"(?:EXCLUSIVE|SHARED)_LOCKS?_REQUIRED|LOCKS_EXCLUDED|LOCK_RETURNED|(?:PT_)?GUARDED_(?:BY|VAR)|ACQUIRED_(?:BEFORE|AFTER)"
    rb"|(?:(?:EXCLUSIVE|SHARED)_)?(?:TRY)?LOCK_FUNCTION|UNLOCK_FUNCTION|NO_THREAD_SAFETY_ANALYSIS|SCOPED_LOCKABLE"
)
# The same by their newer names, which are words that others use too: only with arguments, and behind something.
_CAPABILITIES = (
    rb"(?:[A-Z]+_)?(?:REQUIRES(?:_SHARED)?|EXCLUDES|(?:TRY_)?ACQUIRE(?:_SHARED)?|RELEASE(?:_SHARED|_GENERIC)?"
    rb"|ASSERT_(?:SHARED_)?CAPABILITY|RETURN_CAPABILITY)\([^();{}]*\)(?=\s*(?:[;{=:]|[A-Z]|override\b|const\b))"
)
_INSIDE = rb"(?:[^()\";{}]|\"(?:\\.|[^\"\\\n])*\"|\([^()]*\))"
_ARGUMENTS = rb"(?:\(" + _INSIDE + rb"*\))"
# A macro that takes a type: `DEFINE_FLAG(int, size, 8, "…");`
_PRIMITIVES = rb"unsigned|signed|int|bool|char|double|float|long|short|void|u?int(?:8|16|32|64)_t|size_t"
# What a declaration that a macro stands before begins with.
_STARTS = rb"static|extern|inline|virtual|explicit|constexpr|const|void|bool|int|char|unsigned|double|float|auto|size_t"
_STRAY = re.compile(
    rb"(?=[ \t]*[A-Z])(?:"  # most places are none: said once, not by each of the following
    rb"(?:(?<=class )|(?<=struct )|(?<=enum class ))(?:" + _MACRO + rb"(?:\([^()\n]*\))?\s+)+(?=\w)"
    rb"|(?:(?<=class )|(?<=struct ))[A-Z][A-Z0-9_]+\([^()\n]*\)\s+(?=\w)"
    rb"|(?:(?<=[\w)] )|^[ \t]+)" + _CAPABILITIES + rb"|^" + _MACRO + rb"[ \t]*(?=\r?$)"
    rb"|\b(?:[A-Z]+_)?(?:" + _LOCKS + rb")_?\b(?:\([^();{}]*\))?"
    rb"|^[ \t]*" + _MACRO + rb"(?=[ \t]+[a-z_]\w*(?:\s*[*&]+\s*|::|<|[ \t]+)\w)"
    rb"|^[ \t]*[A-Z][A-Z0-9_]+(?=[ \t]+(?:" + _STARTS + rb")\b)"
    rb"|(?P<maker>^[ \t]*" + _MACRO + rb")(?=\s+\w+\()"
    rb"|(?:(?<=\))|(?<=\) const))[ \t]+" + _MACRO + rb"(?=\s*(?:;|=\s*(?:default|delete|0)\b))"
    rb"|(?<=[\w>&*] )" + _MACRO + rb"(?=[ \t]+\w+\()"
    rb"|(?<=friend )" + _MACRO + rb"(?=[ \t]+\w)"
    rb"|^[ \t]*[A-Z][A-Z0-9_]+\(\s*(?:const[ \t]+)?(?:" + _PRIMITIVES + rb")\b" + _INSIDE + rb"*\)[ \t]*;"
    rb"|\b[A-Z][A-Z0-9]*_(?:[A-Z0-9_]*_)?(?:" + _SPECIFIERS + rb")[A-Z0-9_]*\b" + _ARGUMENTS + rb"?(?!\s*[;,)=.]))",
    re.MULTILINE,
)
_CLASS = re.compile(rb"\b(?:class|struct)\s+(?:" + _MACRO + rb"\s+)*(\w+)")
_MADE = re.compile(rb"\s+(\w+)")
# What the grammar cannot read though it is plain C++: each is written as it can read it, in as many characters.
_TESTED = re.compile(rb"(\bfor[ \t]*\([^;()\n]*;[ \t]*)((?:const[ \t]+)?\w[\w:]*[ \t]*[*&]+[ \t]*)(?=\w+[ \t]*=[^=])")
_BOUND = re.compile(
    rb"^([ \t]+(?!return\b|throw\b)(?:const[ \t]+)?\w[\w:]*(?:<[\w:<>*, ]*>)?[ \t]*&[ \t]*\w+)"
    rb"\((\*?\w+(?:(?:\.|->)\w+\((?:[^();]|\([^();]*\))*\)|\[[^\[\];]*\])|\*\w+(?:\([^();]*\))?)\)(?=;)",
    re.MULTILINE,
)
_NAMELESS = re.compile(rb"(?<=[\w>])\*(?=[ \t]+=[ \t]*(?:nullptr|NULL|0)[ \t]*[,)])")
_WEAK = re.compile(rb"__attribute__\s*\(\([\w, ]*\)\)(?=\s*=)")
__all__ = ["ROLES", "hide", "mended", "prepare", "refine", "refine_import"]
PUBLIC_BY_DEFAULT = ("struct", "union", "enum")


def prepare(data: bytes) -> bytes:
    return mask(data, _UNLIKELY)


def hide(data: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """The text without macros that the grammar has no place for, and where their names stand."""
    spans: list[tuple[int, int]] = []
    data = _rewritten(data)
    classes = frozenset(_CLASS.findall(data))

    def blank(match: re.Match[bytes]) -> bytes:
        if _is_directive(match) or (match["maker"] and not _makes(match, classes)):
            return match[0]
        if not is_comment(match.string, match.start()):
            begin = match.start()
            spans.extend((begin + name.start(), begin + name.end()) for name in macro_names(match[0]))
        return match[0].translate(BLANKED)

    return _STRAY.sub(blank, data), spans


def _rewritten(data: bytes) -> bytes:
    """`for (; T* p = f(); )` without the type, `T& x(a[i]);` with `=`, `(T* = nullptr)` and attributes plain."""
    data = _TESTED.sub(lambda found: found[1] + b" " * len(found[2]), data)
    data = _NAMELESS.sub(b" ", _BOUND.sub(rb"\1=\2 ", data))
    return _WEAK.sub(lambda found: found[0].translate(BLANKED), data)


def _makes(match: re.Match[bytes], classes: frozenset[bytes]) -> bool:
    """Whether what stands behind a macro is a constructor: else the macro may be a type."""
    behind = _MADE.match(match.string, match.end())
    return behind is not None and behind[1] in classes


def _is_directive(match: re.Match[bytes]) -> bool:
    """A directive keeps its words."""
    start = match.string.rfind(b"\n", 0, match.start()) + 1
    line = match.string[start : match.start()]
    return line.lstrip().startswith(b"#") or match.string[max(0, start - 2) : start].rstrip().endswith(b"\\")


def refine_import(item: Import, data: bytes) -> None:
    """`using a::b::c` names c of the namespace a::b."""
    c.refine_import(item, data)
    if item.imported_name and b"::" in item.imported_name:
        inner, _, name = item.imported_name.rpartition(b"::")
        item.module_text, item.imported_name, item.local_name = item.module_text + b"::" + inner, name, name


def refine(definition: Definition, found: Found, data: bytes) -> None:
    c.refine(definition, found, data)
    owner = _owner(definition, found)
    name = definition.name
    if (definition.kind in CALLABLE and definition.kind != "macro") or name.startswith(b"operator "):
        if name.startswith(b"~"):
            definition.kind = "destructor"
        elif name.startswith(b"operator"):
            definition.kind = "operator"
            head = name.partition(b"(")[0].strip()
            definition.name = b"operator()" if head == b"operator" else b" ".join(head.split())
            definition.parameters = definition.parameters or []
        elif owner and name == owner:
            definition.kind = "constructor"
    definition.visibility = _visibility(definition, found)


def _owner(definition: Definition, found: Found) -> bytes:
    if definition.container:
        return definition.container.rpartition(b"::")[2]
    return found.definitions[definition.parent].name if definition.parent >= 0 else b""


def _visibility(definition: Definition, found: Found) -> str | None:
    """The access specifier above a member; a class's members are private until one says otherwise."""
    parent = found.definitions[definition.parent] if definition.parent >= 0 else None
    node: Node | None = definition.node
    if parent is None or parent.kind not in ("class", "struct", "union"):
        while node is not None and (
            node.type != "namespace_definition" or node.child_by_field_name("name") is not None
        ):
            node = node.parent
        return None if node is None else "private"
    while node is not None and node.parent is not None and node.parent.type != "field_declaration_list":
        node = node.parent
    while node is not None:
        if node.type == "access_specifier" and node.text is not None:
            return node.text.decode("utf-8", "replace")
        node = node.prev_named_sibling
    return "public" if parent.kind in PUBLIC_BY_DEFAULT else "private"

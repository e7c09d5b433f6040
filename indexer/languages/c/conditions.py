"""Which branches of the preprocessor hold: a plain Linux build with GCC or Clang decides, the rest stays open."""

from __future__ import annotations

import re
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

BRANCHES = ("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else")
UNDEFINED = frozenset(
    b"_WIN32 WIN32 __WIN32__ _WIN64 WIN64 _MSC_VER __APPLE__ __MACH__ __CYGWIN__ __MINGW32__ __MINGW64__ "
    b"__BORLANDC__ __sun __SUNPRO_C __SUNPRO_CC __hpux _AIX __FreeBSD__ __NetBSD__ __OpenBSD__ __DragonFly__ "
    b"__ANDROID__ __EMSCRIPTEN__ __HAIKU__ VMS __VMS MSDOS __MSDOS__ __OS2__ KR_headers VAX IBM __INTEL_COMPILER "
    b"__TINYC__ _WIN32_WCE WINAPI __riscos__ AMIGA macintosh __BEOS__ __QNX__ __SYMBIAN32__ __WATCOMC__ __DJGPP__ "
    b"NeXT SWIG _MSVC_LANG _MSC_FULL_VER __ICL __INTELLISENSE__ __NVCOMPILER lint __LCLINT__ S_SPLINT_S DOXYGEN "
    b"DOXYGEN_SHOULD_SKIP_THIS USING_DOXYGEN __DOXYGEN__".split()
)
DEFINED = frozenset(
    b"__GNUC__ __linux__ __linux linux __unix__ __unix unix __STDC__ __ELF__ __x86_64__ __LP64__ _LP64 "
    b"__OPTIMIZE__ IEEE_8087 __STDC_VERSION__ __GLIBC__ __LITTLE_ENDIAN__ __amd64__ _GNU_SOURCE __clang__ "
    b"__has_include __has_feature __has_attribute __has_builtin __has_cpp_attribute __has_extension __EXCEPTIONS "
    b"__GLIBCXX__ _GLIBCXX_RELEASE __cpp_lib_filesystem __cpp_lib_string_view __cpp_lib_optional "
    b"__cpp_lib_variant __cpp_lib_any __cpp_lib_byte __cpp_exceptions __GXX_RTTI __cpp_rtti __SIZEOF_INT128__ "
    b"__CHAR_BIT__ __SSE2__ __BYTE_ORDER__".split()
)
# Features of C++17, which say of themselves that they are there.
FEATURES = frozenset(
    b"aggregate_bases alias_templates aligned_new attributes binary_literals capture_star_this constexpr decltype "
    b"decltype_auto deduction_guides delegating_constructors digit_separators enumerator_attributes fold_expressions "
    b"generic_lambdas guaranteed_copy_elision hex_float if_constexpr inheriting_constructors init_captures "
    b"initializer_lists inline_variables lambdas namespace_attributes noexcept_function_type nontype_template_args "
    b"nontype_template_parameter_auto nsdmi range_based_for raw_strings ref_qualifiers return_type_deduction "
    b"rvalue_references sized_deallocation static_assert structured_bindings template_auto threadsafe_static_init "
    b"unicode_characters unicode_literals user_defined_literals variable_templates variadic_templates "
    b"variadic_using".split()
)
HEADERS = frozenset(
    b"any charconv chrono filesystem memory_resource optional shared_mutex string_view variant cxxabi.h unistd.h "
    b"sys/mman.h sys/stat.h sys/types.h pthread.h".split()
)
CPLUSPLUS = range(201703, 201704)
GNUC = range(4, 100)  # what Clang says of itself, and any GCC since
PLAIN_GNUC = range(12, 13)  # what a plain build has, where one is supposed
# Of <limits.h>, <stdint.h> and the compiler itself, where numbers are as wide as on 64-bit Linux.
NUMBERS = {
    b"__cpp_lib_filesystem": 201703, b"_GLIBCXX_RELEASE": 12,
    b"CHAR_BIT": 8, b"__CHAR_BIT__": 8, b"UCHAR_MAX": 2**8 - 1, b"SHRT_MAX": 2**15 - 1, b"USHRT_MAX": 2**16 - 1,
    b"INT_MAX": 2**31 - 1, b"UINT_MAX": 2**32 - 1, b"LONG_MAX": 2**63 - 1, b"ULONG_MAX": 2**64 - 1,
    b"LLONG_MAX": 2**63 - 1, b"ULLONG_MAX": 2**64 - 1, b"SIZE_MAX": 2**64 - 1, b"UINTPTR_MAX": 2**64 - 1,
    b"INTPTR_MAX": 2**63 - 1, b"PTRDIFF_MAX": 2**63 - 1, b"__INT_MAX__": 2**31 - 1, b"__LONG_MAX__": 2**63 - 1,
    b"__SIZEOF_SHORT__": 2, b"__SIZEOF_INT__": 4, b"__SIZEOF_LONG__": 8, b"__SIZEOF_LONG_LONG__": 8,
    b"__SIZEOF_POINTER__": 8, b"__SIZEOF_SIZE_T__": 8, b"__SIZEOF_FLOAT__": 4, b"__SIZEOF_DOUBLE__": 8,
    b"__WORDSIZE": 64,
}  # fmt: skip
_NUMBER = re.compile(rb"(0[xX][0-9a-fA-F]+|[1-9]\d*|0)[lLuU]*\Z")
_COMPARED = re.compile(rb"(>=|<=|==|!=|>|<)(0[xX][0-9a-fA-F]+|\d+)[lLuU]*")
_ORDER = re.compile(rb"(LITTLE|BIG)_?ENDIAN\s*=?=|==\s*\w*(LITTLE|BIG)_?ENDIAN")
_WORD = re.compile(rb"\s*(&&|\|\||defined\b|\w+|.)")
_HOLDS = {b">=": ge, b"<=": le, b"==": eq, b"!=": ne, b">": gt, b"<": lt}
Truth = bool | None


class Conditions:
    """The conditions of one file. A macro that the file itself defines counts as defined."""

    def __init__(self, macros: dict[bytes, list[Node]], is_cpp: bool, unknown: Truth = None) -> None:
        """`unknown`: whether macros that the file does not define are taken to be defined."""
        self.macros = macros
        self.is_cpp = is_cpp
        self.unknown = unknown
        self.versions = {b"__GNUC__": GNUC if unknown is None else PLAIN_GNUC} | (
            {b"__cplusplus": CPLUSPLUS} if is_cpp else {}
        )
        self.known: dict[int, Truth] = {}
        self.around: dict[int, Truth] = {}  # whether what stands in a node is compiled
        self.asking: set[bytes] = set()
        self.asked: dict[int, set[bytes]] = {}  # by branch: macros that were asked for in vain

    def holds(self, node: Node) -> Truth:
        """Whether what stands inside the branches around a node is compiled; None where nobody can tell."""
        around = node.parent
        if around is None:
            return True
        if around.id not in self.around:
            self.around[around.id] = self.holds(around)
        outer = self.around[around.id]
        return _both(outer, self._inside(around, node)) if around.type in BRANCHES else outer

    def supposed(self, node: Node) -> set[bytes]:
        """Macros of which something was taken for granted in the branches around a node."""
        names: set[bytes] = set()
        around = node.parent
        while around is not None:
            names |= self.asked.get(around.id, set())
            around = around.parent
        return names

    def refuting(self, node: Node) -> set[bytes]:
        """Macros that the innermost condition asks for that does not hold around a node."""
        child: Node = node
        around = node.parent
        while around is not None:
            if around.type in BRANCHES and self._inside(around, child) is False:
                return self.asked.get(around.id, set())
            child, around = around, around.parent
        return set()

    def _inside(self, branch: Node, child: Node) -> Truth:
        """Whether a branch holds at one of its children: an alternative holds where the condition does not."""
        if branch.type == "preproc_else":
            return True  # the branch around it says it
        if branch.id not in self.known:
            self.known[branch.id] = None  # in a circle nothing is known
            before, self.asking = self.asking, set()
            self.known[branch.id] = self._condition(branch)
            self.asked[branch.id], self.asking = self.asking, before
        truth = self.known[branch.id]
        alternative = branch.child_by_field_name("alternative")
        if alternative is not None and alternative.id == child.id:
            return None if truth is None else not truth
        return truth

    def _condition(self, branch: Node) -> Truth:
        if branch.type in ("preproc_ifdef", "preproc_elifdef"):
            name = branch.child_by_field_name("name")
            word = (name.text or b"") if name is not None else b""
            truth = self.defined(word, branch.start_byte)
            if branch.children[0].type.endswith("ndef"):
                return _is_guard(branch) or (None if truth is None else not truth)
            return truth
        text = branch.child_by_field_name("condition")
        if text is None:
            return None
        words = (text.text or b"").replace(b"\\", b" ")
        if (order := _ORDER.search(words)) is not None and b"!" not in words and b"|" not in words:
            return b"LITTLE" in order[0]
        return _Reader(words, self, branch.start_byte).whole()

    def defined(self, name: bytes, position: int) -> Truth:
        if name == b"__cplusplus":
            return self.is_cpp
        if self.is_cpp and name.startswith(b"__cpp_") and name[6:] in FEATURES:
            return True
        if name in UNDEFINED or name in DEFINED:
            return name in DEFINED
        if name not in self.macros:
            if name in NUMBERS:
                return True
            self.asking.add(name)
            return None if name.startswith(b"HAVE_") and not self.unknown else self.unknown
        above = [macro for macro in self.macros[name] if macro.start_byte < position]
        before = [self.holds(macro) for macro in above]
        self.asking.update(*map(self.supposed, above))
        return True if True in before else (None if None in before else (False if before else self.unknown))

    def value(self, name: bytes, position: int) -> Truth:
        """Whether a macro's value is not 0; one that nothing defines has none."""
        if name not in self.macros:
            self.asking.add(name)
            return name in DEFINED if name in UNDEFINED or name in DEFINED else self.unknown
        if not (truth := self.defined(name, position)):
            return truth
        texts = self._texts(name, position)
        return texts != {b"0"} if all(text.isdigit() for text in texts) and len(texts) == 1 else None

    def number(self, name: bytes, position: int) -> range | None:
        """The one number that a macro can have, unless others may define it as well."""
        if name not in self.macros:
            return range(number, number + 1) if (number := NUMBERS.get(name, -1)) >= 0 else None
        if not self.defined(name, position):
            return None
        texts = [text.strip(b"() \t") for text in self._texts(name, position)]
        if len(texts) != 1 or (found := _NUMBER.match(texts[0])) is None:
            return self.versions.get(texts[0]) if len(texts) == 1 else None
        return range(_number(found[1]), _number(found[1]) + 1)

    def _texts(self, name: bytes, position: int) -> set[bytes]:
        """What stands for a macro where it is defined above a place."""
        alive = [m for m in self.macros[name] if m.start_byte < position and self.holds(m) is not False]
        values = [m.child_by_field_name("value") for m in alive]
        return {(value.text or b"").strip() if value is not None else b"" for value in values}


def _is_guard(branch: Node) -> bool:
    """The condition around all of a header."""
    before = branch.prev_named_sibling
    while before is not None and before.type in ("comment", "preproc_call"):
        before = before.prev_named_sibling
    return before is None and branch.parent is not None and branch.parent.type == "translation_unit"


def _both(one: Truth, other: Truth) -> Truth:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _either(one: Truth, other: Truth) -> Truth:
    if one is True or other is True:
        return True
    return None if one is None or other is None else False


def _number(text: bytes) -> int:
    return int(text, 16) if text[:2].lower() == b"0x" else int(text)


def _compared(text: bytes, version: range) -> Truth:
    """`>= 201402L` behind `__cplusplus`: what holds for every version there is, or for none."""
    found = _COMPARED.fullmatch(text)
    if found is None:
        return None
    number, holds = _number(found[2]), _HOLDS[found[1]]
    least, most = holds(version[0], number), holds(version[-1], number)
    return least if least == most and (found[1] not in (b"==", b"!=") or number not in version[1:-1]) else None


class _Reader:
    """Reads `defined(A) && !B || 0`; comparisons and arithmetic stay open."""

    def __init__(self, text: bytes, conditions: Conditions, position: int) -> None:
        self.words = [m[1] for m in _WORD.finditer(text)]
        self.at = 0
        self.conditions = conditions
        self.position = position

    def whole(self) -> Truth:
        truth = self._any()
        return truth if self.at == len(self.words) else None

    def _next(self) -> bytes:
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else b""

    def _is(self, word: bytes) -> bool:
        if self.at < len(self.words) and self.words[self.at] == word:
            self.at += 1
            return True
        return False

    def _any(self) -> Truth:
        truth = self._all()
        while self._is(b"||"):
            truth = _either(truth, self._all())
        return truth

    def _all(self) -> Truth:
        truth = self._one()
        while self._is(b"&&"):
            truth = _both(truth, self._one())
        return truth

    def _one(self) -> Truth:
        if self._is(b"!"):
            truth = self._one()
            return None if truth is None else not truth
        if self._is(b"("):
            truth = self._any()
            self._is(b")")
            return truth
        if self._is(b"__has_include"):
            return self._included()
        if self._is(b"defined"):
            inside = self._is(b"(")
            truth = self.conditions.defined(self._next(), self.position)
            if inside:
                self._is(b")")
            return truth
        return self._plain(self._next())

    def _included(self) -> Truth:
        """`__has_include(<optional>)`: what the library of C++17 has is there; others are as unknown as macros."""
        first = self.at
        while self._next() not in (b")", b""):
            pass
        name = b"".join(self.words[first : self.at]).strip(b"()")
        if name.strip(b"<>") in HEADERS:
            return True
        self.conditions.asking.add(name)
        return self.conditions.unknown

    def _plain(self, word: bytes) -> Truth:
        """A number or a macro's value; what is compared with it is skipped."""
        first = self.at
        while self.at < len(self.words) and self.words[self.at] not in (b"&&", b"||", b")"):
            self.at += 1
        if self.at > first:
            version = self.conditions.versions.get(word) or self.conditions.number(word, self.position)
            return _compared(b"".join(self.words[first : self.at]), version) if version else None
        return word != b"0" if word.isdigit() else self.conditions.value(word, self.position)

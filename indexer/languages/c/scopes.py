"""C's file scope: tags beside names, and one target for each name that the file itself settles."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.declarators import function_declarator, innermost
from indexer.extract.definitions import CALLABLE, Definition, Found
from indexer.extract.scopes import AMBIGUOUS, Scope
from indexer.extract.terms import Flow, Op
from indexer.languages.c.conditions import Conditions, Truth
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.visitor import Visitor

SUPPOSED = 9  # place of the macros that decide whether something likely or given is compiled
REFUTED = 12  # place of the macros without which something is not compiled
INLINE = 13  # place of what an inline namespace has
BOUNDED = 11  # place of templates of functions that do not take every type
GIVEN = 10  # place of what is compiled if all these are defined, as likely things are if none is
TAGS = ("struct", "union", "enum")
TAG = b"struct "  # begins the name of a tag, so that it is not taken for another name
DECLARATORS = (
    "identifier", "init_declarator", "function_declarator", "pointer_declarator", "array_declarator",
    "reference_declarator",
)  # fmt: skip
Key = tuple[int, bytes, bool]  # around it, name, whether it is a tag
Apart = Callable[[Definition], object]  # what tells functions of one name apart
_BOUND = re.compile(rb"enable_if|\brequires\b|\bdecltype\b|\w+_if_t\b|\bvoid_t\b|[A-Z]\w*_(?:REQUIRES|ENABLE_IF)|_IF\b")
_UNTOLD = re.compile(rb"\bconst\b|\w+::|[\s=]")


class FileScope(Scope):
    """The scope of a file, with the tags of structs beside its names and one target for each name."""

    __slots__ = (
        "bounded", "chosen", "constant", "constants", "dead", "declared", "fields", "given", "inline", "likely",
        "maybe", "pointers", "pointing", "refuted", "scoped", "special", "tags",
    )  # fmt: skip

    def __init__(self, names: dict[bytes, int], found: Found, is_cpp: bool) -> None:
        super().__init__("file", None)
        self.names = names
        self.tags = Scope("file", None)
        self.declared = {index for index, d in enumerate(found.definitions) if is_open(d)}
        truth, self.likely, self.given, self.refuted = _conditions(found, is_cpp)
        self.dead = [index for index, holds in truth.items() if holds is False]
        self.special = [index for index, d in enumerate(found.definitions) if is_cpp and is_special(d)]
        self.scoped = [index for index, d in enumerate(found.definitions) if is_cpp and is_scoped(d)]
        self.constant = [index for index, d in enumerate(found.definitions) if is_cpp and is_constant(d)]
        self.pointing = [index for index, d in enumerate(found.definitions) if is_cpp and is_pointing(d)]
        self.bounded = [index for index, d in enumerate(found.definitions) if is_cpp and is_bounded(d)]
        self.inline = [index for index, d in enumerate(found.definitions) if is_cpp and is_inline(d)]
        self.maybe = [index for index, holds in truth.items() if holds is None]
        self.chosen = _choose(found, self.declared, truth, _shape if is_cpp else _parameter_count)
        self.pointers: set[tuple[Scope, bytes]] = set()  # locals that are declared as pointers or arrays
        self.constants: dict[tuple[Scope, bytes], bool] = {}  # locals whose declaration says whether they change
        self.fields: list[int] = []  # of the nameless struct that is being visited


def file_scope(visitor: Visitor) -> FileScope:
    scope = visitor.file_scope
    if isinstance(scope, FileScope):
        return scope
    made = FileScope(scope.names, visitor.found, visitor.scoping.members_visible)
    if visitor.scope is scope:
        visitor.scope = made
    visitor.file_scope = made
    _hand_out(visitor, made)
    return made


def _hand_out(visitor: Visitor, scope: FileScope) -> None:
    """Tell linking, by place, which of several definitions counts, and what else it has to know of them."""
    for index in scope.chosen.values():
        if index >= 0:
            visitor.flow(Flow.EXPORT, index, 0, visitor.term(Op.SYMBOL, index))
    marks = (
        scope.declared, scope.dead, scope.maybe, scope.likely, scope.special, scope.scoped, scope.constant,
        scope.pointing,
    )  # fmt: skip
    for place, indices in enumerate(marks, 1):
        for index in sorted(indices):
            visitor.flow(Flow.EXPORT, index, place, visitor.term(Op.SYMBOL, index))
    for place, indices in ((GIVEN, scope.given), (BOUNDED, scope.bounded), (INLINE, scope.inline)):
        for index in indices:
            visitor.flow(Flow.EXPORT, index, place, visitor.term(Op.SYMBOL, index))
    for place, supposed in ((SUPPOSED, scope.likely | scope.given), (REFUTED, scope.refuted)):
        for index, names in supposed.items():
            for name in sorted(names):
                named = visitor.term(Op.CONSTANT, visitor.text(name), visitor.text(b""))
                visitor.flow(Flow.EXPORT, index, place, named)


Supposed = dict[int, set[bytes]]  # definition -> the macros that decide whether it is compiled


def _conditions(found: Found, is_cpp: bool) -> tuple[dict[int, Truth], Supposed, Supposed, Supposed]:
    """Whether each definition is compiled; those that are if no other file defines macros, if others do, those not."""
    macros: dict[bytes, list[Node]] = defaultdict(list)
    for d in found.definitions:
        if d.kind == "macro":
            macros[d.name].append(d.node)
    conditions = Conditions(macros, is_cpp)
    truth = {index: conditions.holds(d.node) for index, d in enumerate(found.definitions)}
    opened = [(index, found.definitions[index].node) for index, holds in truth.items() if holds is None]
    without, given = (Conditions(macros, is_cpp, unknown=defined) for defined in (False, True))
    likely = {index: without.supposed(node) for index, node in opened if without.holds(node)}
    refuted = {index: without.refuting(node) for index, node in opened if without.holds(node) is False}
    return truth, likely, {index: given.supposed(node) for index, node in opened if given.holds(node)}, refuted


def _choose(found: Found, declared: set[int], truth: dict[int, Truth], apart: Apart) -> dict[Key, int]:
    """The one definition that a name of a place means; none where others have a say in it."""
    rivals: dict[Key, list[int]] = defaultdict(list)
    for index, d in enumerate(found.definitions):
        if d.container is None and not is_special(d):
            rivals[_place(d), d.name, is_tag(d)].append(index)
    chosen = {}
    for key, indices in rivals.items():
        if any(_is_lost(found.definitions[i]) for i in indices):
            chosen[key] = AMBIGUOUS
        elif len(indices) > 1:
            chosen[key] = _best(found, indices, declared, truth, apart)
        elif indices[0] in declared or not truth.get(indices[0], True):
            chosen[key] = AMBIGUOUS
    return chosen


def is_open(definition: Definition) -> bool:
    """A declaration of what may be defined elsewhere."""
    if definition.kind not in CALLABLE and definition.kind != "variable":
        return False
    if definition.kind in CALLABLE:
        return is_declaration(definition)
    return definition.parent < 0 and is_declaration(definition)


def _is_lost(definition: Definition) -> bool:
    """A variable in code that did not parse may be a local of a function that was not recognised."""
    node = definition.node.parent if definition.kind == "variable" and definition.parent < 0 else None
    while node is not None and node.type != "ERROR":
        node = node.parent
    return node is not None


def is_special(definition: Definition) -> bool:
    """A specialisation of a template: its name means the template; a test: its name means the macro that makes it."""
    if is_made_by_macro(definition):
        return True
    name = definition.node.child_by_field_name("name") if definition.kind in TYPE_KINDS else None
    return name is not None and name.type == "template_type"


def is_constant(definition: Definition) -> bool:
    """A method that a constant object has, too: `int size() const`."""
    if definition.kind not in CALLABLE or (definition.parent < 0 and definition.container is None):
        return False
    declarator = function_declarator(definition.node)
    words = declarator.named_children if declarator is not None else ()
    return any(child.type == "type_qualifier" and child.text == b"const" for child in words)


def is_pointing(definition: Definition) -> bool:
    """A field or variable that is declared as a pointer or an array."""
    if definition.kind not in ("field", "variable"):
        return False
    node = definition.node
    if node.type == "field_declaration":
        declarators = node.children_by_field_name("declarator")
        around = [d for d in declarators if d.start_byte <= definition.name_start < d.end_byte]
    else:
        around = [node]
    outer = around[0] if around else node
    if outer.type == "init_declarator":
        outer = outer.child_by_field_name("declarator") or outer
    return outer.type in ("pointer_declarator", "array_declarator")


def is_bounded(definition: Definition) -> bool:
    """A template that says which types it takes: `enable_if`, `requires`, `-> decltype(…)`."""
    node, outer = definition.node, definition.node.parent
    if definition.kind not in CALLABLE or outer is None or outer.type != "template_declaration":
        return False
    body = node.child_by_field_name("body")
    head = (outer.text or b"")[: (body or outer).start_byte - outer.start_byte or None]
    return _BOUND.search(head) is not None


def is_inline(definition: Definition) -> bool:
    """What stands in `inline namespace name { … }` and in no other inside it."""
    if not definition.namespace or definition.parent >= 0:
        return False
    node = definition.node.parent
    while node is not None and node.type != "namespace_definition":
        node = node.parent
    return node is not None and node.children[0].type == "inline"


def is_made_by_macro(definition: Definition) -> bool:
    """`TEST(suite, name) { … }`: a function without a type whose name is a macro's."""
    node = definition.node
    if definition.parent >= 0 or node.type != "function_definition" or not definition.name.isupper():
        return False
    return definition.container is None and node.child_by_field_name("type") is None


def is_scoped(definition: Definition) -> bool:
    """`enum class`: its enumerators are named through it."""
    return definition.kind == "enum" and any(child.type in ("class", "struct") for child in definition.node.children)


def _place(definition: Definition) -> int:
    """A macro belongs to the file wherever it stands."""
    return -1 if definition.kind == "macro" else definition.parent


def is_tag(definition: Definition) -> bool:
    return definition.kind in TAGS and definition.node.type != "type_definition"


def _best(found: Found, indices: list[int], declared: set[int], truth: dict[int, Truth], apart: Apart) -> int:
    """A definition before its prototypes, what is compiled before what is not; else it stays open."""
    alive = [i for i in indices if truth.get(i, True) is not False]
    if not alive:
        return AMBIGUOUS
    macros = [i for i in alive if found.definitions[i].kind == "macro"]
    if macros and len(macros) < len(alive):
        return macros[0] if len(macros) == 1 and truth.get(macros[0]) else AMBIGUOUS
    definitions = [found.definitions[index] for index in alive]
    if len({d.kind in CALLABLE for d in definitions}) > 1 or len({d.namespace for d in definitions}) > 1:
        return AMBIGUOUS
    whole = [i for i in alive if not is_declaration(found.definitions[i])]
    sure = [i for i in whole if truth.get(i, True)]
    whole = sure if len(sure) == 1 else whole
    if len(whole) > 1 or len(set(map(apart, definitions))) > 1:
        return AMBIGUOUS
    if whole:
        return whole[0]
    return AMBIGUOUS if alive[0] in declared else alive[0]


def is_declaration(definition: Definition) -> bool:
    """A prototype, or `extern`."""
    if definition.kind in CALLABLE:
        return definition.node.type not in ("function_definition", "preproc_function_def", "preproc_def")
    return b"extern" in _words(definition)


def _words(definition: Definition) -> list[bytes]:
    """`static`, `extern` in front of a declaration."""
    outer: Node | None = definition.node
    while outer is not None and outer.type not in ("declaration", "field_declaration"):
        outer = outer.parent if outer.type in DECLARATORS else None
    if outer is None:
        return []
    return [child.text or b"" for child in outer.children if child.type == "storage_class_specifier"]


def _parameters(definition: Definition) -> list[Node] | None:
    declarator = function_declarator(definition.node)
    parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
    return None if parameters is None else [child for child in parameters.named_children if not child.is_extra]


def _parameter_count(definition: Definition) -> int:
    parameters = _parameters(definition)
    return len(parameters) if parameters is not None else -1


def _shape(definition: Definition) -> tuple[bytes, ...]:
    """What tells overloads apart: the types of the parameters, however they are qualified, and what they are for."""
    types = map(_type_of, _parameters(definition) or ())
    return (*types, b"const") if is_constant(definition) else tuple(types)


def _type_of(parameter: Node) -> bytes:
    text, begin = parameter.text or b"", parameter.start_byte
    default = parameter.child_by_field_name("default_value")
    end = default.start_byte if default is not None else parameter.end_byte
    declarator = parameter.child_by_field_name("declarator")
    name = innermost(declarator) if declarator is not None else None
    if name is not None and name.type == "identifier":
        text = text[: name.start_byte - begin] + text[name.end_byte - begin : end - begin]
    return _UNTOLD.sub(b"", text[: end - begin])


def settle(visitor: Visitor, index: int, scope: Scope | None = None) -> None:
    """Bind a definition's name, or what was chosen among its rivals."""
    definition = visitor.found.definitions[index]
    if definition.container is not None or not definition.owns:
        return
    if definition.parent >= 0 and visitor.found.definitions[definition.parent].name == definition.name:
        visitor.scope.names.pop(definition.name, None)  # inside a class its name means the class, not a constructor
        return
    file, tag = file_scope(visitor), is_tag(definition)
    chosen = file.chosen.get((_place(definition), definition.name, tag), index)
    if definition.kind == "function" and definition.parent < 0 and visitor.scoping.overloads:
        chosen = AMBIGUOUS  # headers may have functions of its name
    name = TAG + definition.name if scope is file.tags else definition.name
    (scope or visitor.scope).names[name] = chosen

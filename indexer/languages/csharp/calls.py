"""C#: roles of calls, object creation and nameless functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, CALL, KIND_OF, NEW, READ, TYPE, WRITE
from indexer.extract.terms import Op, Space
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.names import ATTRIBUTE, applied, arity, use_member, use_type
from indexer.languages.csharp.variables import receiver_term_of
from indexer.languages.csharp.walk import plain, receiver_term

if TYPE_CHECKING:
    from tree_sitter import Node

MOST = 64  # elements of a literal whose values are followed


@plain("invocation")
def invocation(visitor: Visitor, node: Node, context: int) -> int:
    parts = node.named_children
    if len(parts) == 2:  # no comment in between: places are faster than fields
        function, listed = parts
    else:
        callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if callee is None or given is None:
            visitor.children(node, READ)
            return 0
        function, listed = callee, given
    if visitor.data[function.start_byte : function.end_byte] == b"nameof":
        visitor.arguments(listed)
        return visitor.term(Op.LITERAL, visitor.text(b"string"))
    before, visitor.incoming = visitor.incoming, 0
    uses = len(visitor.uses)
    term = visitor.visit(function, CALL)
    mark = callee_mark(visitor, function, uses)
    terms = passed(visitor, listed)
    visitor.incoming = before
    made = visitor.call(term, terms, mark)
    finish(visitor, listed, made)
    return made


def callee_mark(visitor: Visitor, function: Node, before: int) -> int:
    """Where the use of the callee's own name stands; a local that is called leaves none."""
    last = len(visitor.uses) - 1
    if last < before:
        return -1
    if function.type in ("identifier", "generic_name"):
        return last if visitor.uses[last][0] == function.start_byte else -1
    return last if function.type in ("member_access_expression", "conditional_access_expression") else -1


def passed(visitor: Visitor, listed: Node) -> list[int]:
    """The terms of a call's arguments; what `new() { … }` sets has to wait until the call is known."""
    if b"new(" not in visitor.data[listed.start_byte : listed.end_byte]:
        return visitor.arguments(listed)
    terms: list[int] = []
    for child in listed.named_children:
        if (made := _wanted_object(child)) is None:
            terms += [visitor.visit(child, READ)] if not child.is_extra else []
            continue
        terms.append(0)
        for part in made.named_children:
            if part.type != "initializer_expression":
                visitor.visit(part, READ)
    return terms


def _wanted_object(argument: Node) -> Node | None:
    """`new(…) { … }` as an argument."""
    value = argument.children[0] if argument.child_count == 1 else None
    return value if value is not None and value.type == "implicit_object_creation_expression" else None


def finish(visitor: Visitor, listed: Node, call: int) -> None:
    """`out var x` holds, and `new() { … }` makes, what the parameter of the chosen function is."""
    text = visitor.data[listed.start_byte : listed.end_byte]
    if b"out " not in text and b"new(" not in text:
        return
    for place, argument in enumerate(child for child in listed.named_children if not child.is_extra):
        wanted = visitor.term(Op.THROUGH, visitor.text(b"out %d" % place), call) if call else 0
        if (made := _wanted_object(argument)) is not None:
            for part in made.named_children:
                if part.type == "initializer_expression":
                    _initializer(visitor, part, None, wanted)
        elif wanted and argument.named_child_count and argument.children[0].type == "out":
            _bind_out(visitor, argument.named_children[-1], wanted)


def _bind_out(visitor: Visitor, node: Node, wanted: int) -> None:
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    if node.type == "declaration_expression" and declared is not None and declared.type == "implicit_type":
        visitor.receive(name or node, BIND, wanted)


@plain("argument")
def argument(visitor: Visitor, node: Node, context: int) -> int:
    """`name: value`, `out value`"""
    inner = context if context in (WRITE, BIND) else READ
    children = node.children
    if len(children) == 1:
        return visitor.visit(children[0], inner) if children[0].is_named else receiver_term(visitor, children[0])
    key = node.child_by_field_name("name")
    if any(part.type == "out" for part in children):
        inner = WRITE
    term = 0
    for child in node.named_children:
        if key is None or child.id != key.id:
            term = visitor.visit(child, inner)
    if inner == WRITE or children[0].type == "ref":
        return visitor.term(Op.THROUGH, visitor.text(b"passed"), term)
    if key is None:
        return term
    return visitor.term(Op.KEYWORD, visitor.text(visitor.data[key.start_byte : key.end_byte]), term)


@plain("attribute")
def attribute(visitor: Visitor, node: Node, context: int) -> int:
    """`[Name(1, Key = 2)]`: a constructor of `NameAttribute` or `Name`, and writes of its members."""
    name = node.child_by_field_name("name")
    if name is None:
        return 0
    term, use = _attribute_name(visitor, name)
    made = visitor.term(Op.INSTANCE, term) if term else 0
    terms = [
        _attribute_argument(visitor, argument, name, made)
        for listed in node.named_children[1:]
        for argument in listed.named_children
    ]
    if use >= 0 and term:
        given = [given for given in terms if given >= 0]
        chosen = visitor.term(Op.THROUGH, visitor.text(b"attribute"), term, *given)
        visitor.uses[use] = (*visitor.uses[use][:7], chosen)
    return 0


def _attribute_name(visitor: Visitor, name: Node) -> tuple[int, int]:
    """The term of the attribute's type, and where its use stands."""
    if name.type == "identifier":
        term = use_type(visitor, name, TYPE, mark=ATTRIBUTE)
        return term, len(visitor.uses) - 1
    if name.type == "generic_name":
        head, listed = name.named_children[0], name.named_children[-1]
        term = use_type(visitor, head, TYPE, arity(listed), ATTRIBUTE)
        use = len(visitor.uses) - 1
        return applied(visitor, term, listed), use
    receiver, last = name.child_by_field_name("qualifier"), name.child_by_field_name("name")
    if receiver is None or last is None or last.type != "identifier":
        return visitor.visit(name, TYPE), -1
    base = visitor.visit(receiver, TYPE)
    term = use_member(visitor, last, (receiver.start_byte, receiver.end_byte), TYPE, base, b"`0" + ATTRIBUTE)
    return term, len(visitor.uses) - 1


def _attribute_argument(visitor: Visitor, node: Node, attribute: Node, made: int) -> int:
    """The term of an argument; -1 for what sets a property."""
    key = node.child_by_field_name("name")
    term, named = 0, False
    for child in node.named_children:
        if key is None or child.id != key.id:
            term = visitor.visit(child, READ)
        elif any(part.type == "=" for part in node.children):
            named = True
            use_member(visitor, key, (attribute.start_byte, attribute.end_byte), WRITE, made)
    return -1 if named else term


@plain("creation")
def creation(visitor: Visitor, node: Node, context: int) -> int:
    """`new Type(…) { Member = … }`; without a type, the one that is wanted."""
    made, wanted = node.child_by_field_name("type"), visitor.incoming
    visitor.incoming = 0
    term, terms, listed, contents, mark = 0, [], None, None, -1
    for child in node.named_children:
        if made is not None and child.id == made.id:
            mark = len(visitor.uses)
            term = visitor.visit(child, NEW)
            mark = len(visitor.uses) - 1 if child.type == "qualified_name" else mark
        elif child.type == "initializer_expression":
            contents = child
        elif child.type == "argument_list":
            listed, terms = child, passed(visitor, child)
        else:
            visitor.visit(child, READ)
    result = visitor.term(Op.NEW, term, *terms) if term else (wanted if made is None else 0)
    if terms and term and mark < len(visitor.uses) and visitor.uses[mark][7] and made is not None:
        _rest_on(visitor, mark, made, result)
    if listed is not None:
        finish(visitor, listed, result if term else 0)
    if contents is not None:
        _initializer(visitor, contents, made, result)
    visitor.incoming = wanted
    return result


def _rest_on(visitor: Visitor, mark: int, made: Node, term: int) -> None:
    """The type's name asks for the whole creation, so that what is passed is looked at."""
    use = visitor.uses[mark]
    if made.type != "array_type" and made.start_byte <= use[0] < made.end_byte:
        visitor.uses[mark] = (*use[:7], term)


def _initializer(visitor: Visitor, node: Node, owner: Node | None, made: int) -> None:
    """`{ Member = …, [key] = …, element }`: members of what is made."""
    hint = (owner.start_byte, owner.end_byte) if owner is not None else (0, 0)
    for child in node.named_children:
        key = child.child_by_field_name("left") if child.type == "assignment_expression" else None
        value = child.child_by_field_name("right")
        if child.type == "lambda_expression" and made:
            _added(visitor, child, made)
            continue
        if key is None or value is None:
            visitor.incoming = visitor.term(Op.ITEM, made) if made else 0  # `new()` among the elements
            visitor.visit(child, READ)
            visitor.incoming = 0
            continue
        if key.type == "identifier":
            term = use_member(visitor, key, hint, WRITE, made)
        else:
            keys = visitor.arguments(key)
            term = visitor.term(Op.INDEX, made, *keys) if made else 0
        if value.type == "initializer_expression":
            _initializer(visitor, value, key, term)
        else:
            visitor.incoming = term
            receiver_term_of(visitor, value)
            visitor.incoming = 0


def _added(visitor: Visitor, node: Node, made: int) -> None:
    """A nameless function among the elements is what `Add` takes: called there without being named."""
    adding = visitor.term(Op.MEMBER, made, visitor.text(b"Add"), Space.CALL)
    call = visitor.term(Op.CALL, adding, visitor.visit(node, READ))
    start = node.end_byte - 1
    visitor.uses.append((start, node.end_byte, KIND_OF[CALL], None, visitor.owner, 0, 0, visitor.term(Op.CALLED, call)))


@plain("with")
def with_(visitor: Visitor, node: Node, context: int) -> int:
    """`value with { Member = … }`"""
    value = node.children[0]
    made = receiver_term(visitor, value)
    for part in node.named_children:
        if part.type != "with_initializer":
            continue
        for index, child in enumerate(part.named_children):
            if index == 0 and child.type == "identifier":
                use_member(visitor, child, (value.start_byte, value.end_byte), WRITE, made)
            else:
                visitor.visit(child, READ)
    return made


@plain("anonymous")
def anonymous(visitor: Visitor, node: Node, context: int) -> int:
    """`new { Key = value, other.Name }`: keys are names of the nameless type."""
    children, members, key = node.children, [], b""
    for child, following in zip(children, [*children[1:], None], strict=True):
        if not child.is_named:
            continue
        if following is not None and following.type == "=":
            key = visitor.data[child.start_byte : child.end_byte]
            continue
        last = child.child_by_field_name("name") if child.type == "member_access_expression" else child
        name = key or (visitor.data[last.start_byte : last.end_byte] if last is not None else b"")
        members.append(visitor.term(Op.KEYWORD, visitor.text(name), visitor.visit(child, READ)))
        key = b""
    return visitor.term(Op.OBJECT, visitor.terms.fresh(), *members)


@plain("collection")
def collection(visitor: Visitor, node: Node, context: int) -> int:
    """`[a, new(), ..more]`: a collection of the type that is wanted."""
    wanted = visitor.incoming
    visitor.incoming = visitor.term(Op.ITEM, wanted) if wanted else 0
    visitor.children(node, READ)
    visitor.incoming = wanted
    return wanted


@plain("array")
def array(visitor: Visitor, node: Node, context: int) -> int:
    """`new Type[3] { a, b }`"""
    declared, before = node.child_by_field_name("type"), visitor.incoming
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    made = visitor.term(Op.INSTANCE, term) if term else 0
    visitor.incoming = visitor.term(Op.ITEM, made) if made else 0
    for child in node.named_children:
        if declared is None or child.id != declared.id:
            visitor.children(child, READ)
    visitor.incoming = before
    return made


@plain("elements")
def elements(visitor: Visitor, node: Node, context: int) -> int:
    """`new[] { a, b }`"""
    terms = [term for listed in node.named_children[-1:] for term in visitor.arguments(listed)[:MOST]]
    return visitor.term(Op.SEQUENCE, visitor.text(b"array"), *[term for term in terms if term])

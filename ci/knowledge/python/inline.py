"""Turn a module that is typed inline into a stub: signatures, attributes with their types, aliases, re-exports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from thin import Function, StubThinner, ellipsis, flatten, name_of, render, signature

# Calls that make a type: their arguments are part of it.
TYPE_MAKERS = {
    "NamedTuple", "NewType", "ParamSpec", "TypeAliasType", "TypeVar", "TypeVarTuple", "TypedDict", "namedtuple",
}  # fmt: skip
LONGEST_VALUE = 60
PRIVATE = re.compile(r"_(?!_)")


class InlineThinner(StubThinner):
    """Drops statements that run and private functions that nothing kept mentions."""

    def module(self, text: str) -> str:
        thinned = ast.parse(super().module(text))
        _drop_private(thinned, _mentions(thinned))
        return render(thinned)

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return _without_implementations(super().body(statements))

    def statement(self, statement: ast.stmt) -> ast.stmt | None:
        match statement:
            case ast.ClassDef():
                found = _instance_attributes(statement)
                super().statement(statement)
                bound = _bound(statement.body)
                # First in the class, where no method can hide a type that they name.
                statement.body[:0] = [attribute for name, attribute in found.items() if name not in bound]
                return statement
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return signature(_generator(statement))
            case ast.AnnAssign():
                return _annotated(statement)
            case ast.Assign():
                return _assignment(statement)
            case ast.AugAssign(target=ast.Name(id="__all__")) | ast.Import() | ast.ImportFrom():
                return statement
        return None


def _without_implementations(body: list[ast.stmt]) -> list[ast.stmt]:
    """A body without the definitions that implement overloads."""
    functions = [statement for statement in body if isinstance(statement, Function)]
    overloads = [function for function in functions if "overload" in map(name_of, function.decorator_list)]
    names = {function.name for function in overloads}
    return [item for item in body if item in overloads or not (isinstance(item, Function) and item.name in names)]


def _generator(function: Function) -> Function:
    """An async function that yields is called without `await`: its annotation says all that a caller sees."""
    yields = any(isinstance(node, ast.Yield) for node in ast.walk(function))
    if not yields or isinstance(function, ast.FunctionDef):
        return function
    return ast.FunctionDef(function.name, function.args, function.body, function.decorator_list, function.returns)


def _annotated(statement: ast.AnnAssign) -> ast.stmt:
    match statement.annotation, statement.value:
        case _, None:
            pass
        case ((ast.Name(id="Final") | ast.Attribute(attr="Final")), value):
            statement.value = _value(value)
        case annotation, _ if name_of(annotation) != "TypeAlias":
            statement.value = ellipsis()
    return statement


def _assignment(statement: ast.Assign) -> ast.stmt | None:
    if not all(isinstance(target, ast.Name) for target in statement.targets):
        return None
    if name_of(statement.targets[0]) != "__all__":
        statement.value = _value(statement.value)
    return statement


def _value(value: ast.expr) -> ast.expr:
    """What tells the type of an assigned value, short."""
    match value:
        case ast.Call(func=function, args=arguments, keywords=named) if name_of(function) not in TYPE_MAKERS:
            keywords = [ast.keyword(keyword.arg, _value(keyword.value)) for keyword in named]
            return ast.Call(function, [_value(argument) for argument in arguments], keywords)
        case ast.Dict():
            return ast.Dict([], [])
        case ast.List():
            return ast.List([], ast.Load())
        case ast.JoinedStr() | ast.Constant(value=str()):
            return ast.Constant(value="")
        case ast.Lambda():
            return ellipsis()
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Constant():
            return value
    return value if _is_type(value) or len(ast.unparse(value)) < LONGEST_VALUE else ellipsis()


def _is_type(value: ast.expr) -> bool:
    """`Union[A, B]` or `A | B`."""
    return isinstance(value, ast.Subscript) or (isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr))


def _instance_attributes(definition: ast.ClassDef) -> dict[str, ast.stmt]:
    """Attributes that methods set on `self`, with the type that an annotation, a parameter or a construction gives."""
    found: dict[str, ast.stmt] = {}
    for method in flatten(definition.body):
        if isinstance(method, Function) and method.args.args:
            for name, annotation in _set_on_self(method):
                if not PRIVATE.match(name) and (name not in found or annotation is not None):
                    found[name] = _attribute(name, annotation)
    return found


def _attribute(name: str, annotation: ast.expr | None) -> ast.stmt:
    target = ast.Name(name, ast.Store())
    if annotation is None:
        return ast.Assign([target], ellipsis())
    return ast.AnnAssign(target, annotation, None, 1)


def _set_on_self(method: Function) -> Iterator[tuple[str, ast.expr | None]]:
    me, types = method.args.args[0].arg, _parameter_types(method)
    for node in ast.walk(method):
        match node:
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id=owner), attr=name)) if owner == me:
                bare = node.value if name_of(node.annotation) == "Final" else None
                yield name, node.annotation if bare is None else _type_of(bare, types)
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value) if owner == me:
                yield name, _type_of(value, types)


def _parameter_types(method: Function) -> dict[str, ast.expr]:
    every = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]
    return {argument.arg: argument.annotation for argument in every if argument.annotation is not None}


def _type_of(value: ast.expr, types: dict[str, ast.expr]) -> ast.expr | None:
    match value:
        case ast.Name(id=name):
            return types.get(name)
        case ast.Call(func=function) if name_of(function)[:1].isupper():
            return function
        case ast.Constant(value=bool() | int() | str() | bytes() as constant):
            return ast.Name(type(constant).__name__, ast.Load())
    return None


def _bound(body: list[ast.stmt]) -> set[str]:
    names: set[str] = set()
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _mentions(tree: ast.Module) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def _drop_private(scope: ast.Module | ast.ClassDef, mentioned: set[str]) -> None:
    kept: list[ast.stmt] = []
    for statement in scope.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if PRIVATE.match(name):
                if name not in mentioned:
                    continue
            case ast.ClassDef():
                _drop_private(statement, mentioned)
        kept.append(statement)
    scope.body = kept or [ast.Expr(ellipsis())]

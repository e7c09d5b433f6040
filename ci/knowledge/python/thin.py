"""Thin a Python module to what a stub needs: no docstrings, bodies and defaults, version and platform branches settled.

They are settled for the newest Python on Linux, as a type checker sees it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

# Decorators that say nothing about members, bases or return types.
IDLE_DECORATORS = {"deprecated", "disjoint_base", "final", "runtime_checkable", "type_check_only"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def settle(test: ast.expr) -> bool | None:
    """What a condition comes to, or None if it depends on more than version, platform and type checking."""
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            value = settle(operand)
            return None if value is None else not value
        case ast.BoolOp(op=operator, values=values):
            return _settle_all([settle(value) for value in values], isinstance(operator, ast.Or))
        case ast.Compare(left=ast.Attribute(attr="version_info"), ops=[operator]):
            return isinstance(operator, ast.Gt | ast.GtE | ast.NotEq)
        case ast.Compare(left=ast.Attribute(attr="platform"), ops=[operator], comparators=[ast.Constant(value=name)]):
            return (name == "linux") == isinstance(operator, ast.Eq)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="platform"), attr="startswith"), args=[argument]):
            return "linux".startswith(ast.literal_eval(argument))
    return None


def _settle_all(values: list[bool | None], decisive: bool) -> bool | None:
    if decisive in values:
        return decisive
    return None if None in values else not decisive


def flatten(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The statements with settled branches in place of their `if`, and `try` taken to succeed."""
    flat: list[ast.stmt] = []
    for statement in body:
        match statement:
            case ast.If(test=test, body=then, orelse=otherwise):
                value = settle(test)
                chosen = [*then, *otherwise] if value is None else then if value else otherwise
                flat += flatten(chosen)
            case ast.Try(body=then, orelse=otherwise):
                flat += flatten([*then, *otherwise])
            case _:
                flat.append(statement)
    return flat


def name_of(expression: ast.expr) -> str:
    """The last name of `a.b.c` or of what `a.b.c(...)` calls."""
    match expression:
        case ast.Call(func=function):
            return name_of(function)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def ellipsis() -> ast.expr:
    return ast.Constant(value=...)


def signature(function: Function) -> Function:
    """The function with `...` for its body and for each default."""
    arguments = function.args
    arguments.defaults = [ellipsis() for _ in arguments.defaults]
    arguments.kw_defaults = [None if default is None else ellipsis() for default in arguments.kw_defaults]
    function.decorator_list = decorators(function.decorator_list)
    function.body = [ast.Expr(ellipsis())]
    return function


def decorators(found: list[ast.expr]) -> list[ast.expr]:
    return [decorator for decorator in found if name_of(decorator) not in IDLE_DECORATORS]


def is_text(statement: ast.stmt) -> bool:
    """A docstring, or the `...` and `pass` of an empty body."""
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


class Bare(ast.NodeTransformer):
    """Takes `Annotated[T, ...]` for T: the rest is documentation and validation."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=value, slice=ast.Tuple(elts=[bare, *_])) if name_of(value) == "Annotated":
                return bare
        return node


def render(tree: ast.Module) -> str:
    """The source of a thinned module, an empty body on the line of its head and no blank lines."""
    text = ast.unparse(ast.fix_missing_locations(tree))
    return re.sub(r"\n{2,}", "\n", re.sub(r":\n +\.\.\.$", ": ...", text, flags=re.MULTILINE)).strip() + "\n"


class StubThinner:
    """Thins what is a stub already: everything stays but text, defaults and branches."""

    def module(self, text: str) -> str:
        tree = Bare().visit(ast.parse(text))
        tree.body = self.body(tree.body)
        return render(tree)

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        kept = (self.statement(statement) for statement in flatten(statements) if not is_text(statement))
        return [statement for statement in kept if statement is not None]

    def statement(self, statement: ast.stmt) -> ast.stmt | None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return signature(statement)
            case ast.ClassDef():
                statement.decorator_list = decorators(statement.decorator_list)
                statement.body = self.body(statement.body) or [ast.Expr(ellipsis())]
        return statement

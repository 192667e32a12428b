"""The mutants that could be made of Python code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or,
    ast.Or: ast.And, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NOT_RUN = {"annotation", "returns", "decorator_list"}


class Mutant(NamedTuple):
    """Bytes from *begin* to *end* of the file become *now*."""

    path: str
    begin: int
    end: int
    now: str


def mutants(root: Path, path: str) -> Iterator[Mutant]:
    text = (root / path).read_bytes()
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node, now in changed_nodes(ast.parse(text)):
        begin, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
        yield Mutant(path, begin, end, now)


def changed_nodes(node: ast.AST) -> Iterator[tuple[Any, str]]:
    """The nodes below this one that may change, each with its new text."""
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Raise():  # texts, and what only the type checker needs
            return
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield node, f"({ast.unparse(copy_of(node, op=SWAPPED[type(op)]()))})"
        case ast.Compare(ops=[op]):
            yield node, f"({ast.unparse(copy_of(node, ops=[SWAPPED[type(op)]()]))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(bool(value)):
            yield node, str(not value)
        case ast.Constant(int(value)):
            yield node, str(value + 1)
        case ast.Return(ast.AST()):
            yield node, "return None"
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            yield test, f"(not ({ast.unparse(test)}))"
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in NOT_RUN:
                yield from changed_nodes(child)


def copy_of(node: ast.AST, **changed: Any) -> ast.AST:
    return type(node)(**(dict(ast.iter_fields(node)) | changed))

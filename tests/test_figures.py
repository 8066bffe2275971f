"""Every figure says what it is: a docstring below it, or below the figures it is written with."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "autoplay"

ROOMS = ("calibration", "desktop", "game", "inference", "vision")


def _is_figure(value: ast.expr | None) -> bool:
    """Whether an expression is a number, or a tuple of numbers, written out."""
    match value:
        case ast.Constant():
            return type(value.value) in (int, float)
        case ast.UnaryOp():
            return _is_figure(value.operand)
        case ast.BinOp():
            return _is_figure(value.left) and _is_figure(value.right)
        case ast.Tuple():
            return all(_is_figure(each) for each in value.elts)
    return False


def _names(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    each = [one for target in targets for one in getattr(target, "elts", [target])]
    return [one.id for one in each if isinstance(one, ast.Name) and one.id.isupper()]


def _untold(text: str) -> list[str]:
    """Return the figures of a module without a docstring; one speaks for all lines right above."""
    untold: list[str] = []
    waiting: list[str] = []
    last = 0
    for node in ast.parse(text).body:
        if node.lineno > last + 1:
            untold += waiting
            waiting = []
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.Assign | ast.AnnAssign):
            waiting += _names(node) if _is_figure(node.value) else []
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            waiting = []
    return untold + waiting


@pytest.mark.parametrize("room", ROOMS)
def test_every_figure_says_what_it_is(room: str) -> None:
    untold = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if (names := _untold(path.read_text(encoding="utf-8")))
    }
    assert untold == {}


@pytest.mark.parametrize(
    ("text", "untold"),
    [
        ("A = 1", ["A"]),
        ('A = 1\n"""Pixels."""', []),
        ("A, B = 1.5, -2\n\nC = 1 << 20\n", ["A", "B", "C"]),
        ('A = 1\nB = 2\n"""Rows, and columns."""', []),
        ('A = 1\n\nB = 2\n"""Rows."""', ["A"]),
        ('A: tuple[int, ...] = (1, 2)\n\n"""Of something else."""', ["A"]),
        ("A = 'text'\nB = [1]\nc = 2", []),
    ],
)
def test_figures_without_words_are_found(text: str, untold: list[str]) -> None:
    assert _untold(text) == untold

"""A board that no layout fits is called so, whatever it costs to say why."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, Cell, Label, Shape, parse_board
from autoplay.inference import analyze, exact, kernel_available
from autoplay.inference.constraints import Constraint
from autoplay.inference.contradiction import MOST_NAMED, explain, irreducible
from autoplay.policy.explain import witnesses_of
from tests.boards import misread, opened_here_and_there

no_kernel = pytest.mark.skipif(not kernel_available(), reason="the kernel was not compiled here")
engines = pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=no_kernel)])


def _with_only(board: Board, cells: Sequence[int]) -> Board:
    silent = {
        cell: Label.WRONG_FLAG
        for cell in map(Cell, range(len(board.labels)))
        if board[cell].is_number and cell not in cells
    }
    return Board(board.topology, board.with_labels(silent).labels, None)


@no_kernel
@pytest.mark.parametrize(
    ("shape", "size", "share"), [(Shape.TRIANGLE, 30, 0.2), (Shape.SQUARE, 50, 0.3)]
)
def test_a_contradiction_is_none_of_a_frontier_too_wide(
    shape: Shape, size: int, share: float
) -> None:
    """The kernel proves it at once, where the integers cannot count the frontier."""
    board = misread(opened_here_and_there(shape, size, share))
    with pytest.raises(BudgetError):
        exact.count_layouts(board)
    with pytest.raises(ImpossibleBoardError) as info:
        analyze(board, "kernel")
    assert exact.count_layouts(_with_only(board, info.value.witnesses)) == 0
    for spare in info.value.witnesses:
        others = [cell for cell in info.value.witnesses if cell != spare]
        assert exact.count_layouts(_with_only(board, others)) > 0


@no_kernel
def test_a_contradiction_stays_one_where_no_number_can_be_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoplay.inference.contradiction.MAX_WORK", 0)
    board = misread(opened_here_and_there(Shape.TRIANGLE, 30, 0.2))
    with pytest.raises(ImpossibleBoardError, match="takes too long to say which of") as info:
        analyze(board, "kernel")
    assert set(info.value.witnesses) <= {c for c in range(900) if board[Cell(c)].is_number}
    assert info.value.witnesses


def test_a_contradiction_too_costly_to_narrow_down_names_more_numbers_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = parse_board("2##1\n#2##\n33#1\n###1")
    monkeypatch.setattr("autoplay.inference.contradiction.MAX_WORK", 60)
    with pytest.raises(ImpossibleBoardError, match=r"which can be left out\): 0,0 shows 2") as info:
        analyze(board, "python")
    assert list(info.value.witnesses) == [c for c in range(16) if board[Cell(c)].is_number]


def test_an_error_names_no_more_numbers_than_can_be_read() -> None:
    """Rows of 2#2#... that a width of 40 makes impossible, and only all of them together."""
    board = parse_board("\n".join(["2#" * 20] * 40))
    error = explain(board)
    assert len(error.witnesses) > MOST_NAMED
    assert str(error).count("shows") == MOST_NAMED
    assert str(error).endswith(f"and {len(error.witnesses) - MOST_NAMED} more")


def test_leaving_out_many_at_once_leaves_what_one_after_the_other_does() -> None:
    rng = random.Random(1)
    constraints = [Constraint(Cell(n), frozenset({Cell(n)}), 1) for n in range(40)]
    for _ in range(200):
        sets = [set(rng.sample(range(40), rng.randint(1, 6))) for _ in range(5)]
        asked = 0

        def holds(some: Sequence[Constraint], sets: list[set[int]] = sets) -> bool:
            nonlocal asked
            asked += 1
            witnesses = {constraint.witness for constraint in some}
            return any(each <= witnesses for each in sets)

        expected = list(constraints)
        for constraint in reversed(constraints):
            fewer = [other for other in expected if other is not constraint]
            expected = fewer if holds(fewer) else expected
        asked = 0
        assert irreducible(constraints, holds) == expected
        assert asked <= 2 * 6 * 7


@engines
@pytest.mark.parametrize(
    ("rows", "mines", "words"),
    [
        ("1#\n11", 2, "need exactly 1 more mine, but a total of 2 leaves 2"),
        ("1##\n1##\n1##", 9, "leave room for at most 4 more mines, but a total of 9 leaves 9"),
        ("1##\n1##\n1##", 0, "need at least 1 more mine, but a total of 0 leaves 0"),
        ("#2#21\n24###\n#3#5#\n##2##", 8, "need 7 or 9 more mines, but a total of 8 leaves 8"),
    ],
)
def test_a_total_that_cannot_be_is_told_by_the_bound_it_breaks(
    engine: str, rows: str, mines: int, words: str
) -> None:
    with pytest.raises(ImpossibleBoardError, match=words) as info:
        analyze(parse_board(rows, mines), engine)
    assert info.value.witnesses == ()


def test_a_proof_too_dear_to_find_is_no_proof_by_the_total(monkeypatch: pytest.MonkeyPatch) -> None:
    board = parse_board("1#1\n##1")
    assert witnesses_of(parse_board("11#\n###"), Cell(5)) == ((0, 1), False)
    monkeypatch.setattr("autoplay.inference.contradiction.MAX_WORK", 0)
    with pytest.raises(BudgetError, match="too long to say why 1,0 is free"):
        witnesses_of(board, Cell(3))

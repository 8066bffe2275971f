"""The lowest-risk policy against trying every layout, and the reasons it gives."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from autoplay.errors import ImpossibleBoardError, UsageError
from autoplay.game import (
    Action,
    Board,
    Cell,
    Label,
    Shape,
    Topology,
    Variant,
    Verb,
    parse_board,
)
from autoplay.inference import analyze
from autoplay.inference.contradiction import MOST_NAMED
from autoplay.policy import LowestRisk, explained, make_policy
from autoplay.policy.certainty import LOST
from autoplay.policy.explain import reveals_of
from tests.brute_force import layouts_of, positions
from tests.strategies import TILINGS

tilings = pytest.mark.parametrize(("shape", "variant"), TILINGS)


def _chance_of_zero(board: Board, cell: Cell) -> float:
    hidden, layouts = layouts_of(board)
    around = [cell, *board.topology.neighbors[cell]]
    if any(board[other] in (Label.MINE, Label.EXPLODED) for other in around):
        return 0.0
    columns = [hidden.index(other) for other in around if other in hidden]
    return float((~layouts[:, columns].any(axis=1)).mean())


@tilings
def test_every_safe_cell_is_opened_or_else_the_least_risk_likeliest_to_open_a_zero(
    shape: Shape, variant: Variant
) -> None:
    policy = LowestRisk("python")
    for board in positions(Topology(shape, 4, 5, variant), 2, 150):
        if not LOST.keys().isdisjoint(board.labels):
            continue
        hidden, layouts = layouts_of(board)
        risk = dict(zip(hidden, layouts.mean(axis=0), strict=True))
        openable = [cell for cell in board.unopened() if risk[cell] < 1]
        safe = [cell for cell in openable if risk[cell] == 0]
        advice = policy.advise(board)
        opened = [action.cell for action in advice.actions]
        if safe or not openable:
            assert opened == safe
            assert advice.risk == 0
            continue
        lowest = min(risk[cell] for cell in openable)
        tied = [cell for cell in openable if risk[cell] == pytest.approx(lowest)]
        best_chance = max(_chance_of_zero(board, cell) for cell in tied)
        assert advice.risk == pytest.approx(lowest)
        assert opened[0] in tied
        assert _chance_of_zero(board, opened[0]) == pytest.approx(best_chance)


@tilings
def test_the_witnesses_alone_prove_the_safe_cell_and_none_is_spare(
    shape: Shape, variant: Variant
) -> None:
    proved = Counter[bool]()
    for board in positions(Topology(shape, 4, 4, variant), 3, 150):
        advice = explained(board, LowestRisk("python").advise(board), "python")
        if not advice.actions or advice.is_guess:
            continue
        proved[advice.by_total] += 1
        cell = advice.actions[0].cell
        total = board.mines if advice.by_total else None
        assert not _may_be_mined(board, cell, advice.witnesses, total)
        for spare in advice.witnesses:
            others = tuple(witness for witness in advice.witnesses if witness != spare)
            assert _may_be_mined(board, cell, others, total)
        if advice.by_total:
            numbers = tuple(other for other in map(Cell, range(16)) if board[other].is_number)
            assert _may_be_mined(board, cell, numbers, None)
    assert proved[False] > 5
    assert proved[True] > 2


@pytest.mark.parametrize("mines", [15, 16, 40])
def test_the_witnesses_prove_a_safe_cell_with_however_many_mines_in_all(mines: int) -> None:
    board = parse_board(f"mines {mines}\n" + "##1" * mines + "#")
    advice = explained(board, LowestRisk("python").advise(board), "python")
    assert advice.by_total
    assert len(advice.witnesses) == mines
    cell = advice.actions[0].cell
    assert cell in analyze(_told_only(board, advice.witnesses, board.mines)).safe
    for spare in advice.witnesses:
        others = tuple(witness for witness in advice.witnesses if witness != spare)
        assert cell not in analyze(_told_only(board, others, board.mines)).safe
    assert ("..." in advice.reason) is (mines > MOST_NAMED)
    assert advice.reason.endswith("and the mine total")


def _may_be_mined(board: Board, cell: Cell, witnesses: tuple[Cell, ...], total: int | None) -> bool:
    """Whether a mine on the cell fits when only these numbers and the total, if any, are known."""
    hidden, layouts = layouts_of(_told_only(board, witnesses, total))
    return bool(layouts[:, hidden.index(cell)].any())


def _told_only(board: Board, witnesses: tuple[Cell, ...], total: int | None) -> Board:
    """Return the board with the numbers of these cells alone."""
    silent = {
        other: Label.WRONG_FLAG
        for other in map(Cell, range(len(board.topology)))
        if board[other].is_number and other not in witnesses
    }
    return Board(board.topology, board.with_labels(silent).labels, total)


@pytest.mark.parametrize(
    ("rows", "mines", "witnesses", "proof"),
    [
        ("1##\n###\n###", 1, (0,), "5 cells are certainly safe: 0,2 by the numbers at 0,0 and the"),
        ("##", 0, (), "2 cells are certainly safe: 0,0 by the"),
    ],
)
def test_a_proof_by_the_mine_total_says_so(
    rows: str, mines: int, witnesses: tuple[int, ...], proof: str
) -> None:
    board = parse_board(rows, mines)
    advice = explained(board, LowestRisk("python").advise(board), "python")
    assert advice.witnesses == witnesses
    assert advice.by_total
    assert advice.reason == f"{proof} mine total"


def test_a_proof_by_the_total_of_a_large_board_is_not_told() -> None:
    board = parse_board("1" + "#" * 2000, 1)
    advice = explained(board, LowestRisk().advise(board))
    assert advice.reason == "1999 cells are certainly safe"


@tilings
def test_what_a_guess_may_show_is_what_the_layouts_show(shape: Shape, variant: Variant) -> None:
    compared = 0
    for board in positions(Topology(shape, 4, 4, variant), 4, 150):
        advice = explained(board, LowestRisk("python").advise(board), "python")
        if not advice.is_guess:
            continue
        compared += 1
        cell = advice.actions[0].cell
        hidden, layouts = layouts_of(board)
        alive = layouts[~layouts[:, hidden.index(cell)]]
        around = board.topology.neighbors[cell]
        shown = sum(board[other] in (Label.MINE, Label.EXPLODED) for other in around)
        numbers = shown + alive[:, [hidden.index(c) for c in around if c in hidden]].sum(axis=1)
        values, counts = np.unique(numbers, return_counts=True)
        assert [reveal.number for reveal in advice.reveals] == values.tolist()
        assert [r.probability for r in advice.reveals] == pytest.approx(counts / len(alive))
        for reveal in advice.reveals:
            mined = alive[numbers == reveal.number].any(axis=0)
            safe = [c for c, mine in zip(hidden, mined, strict=True) if not mine and c != cell]
            assert reveal.safe_next == sum(board[c] is not Label.UNREADABLE for c in safe)
    assert compared > 5


def test_a_lost_a_won_and_an_unreadable_board_have_no_next_move() -> None:
    policy = LowestRisk("python")
    lost = policy.advise(parse_board("1!\n##", 1))
    won = policy.advise(parse_board("1F\n11", 1))
    flagged = policy.advise(parse_board("1x\n##", 1))
    assert (flagged.actions, flagged.win_probability) == ((), 0.0)
    assert "0,1 is shown to be flagged wrongly" in flagged.reason
    unread = policy.advise(parse_board("1?\n11", 1))
    assert [advice.actions for advice in (lost, won, unread)] == [(), (), ()]
    assert [advice.win_probability for advice in (lost, won, unread)] == [0.0, 1.0, None]


def test_cells_that_no_number_touches_differ_by_what_is_around_them() -> None:
    """Beside the number two mines are certain: no zero opens in the corner above them."""
    board = parse_board("####\n####\n2###", 5)
    assert _chance_of_zero(board, Cell(0)) == 0 < _chance_of_zero(board, Cell(3))
    advice = LowestRisk("python").advise(board)
    assert [action.cell for action in advice.actions] == [3]
    assert f"it opens a zero with one of {_chance_of_zero(board, Cell(3)):.1%}" in advice.reason


def test_a_flagged_cell_is_opened_when_the_flag_is_wrong() -> None:
    advice = LowestRisk("python").advise(parse_board("1##\n1##\n1#F", 3))
    assert Action(Verb.OPEN, Cell(7)) in advice.actions


def test_a_certain_mine_has_nothing_to_reveal() -> None:
    with pytest.raises(ImpossibleBoardError, match="0,1 is a mine in every layout"):
        reveals_of(parse_board("1#", 1), Cell(1), "python")


def test_an_unknown_policy_is_named_with_the_ones_there_are() -> None:
    with pytest.raises(UsageError, match=r"no policy 'luck'; use one of .*lowest_risk"):
        make_policy("luck")

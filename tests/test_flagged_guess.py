"""Of guesses that are as good, or nearly, one without the person's flag is advised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autoplay.game import Board, Cell, Label, make_topology, parse_board
from autoplay.inference import analyze
from autoplay.policy import Policy, Premises, make_policy, on_premises
from autoplay.policy.estimate import by_estimate
from autoplay.policy.settings import Settings
from autoplay.policy.winning_twin import WinningTwin

LOOKS_AHEAD = Settings(endgame_layouts=0)
LOOKS_NO_FURTHER = replace(LOOKS_AHEAD, plies=1)

POLICIES = [
    make_policy("winning"),
    make_policy("winning:endgame_layouts=0"),
    make_policy("winning:endgame_layouts=0,plies=1"),
    make_policy("lowest_risk"),
    WinningTwin(),
    WinningTwin(LOOKS_AHEAD),
    WinningTwin(LOOKS_NO_FURTHER),
]

ONE_OF_TWO = parse_board("11\n##", 1)
"""Both covered cells are a mine with a chance of 50 %."""

UNEQUAL = parse_board("#1##\n#2##\n###1", 3)
"""The cell between the three numbers is the least likely a mine."""


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize(("flagged", "free"), [(2, 3), (3, 2)])
def test_the_cell_without_a_flag_is_advised(policy: Policy, flagged: int, free: int) -> None:
    board = ONE_OF_TWO.with_labels({Cell(flagged): Label.FLAG})
    advice = policy.advise(board)
    assert [action.cell for action in advice.actions] == [free]
    assert advice.risk == pytest.approx(0.5)


@pytest.mark.parametrize(("flagged", "free"), [(2, 3), (3, 2)])
def test_so_it_is_where_risks_are_estimated(flagged: int, free: int) -> None:
    board = ONE_OF_TWO.with_labels({Cell(flagged): Label.FLAG})
    assert by_estimate(board, analyze(board)).actions[0].cell == free


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_a_better_guess_stays_the_advice_though_it_carries_a_flag(policy: Policy) -> None:
    assert policy.advise(UNEQUAL.with_labels({Cell(6): Label.FLAG})).actions[0].cell == 6


def _flagged(board: Board, *cells: int) -> Board:
    return board.with_labels((Cell(cell), Label.FLAG) for cell in cells)


NEARLY_EQUAL = parse_board("##########\n##########\n1#########", 10)
"""Three cells are a mine with a chance of 33.3 %, all others with one of 34.6 %."""


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_in_play_one_that_is_nearly_as_good_is_advised_without_a_flag(policy: Policy) -> None:
    play = on_premises(policy, Premises())
    best = play.advise(NEARLY_EQUAL)
    other = play.advise(_flagged(NEARLY_EQUAL, *(each.cell for each in best.alternatives)))
    (move,) = other.actions
    assert move.cell not in {each.cell for each in best.alternatives}
    assert other.risk <= best.risk + 0.1
    place = NEARLY_EQUAL.topology.place(move.cell)
    assert other.reason.startswith(f"nothing is certain; {place} is a mine with a chance of")


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_in_play_a_much_better_one_stays_the_advice_though_it_carries_a_flag(
    policy: Policy,
) -> None:
    board = parse_board("2##\n###\n###", 3)
    best = on_premises(policy, Premises()).advise(board)
    free = [cell for cell in board.unopened() if cell not in board.topology.neighbors[0]]
    flagged = on_premises(policy, Premises()).advise(_flagged(board, *free))
    assert flagged.actions[0].cell in free
    assert flagged.risk == pytest.approx(best.risk)


@pytest.mark.parametrize(
    ("flagged", "advised"), [((), "2,0"), ((4,), "2,1"), ((4, 5), "2,0")], ids=str
)
def test_of_cells_that_an_assumed_total_makes_safe_one_without_a_flag_is_advised(
    flagged: tuple[int, ...], advised: str
) -> None:
    play = on_premises(make_policy("winning"), Premises(mines=1))
    advice = play.advise(_flagged(parse_board("1#\n##\n##"), *flagged))
    assert [move.format(make_topology("square", 3, 2)) for move in advice.actions] == [
        f"open {advised}"
    ]
    assert advice.risk == 0.0

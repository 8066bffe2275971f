"""Of guesses that are equally good, the one without the person's flag is advised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autoplay.game import Cell, Label, parse_board
from autoplay.inference import analyze
from autoplay.policy import Policy, make_policy
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

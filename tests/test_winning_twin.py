"""The winning policy in plain Python: it keeps its budgets, and claims no setting it has not."""

from __future__ import annotations

from itertools import count

import pytest

from autoplay.errors import UsageError
from autoplay.game import Board, Topology, parse_board
from autoplay.game.topology import Shape
from autoplay.policy import make_policy
from autoplay.policy.settings import Settings
from autoplay.policy.winning_twin import WinningTwin

BOARD = parse_board("########\n#11#####\n#11#####\n########\n########\n########", mines=9)
SMALL = parse_board("1###\n####", mines=2)


@pytest.mark.parametrize(
    "setting", ["isolated=0", "extension=0", "second_share=0", "plies=1", "budget=9ms"]
)
def test_a_setting_it_has_is_in_its_name(setting: str) -> None:
    assert make_policy("winning", "python").name == "winning"
    assert make_policy(f"winning:{setting}", "python").name.startswith("winning:")


@pytest.mark.parametrize("setting", ["extension=2", "second_share=0.1", "off_frontier=0"])
def test_a_setting_that_only_the_kernel_has_is_refused(setting: str) -> None:
    with pytest.raises(UsageError, match="only the compiled kernel"):
        make_policy(f"winning:{setting}", "python")


def test_a_search_with_too_few_nodes_is_cut_short() -> None:
    assert not make_policy("winning", "python").advise(SMALL).cut_short
    advice = make_policy("winning:budget=1nodes", "python").advise(SMALL)
    assert advice.cut_short
    assert advice.method != "exact"


def test_a_search_that_takes_too_long_is_cut_short() -> None:
    """The clock goes on by a second whenever it is looked at."""
    seconds = count()
    hasty = WinningTwin(Settings(budget_ms=1.0), clock=lambda: float(next(seconds)))
    assert hasty.advise(SMALL).cut_short
    assert len(hasty.advise(BOARD).alternatives) == 1
    patient = WinningTwin(Settings(), clock=lambda: float(next(seconds)))
    assert len(patient.advise(BOARD).alternatives) > 1


def test_a_board_without_a_number_is_played() -> None:
    board = Board.covered(Topology(Shape.HEXAGON, 5, 5), 5)
    assert len(make_policy("winning", "python").advise(board).actions) == 1


def test_a_board_of_more_layouts_than_a_number_has_digits_for_is_played() -> None:
    """Python writes no number of over 4300 digits; so many layouts has a board of 150x150."""
    board = Board.covered(Topology(Shape.SQUARE, 150, 150), 4500)
    assert WinningTwin(Settings(plies=1)).advise(board).is_guess

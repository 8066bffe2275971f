"""What is said where clicks have no effect."""

from __future__ import annotations

import pytest

from autoplay.errors import NoEffectError
from autoplay.game import Action, Cell, Verb, parse_board
from autoplay.play.progress import Progress

BOARD = parse_board("11##\nQ##Q")


def _told(*cells: int, verb: Verb = Verb.OPEN) -> str:
    progress, actions = Progress(), [Action(verb, Cell(cell)) for cell in cells]
    for _ in range(2):
        progress.see(BOARD, BOARD, actions, was_clicked=True)
    with pytest.raises(NoEffectError) as stuck:
        progress.see(BOARD, BOARD, actions, was_clicked=True)
    return str(stuck.value)


def test_another_window_may_be_in_the_way() -> None:
    told = "open 0,2, open 0,3 had no effect, three times; is another window in the way?"
    assert _told(2, 3) == told
    assert _told(4, verb=Verb.FLAG).startswith("flag 1,0 had no effect, three times; is another")


def test_the_game_may_open_no_cell_with_a_question_mark() -> None:
    told = "open 1,3 had no effect, three times; some games open no cell with a question mark: "
    assert _told(2, 7) == told + "take such marks away"

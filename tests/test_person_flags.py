"""A flag the person puts on a safe cell is read as a flag, though a number was expected there."""

from __future__ import annotations

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, Target, make_virtual_desktop
from autoplay.game import Action, Cell, Label, Level, Verb
from autoplay.inference import analyze
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo

AREA = Region(0, 0, 480, 480)


@pytest.mark.parametrize(
    ("shape", "look", "scale"),
    [("square", "dark", 1.0), ("square", "classic", 1.5), ("hexagon", "classic", 1.5)],
)
def test_a_first_flag_on_a_safe_cell_is_read_as_one(shape: str, look: str, scale: float) -> None:
    desktop = make_virtual_desktop(
        Level(8, 8, 10), shape, look, 1, pitch=22, monitors=(Monitor(AREA, scale),)
    )
    machine = desktop.machine()
    game = screen_game(machine, find_game(machine, Library(()), AREA, mines=10), Tempo())
    game.board()
    game.perform([Action(Verb.OPEN, Cell(27))])
    flagged = min(analyze(game.board()).safe)
    desktop.deliver(desktop.game, Target.CELL, Cell(flagged), "right")
    desktop.sleep(0.1)
    assert game.board()[Cell(flagged)] is Label.FLAG

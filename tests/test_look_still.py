"""Unknown looks are learned from a picture that stands still, not between two of its frames."""

from __future__ import annotations

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Faults, Monitor, make_virtual_desktop
from autoplay.game import Level
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Result
from autoplay.play.eyes import GrowingEyes
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy

ROOM = Region(0, 0, 480, 560)


def test_no_look_is_learned_while_cells_fade_in(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = make_virtual_desktop(
        Level(9, 9, 10),
        look="classic",
        seed=2,
        pitch=28,
        monitors=(Monitor(ROOM),),
        faults=Faults(animated=1.0),
    )
    learned_while_fading = []
    learn = GrowingEyes._learn

    def watched(eyes: GrowingEyes, *arguments: object) -> object:
        learned_while_fading.append(bool(desktop.game.fading))
        return learn(eyes, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(GrowingEyes, "_learn", watched)
    machine = desktop.machine()
    found = find_game(machine, Library(()), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    finished = Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    assert finished.result in (Result.WON, Result.LOST)
    assert learned_while_fading
    assert not any(learned_while_fading)

"""Games in which the moves are the person's: what they do between two looks."""

from __future__ import annotations

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import StoppedError
from autoplay.game import Cell, Level
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import AnyEvent, Result, Unseen
from autoplay.play.found_game import screen_game
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy

ROOM = Region(0, 0, 480, 480)


def _desktop() -> VirtualDesktop:
    return make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 3, pitch=24, monitors=(Monitor(ROOM),)
    )


def test_a_game_that_the_person_closes_is_told_of_after_one_look() -> None:
    desktop = _desktop()
    machine = desktop.machine()

    def the_person_closes_it() -> None:
        desktop.windows.clear()
        desktop.sleep(0.1)

    def listen(event: AnyEvent) -> None:
        if isinstance(event, Unseen):
            told.append(event.seconds)
            raise StoppedError("enough was heard")

    told: list[float] = []
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    manner = Manner(advise_only=True, wait=the_person_closes_it)
    with pytest.raises(StoppedError):
        Session(game, make_policy("lowest_risk"), machine.clock.now, manner, [listen]).run()
    assert 3.0 < told[0] < 5.0


@pytest.mark.parametrize("opened_at_once", [False, True])
def test_a_person_who_begins_another_game_ends_this_one_without_an_error(
    opened_at_once: bool,
) -> None:
    desktop = _desktop()
    desktop.game.open_quietly(Cell(40))

    game_before = desktop.game.game

    def the_person_begins_another() -> None:
        if desktop.game.game is game_before:
            desktop.game.restart()
            desktop.game.repaint()
            if opened_at_once:
                desktop.game.open_quietly(Cell(80))
        desktop.sleep(0.1)

    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    manner = Manner(GuessMode.ASK, advise_only=True, wait=the_person_begins_another)
    finished = Session(game, make_policy("lowest_risk"), machine.clock.now, manner).run()
    assert (finished.result, finished.message) == (Result.STOPPED, "you began another game")

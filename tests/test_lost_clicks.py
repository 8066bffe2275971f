"""What is made of a click that the game never took, before the next look can tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.game import (
    Action,
    Board,
    Cell,
    Done,
    Game,
    Label,
    Level,
    Minefield,
    Outcome,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.outcome import outcome_after
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import make_policy

ROOM = Region(0, 0, 400, 400)


def _game_dropping_its_second_click(
    clicks_per_second: float, monkeypatch: pytest.MonkeyPatch
) -> tuple[ScreenGame, list[Action]]:
    """A game after its first move, and two more cells that are free."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 1, pitch=24, monitors=(Monitor(ROOM),)
    )
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    game = screen_game(machine, found, Tempo(clicks_per_second, settle=0.004, fixed=True))
    game.board()
    game.perform([Action(Verb.OPEN, Cell(40))])
    game.board()
    minefield = desktop.game.game.minefield
    assert minefield is not None
    covered = [c for c in game.board().cells(Label.COVERED) if c not in minefield.mines]
    lost = iter([True])

    def delays(self: Delivery) -> list[float]:
        return [] if next(lost, False) else [0.0]

    monkeypatch.setattr(Delivery, "delays", delays)
    return game, [Action(Verb.OPEN, cell) for cell in covered[:2]]


def test_a_click_that_showed_nothing_when_it_was_due_is_not_counted_as_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, moves = _game_dropping_its_second_click(50, monkeypatch)
    done = game.perform(moves)
    assert list(done.actions) == moves
    assert len(done.kept) == 1


def test_a_click_whose_effect_may_still_come_is_counted_as_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, moves = _game_dropping_its_second_click(200, monkeypatch)
    assert list(game.perform(moves).kept) == moves


class _TakesLate:
    """A game that takes its second click so late that it was not counted as made."""

    def __init__(self) -> None:
        shown = ("01#\n01#\n01#\n01#", "01#\n011\n011\n01#")
        self._boards = iter([parse_board(rows, 2) for rows in shown])
        self.clicks = 0

    def board(self) -> Board:
        """Before the clicks, and after them: won."""
        return next(self._boards)

    def perform(self, actions: Sequence[Action]) -> Done:
        """Both are clicked, the second seems to be lost."""
        self.clicks += len(actions)
        return Done(actions, actions[1:])


def test_a_cell_opened_by_a_click_that_came_late_is_no_sign_of_a_loss() -> None:
    finished = Session(_TakesLate(), make_policy("lowest_risk"), lambda: 0.0).run()
    assert finished.result is Result.WON


def test_a_last_cell_that_the_person_opened_is_no_sign_of_a_loss() -> None:
    before, now = (parse_board(rows, 2) for rows in ("01#\n01#\n01#\n01#", "01#\n011\n011\n01#"))
    assert outcome_after(before, [Action(Verb.OPEN, Cell(5))], now) is Outcome.WON


class _TwiceFlagged:
    """A game whose second advised cell the person flags, with another one, before its click."""

    def __init__(self) -> None:
        shown = ("01#\n01#\n01#\n01#", "01F\n011\n01F\n01#")
        self._boards: Iterator[Board] = iter([parse_board(rows, 2) for rows in shown])
        self.clicks = 0

    def board(self) -> Board:
        """Before the click, and after it."""
        return next(self._boards)

    def perform(self, actions: Sequence[Action]) -> Done:
        """Only the first is clicked."""
        self.clicks += 1
        return Done(actions[:1])


def test_flags_of_the_persons_on_cells_that_were_not_clicked_are_no_loss() -> None:
    finished = Session(_TwiceFlagged(), make_policy("lowest_risk"), lambda: 0.0).run()
    assert finished.result is Result.FLAGGED


class _FlaggedOnce:
    """A game in which the person flags a free cell right before the first moves after the start."""

    def __init__(self) -> None:
        self.game = Game.on(Minefield.of(make_topology("square", 4, 6), [0, 7, 9, 11]))
        self.game.perform([Action(Verb.OPEN, Cell(18))])
        self._flags = [Action(Verb.FLAG, Cell(6))]
        self.clicks = 0

    def board(self) -> Board:
        """What the game shows."""
        return self.game.board()

    def perform(self, actions: Sequence[Action]) -> Done:
        """The person is quicker."""
        self.game.perform(self._flags)
        self._flags = []
        return self.game.perform(actions)


def test_flags_of_its_own_beside_one_of_the_persons_are_no_loss() -> None:
    session = Session(_FlaggedOnce(), make_policy("lowest_risk"), lambda: 0.0, Manner(flags=True))
    assert session.run().result is Result.FLAGGED

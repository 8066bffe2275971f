"""Flags that the person puts on the board: they are read, never opened, and asked about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, Target, make_virtual_desktop
from autoplay.game import (
    Action,
    Board,
    Cell,
    Done,
    Game,
    Label,
    Level,
    Minefield,
    Verb,
    parse_board,
)
from autoplay.inference import analyze
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import Advice
from tests.games_by_rules import POLICY, Deaf, still

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


def test_a_flag_of_the_persons_is_never_opened() -> None:
    board = parse_board("1F#\n1##\n1F#", 3)  # both flags are wrong: the mine is between them
    finished = Session(Deaf(board), POLICY, still).run()
    assert (finished.result, finished.clicks) == (Result.FLAGGED, 0)
    what = "all that is advised carries your flag: open 0,1, open 2,1"
    assert finished.message == f"{what}; remove the flag to go on"


class _Unflagging(Deaf):
    """A person removes their flags when asked, and clicks what a game by the rules takes."""

    def __init__(self, board: Board, mines: Collection[Cell]) -> None:
        super().__init__(board)
        self._opened = Game.on(Minefield.of(board.topology, mines))
        self.asked: list[str] = []

    def remove_flag(self, what: str) -> bool:
        self.asked.append(what)
        flags = list(self._board.cells(Label.FLAG))
        self._board = self._board.with_labels((cell, Label.COVERED) for cell in flags)
        return True

    def perform(self, actions: Sequence[Action]) -> Done:
        self._opened.perform(actions)
        opened = self._opened.board().labels
        self._board = self._board.with_labels((a.cell, Label(opened[a.cell])) for a in actions)
        return Done(actions)


def test_a_person_who_removes_their_flags_has_the_game_played_on() -> None:
    board = parse_board("1F#\n1##\n1F#", 3)
    game = _Unflagging(board, [Cell(2), Cell(4), Cell(8)])
    finished = Session(game, POLICY, still, Manner(remove_flag=game.remove_flag)).run()
    assert finished.result is Result.WON
    assert game.asked == ["all that is advised carries your flag: open 0,1, open 2,1"]


def test_what_is_certain_and_carries_no_flag_is_played_first() -> None:
    board = parse_board("1F#\n1##\n1##", 3)
    game = _Unflagging(board, [Cell(2), Cell(4), Cell(8)])
    finished = Session(game, POLICY, still).run()
    assert game.board().labels[7] == 2
    assert finished.message == (
        "all that is advised carries your flag: open 0,1; remove the flag to go on"
    )


class _Flagging(Deaf):
    """A person flags cells before a click comes, and the click is left out for that."""

    def perform(self, actions: Sequence[Action]) -> Done:
        topology = self._board.topology
        cells = [actions[0].cell, topology.cell(0, 0), topology.cell(0, 1), topology.cell(0, 3)]
        self._board = self._board.with_labels((cell, Label.FLAG) for cell in cells)
        return Done(())


def test_flags_a_person_sets_where_nothing_was_clicked_are_no_mines_of_a_lost_game() -> None:
    playable = _Flagging(parse_board("####\n####\n####\n####", mines=6))
    finished = Session(playable, POLICY, still).run()
    assert finished.result is Result.FLAGGED


def test_nothing_is_asked_about_that_carries_a_flag_of_the_persons() -> None:
    asked: list[Sequence[Action]] = []

    def allow(board: Board, advice: Advice) -> bool:
        asked.append(advice.actions)
        return False

    board = parse_board("1F#\n1##\n1##", 3)
    Session(Deaf(board), POLICY, still, Manner(allow=allow)).run()
    Session(Deaf(board), POLICY, still, Manner(allow=allow, flags=True)).run()
    opened, flag = Action(Verb.OPEN, Cell(7)), Action(Verb.FLAG, Cell(4))
    assert asked == [(opened,), (opened, flag)]

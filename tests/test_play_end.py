"""Games whose end cannot be seen as it is: beneath a dialog, or with every cell shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from autoplay.bench.known_looks import library_for, true_lattice
from autoplay.desktop.ports import Frame, Region
from autoplay.desktop.virtual import Monitor, Target, make_virtual_desktop
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow
from autoplay.errors import (
    Beneath,
    LostBoardError,
    UnreadableError,
    VisionError,
    WrongTotalError,
)
from autoplay.game import (
    MAX_NUMBER,
    Action,
    Board,
    Cell,
    Done,
    Label,
    Outcome,
    Verb,
    parse_board,
)
from autoplay.play.board_on_screen import find_game
from autoplay.play.ending import LOST_BENEATH
from autoplay.play.events import Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import Advice, Premises, make_policy, on_premises

POLICY = make_policy("lowest_risk")
ROOM = Region(0, 0, 480, 480)


def _still() -> float:
    return 0.0


class _CoveredAtTheEnd:
    """A game whose last look is hidden by a dialog, ``until`` so many clicks were made; ``closed``
    are clicked cells seen closed beside it, ``hidden`` those never seen open, ``exploded`` those
    that show a mine, ``numbers`` what is drawn since."""

    def __init__(
        self,
        before: Board,
        until: int | None = None,
        closed: Sequence[int] = (),
        hidden: Sequence[int] = (),
        exploded: Sequence[int] = (),
        *,
        numbers: dict[int, int] | None = None,
        error: VisionError | None = None,
    ) -> None:
        self._before, self._until, self._closed = before, until, closed
        self._error = error or UnreadableError("a dialog lies over the board")
        self._hidden, self._exploded, self._numbers = hidden, exploded, numbers or {}
        self._done: Sequence[Action] = ()

    @property
    def clicks(self) -> int:
        """So many were made."""
        return len(self._done)

    def board(self) -> Board:
        """The board, until something was clicked."""
        if self._done:
            error = self._error
            seen = {action.cell for action in self._done} - {*self._closed}
            hidden = seen.intersection(self._hidden)
            exploded = frozenset(self._exploded)
            opened = frozenset(seen - hidden)
            error.beneath = Beneath(opened, frozenset(hidden), exploded, self._numbers)
            raise error
        return self._before

    def perform(self, actions: Sequence[Action]) -> Done:
        """Each is clicked, unless the dialog came before."""
        self._done = actions[: self._until]
        return Done(self._done)


class _CoveredUntilClosed(_CoveredAtTheEnd):
    """A game whose last look, a win, is hidden until the dialog is closed."""

    closed = False

    def close(self) -> None:
        """The dialog goes."""
        self.closed = True

    def board(self) -> Board:
        """The board won, once it can be seen."""
        return parse_board("1#1\n111\n000", 1) if self.closed else super().board()


class _SlowlyGivenUp(_CoveredAtTheEnd):
    """The same on a clock: a click takes 1 s, and a look is given up after 3."""

    seconds = 0.0

    def now(self) -> float:
        """The clock."""
        return self.seconds

    def board(self) -> Board:
        """Given up once something was clicked."""
        self.seconds += 3.0 if self._done else 0.0
        return super().board()

    def perform(self, actions: Sequence[Action]) -> Done:
        """One second passes."""
        self.seconds += 1.0
        return super().perform(actions)


def test_what_covers_the_end_of_a_game_is_waited_for_after_its_play() -> None:
    covered = _SlowlyGivenUp(parse_board("01#\n01#\n01#\n01#", 2))
    finished = Session(covered, POLICY, covered.now).run()
    assert (finished.result, finished.played, finished.waited) == (Result.WON, 1.0, 3.0)


def test_a_board_covered_after_its_last_free_cell_was_opened_is_won() -> None:
    covered = _CoveredAtTheEnd(parse_board("01#\n01#\n01#\n01#", 2))
    finished = Session(covered, POLICY, _still).run()
    assert finished.result is Result.WON


@pytest.mark.parametrize(
    ("hidden", "result", "words"),
    [((), Result.WON, "were opened"), ((5,), Result.LIKELY_WON, "hides whether")],
)
def test_a_win_whose_last_cells_were_not_seen_is_only_likely(
    hidden: tuple[int, ...], result: Result, words: str
) -> None:
    covered = _CoveredAtTheEnd(parse_board("01#\n01#\n01#\n01#", 2), hidden=hidden)
    finished = Session(covered, POLICY, _still).run()
    assert finished.result is result
    assert words in (finished.message or "")


LAST_TWO = """
000000000
000000000
000000000
000000000
011101121
12#101#3#
#211123##
12111#3##
01#1112##
"""
"""A game of KMines: 6,8 and 7,7 are safe, and of the other cells between them nothing is known."""


@pytest.mark.parametrize(
    ("until", "likely", "won"),
    [(None, 10, True), (None, None, False), (1, 10, False), (None, 9, False)],
    ids=["all clicked", "no total", "one click missing", "another total"],
)
def test_a_win_beneath_a_dialog_may_rest_on_the_total_that_is_assumed(
    until: int | None, likely: int | None, *, won: bool
) -> None:
    covered = _CoveredAtTheEnd(parse_board(LAST_TWO), until, hidden=range(81))
    session = Session(covered, POLICY, _still, likely_mines=likely)
    if won:
        finished = session.run()
        assert finished.result is Result.LIKELY_WON
        assert (finished.message or "").endswith("if there are 10 mines in all")
    else:
        with pytest.raises(UnreadableError):
            session.run()


@pytest.mark.parametrize(("likely", "won"), [(3, True), (None, False)])
def test_a_last_cell_that_is_free_by_the_assumed_total_wins_by_it(
    likely: int | None, *, won: bool
) -> None:
    covered = _CoveredAtTheEnd(parse_board("##20\n##20\n2210\n0000"), hidden=[0])
    policy = on_premises(POLICY, Premises(mines=3))
    session = Session(covered, policy, _still, likely_mines=likely)
    if won:
        assert session.run().result is Result.LIKELY_WON
    else:
        with pytest.raises(UnreadableError, match="was a guess"):
            session.run()


def test_a_guess_that_shows_a_mine_beside_the_dialog_is_a_loss() -> None:
    board = parse_board("1#\n1#", 1)
    for exploded, lost in (((1, 3), True), ((0,), False)):
        session = Session(_CoveredAtTheEnd(board, closed=[1, 3], exploded=exploded), POLICY, _still)
        if lost:
            finished = session.run()
            assert (finished.result, finished.message) == (Result.LOST, LOST_BENEATH)
        else:
            with pytest.raises(UnreadableError):
                session.run()


@pytest.mark.parametrize("knows_mines", [True, False])
def test_a_loss_is_seen_although_the_game_asks_for_another_one_over_its_board(
    *, knows_mines: bool
) -> None:
    desktop = make_virtual_desktop("beginner", seed=3, monitors=(Monitor(ROOM),), at=(120, 120))
    deliver, guessed = desktop.deliver, list[Cell | None]()

    def asked_after_a_loss(
        window: GameWindow, target: Target, cell: Cell | None, button: str
    ) -> None:
        deliver(window, target, cell, button)
        if window.game.outcome is Outcome.LOST:
            guessed.append(cell)
            left, top, width, height = window.board_region()
            away = top + 10 if (cell or 0) > 40 else top + height - 90
            over = Region(left + 20, away, width - 40, 80)
            desktop.windows.append(PlainWindow("Again?", "another game", over, window.monitor))

    cast(Any, desktop).deliver = asked_after_a_loss
    machine, library = desktop.machine(), library_for("classic", "square", 24)
    found = find_game(machine, library, ROOM, mines=10)
    if not knows_mines:
        kept = ~np.isin(found.skin.labels, [Label.MINE, Label.EXPLODED])
        labels, pictures = found.skin.labels[kept], found.skin.pictures[kept]
        found = replace(found, skin=replace(found.skin, labels=labels, pictures=pictures))
    game = screen_game(machine, found, Tempo())
    results = []
    for _ in range(60):
        if guessed:
            break
        desktop.press("F2")
        machine.clock.sleep(1.0)
        game.forget()
        results.append(Session(game, POLICY, machine.clock.now).run())
    assert guessed
    assert results[-1].result is Result.LOST


def test_a_last_free_cell_seen_closed_beside_the_dialog_is_no_win() -> None:
    board = parse_board("01#\n01#\n01#\n01#", 2)
    with pytest.raises(UnreadableError):
        Session(_CoveredAtTheEnd(board, closed=[5]), POLICY, _still).run()


@pytest.mark.parametrize(
    ("numbers", "won"),
    [({2: 2, 6: 2}, True), ({}, False), ({2: 1, 6: 1}, False), ({2: 3, 6: 3}, False)],
    ids=["a flood", "nothing", "numbers that leave a doubt", "no numbers that can be"],
)
def test_a_win_beneath_a_dialog_is_seen_by_the_numbers_that_a_flood_drew(
    numbers: dict[int, int], won: bool
) -> None:
    covered = _CoveredAtTheEnd(parse_board("0###\n0###"), numbers=numbers)
    session = Session(covered, POLICY, _still)
    if won:
        assert session.run().result is Result.WON
    else:
        with pytest.raises(UnreadableError):
            session.run()


@pytest.mark.parametrize(("until", "told"), [(None, True), (1, False)])
def test_an_error_tells_whether_all_was_clicked_that_wins_the_game(
    until: int | None, told: bool
) -> None:
    board = parse_board("01#\n01#\n01#\n01#", 2)
    with pytest.raises(UnreadableError) as error:
        Session(_CoveredAtTheEnd(board, until, closed=range(12)), POLICY, _still).run()
    assert ("most likely won" in str(error.value)) is told
    assert "a dialog lies over the board" in str(error.value)


def test_an_error_right_after_a_guess_tells_that_the_game_may_be_lost() -> None:
    with pytest.raises(UnreadableError, match="was a guess, so the game may be lost"):
        Session(_CoveredAtTheEnd(parse_board("1#\n1#", 1)), POLICY, _still).run()


def test_a_flood_that_opened_the_last_free_cells_before_the_dialog_came_is_a_win() -> None:
    covered = _CoveredAtTheEnd(parse_board("1#1#\n111#\n####\n####", 1), until=1)
    assert Session(covered, POLICY, _still).run().result is Result.WON


def test_a_board_covered_before_the_last_free_cell_was_clicked_is_an_error() -> None:
    covered = _CoveredAtTheEnd(parse_board("01#\n01#\n01#\n01#", 2), until=1)
    with pytest.raises(UnreadableError):
        Session(covered, POLICY, _still).run()


def test_a_dialog_the_person_said_how_to_close_is_closed_and_the_board_read() -> None:
    game = _CoveredUntilClosed(parse_board("1##\n###\n###", 1))
    finished = Session(game, POLICY, _still, Manner(uncover=game.close)).run()
    assert finished.result is Result.WON


def test_one_dialog_after_another_is_closed() -> None:
    game = _CoveredUntilClosed(parse_board("1##\n###\n###", 1))
    dialogs = ["the best times", "a name", "congratulations"]

    def close() -> None:
        dialogs.pop()
        if not dialogs:
            game.close()

    finished = Session(game, POLICY, _still, Manner(uncover=close)).run()
    assert finished.result is Result.WON


def test_what_covers_a_board_in_mid_game_is_the_persons_to_move_and_no_key_is_pressed() -> None:
    covered = _CoveredAtTheEnd(parse_board("\n".join(["01########"] * 4), 8))
    asked: list[str] = []
    pressed: list[None] = []

    def look_again(error: VisionError | LostBoardError) -> bool:
        asked.append(str(error))
        return len(asked) < 3

    manner = Manner(uncover=lambda: pressed.append(None), look_again=look_again)
    with pytest.raises(UnreadableError):
        Session(covered, POLICY, _still, manner).run()
    assert len(asked) == 3
    assert not pressed


def test_a_wrong_mine_total_is_told_at_once_and_no_key_is_pressed() -> None:
    board, wrong = parse_board("01#\n01#\n01#\n01#", 2), WrongTotalError("2 mines do not fit")
    game = _CoveredAtTheEnd(board, closed=range(12), error=wrong)
    asked: list[str] = []

    def look_again(error: VisionError | LostBoardError) -> bool:
        asked.append(str(error))
        return len(asked) < 3

    manner = Manner(uncover=lambda: asked.append("a key"), look_again=look_again)
    with pytest.raises(WrongTotalError):
        Session(game, POLICY, _still, manner).run()
    assert not asked


def test_what_no_key_closes_at_the_end_is_the_persons_to_move() -> None:
    game = _CoveredUntilClosed(parse_board("1##\n###\n###", 1))
    pressed: list[None] = []

    def look_again(_: VisionError | LostBoardError) -> bool:
        game.close()
        return True

    manner = Manner(uncover=lambda: pressed.append(None), look_again=look_again)
    assert Session(game, POLICY, _still, manner).run().result is Result.WON
    assert len(pressed) == 3


def test_a_board_covered_in_mid_game_is_an_error() -> None:
    covered = _CoveredAtTheEnd(parse_board("01##\n01##\n01##\n01##", 3))
    with pytest.raises(UnreadableError):
        Session(covered, POLICY, _still).run()


class _ShowsEverythingAtTheEnd(_CoveredAtTheEnd):
    """A lost game that opens every cell and draws all mines alike."""

    def board(self) -> Board:
        """The board, until something was clicked; then all of it."""
        return parse_board("1*\n1*", 2) if self.clicks else parse_board("##\n##", 2)


def test_a_mine_where_it_clicked_is_a_loss_even_when_all_cells_are_shown() -> None:
    game = _ShowsEverythingAtTheEnd(parse_board("##\n##", 2))
    lowest = _AlwaysOpens(1)
    finished = Session(game, lowest, _still).run()
    assert (finished.result, finished.bbbv) == (Result.LOST, None)


class _AlwaysOpens:
    """A policy with one idea."""

    name = "one cell"

    def __init__(self, cell: int) -> None:
        self._cell = Cell(cell)

    def advise(self, board: Board) -> Advice:
        """Open that cell."""
        return Advice((Action(Verb.OPEN, self._cell),), 0.5, "it always does")


def test_cells_in_doubt_are_told_with_what_can_be_done_first() -> None:
    desktop = make_virtual_desktop("beginner", seed=3, monitors=(Monitor(ROOM),))
    machine, grab = desktop.machine(), desktop.grab
    game = screen_game(
        machine, find_game(machine, library_for("classic", "square", 24), ROOM, mines=10), Tempo()
    )
    game.board()
    game.perform([Action(Verb.OPEN, Cell(40))])
    board = game.board()
    number = next(cell for cell, label in enumerate(board.labels) if 0 < label <= MAX_NUMBER)
    first = true_lattice(desktop.game)

    def scribbled(region: Region) -> Frame:
        frame = grab(region)
        pixels = frame.pixels.copy()
        for cell in (number, board.labels.index(Label.COVERED)):
            point = first.center(cell)
            x, y = round(point[0] - region.left), round(point[1] - region.top)
            pixels[y - 6 : y + 6, x - 8 : x + 8] = (40, 230, 60, 255)
        return replace(frame, pixels=pixels)

    cast(Any, desktop).grab = scribbled
    with pytest.raises(UnreadableError, match=r"^the board is in doubt; .*--calibrate`: .*cell"):
        game.board()

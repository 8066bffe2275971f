"""Games in which the moves are the person's: what they do between two looks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import nullcontext

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import (
    AutoplayError,
    DesktopError,
    LostBoardError,
    PausedError,
    StoppedError,
    UnreadableError,
    VisionError,
)
from autoplay.game import Action, Board, Cell, Done, Game, Level, Verb, parse_board
from autoplay.play.board_on_screen import find_game
from autoplay.play.ending import OVER_UNTOLD
from autoplay.play.events import Acted, Advised, AnyEvent, Result, Unseen, decode, encode
from autoplay.play.found_game import screen_game
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.pace import Tempo
from autoplay.play.persons_move import GONE_SECONDS
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.games_by_rules import POLICY, beginner, still

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


def test_the_3bv_of_a_loss_is_what_was_opened_before_the_game_showed_everything() -> None:
    finished = Session(_OpensAll(), POLICY, still, Manner(advise_only=True)).run()
    assert (finished.result, finished.bbbv) == (Result.LOST, 0)


def test_advice_alone_follows_the_persons_own_game_to_its_end() -> None:
    game, events = beginner(1), list[AnyEvent]()

    def the_person_clicks() -> None:
        mines = game.minefield.mines if game.minefield else frozenset()
        game.perform(
            [Action(Verb.OPEN, next(c for c in game.board().unopened() if c not in mines))]
        )

    manner = Manner(advise_only=True, wait=the_person_clicks)
    finished = Session(game, POLICY, still, manner, [events.append]).run()
    assert finished.result is Result.WON
    assert sum(isinstance(event, Advised) for event in events) > 1
    assert not any(isinstance(event, Acted) for event in events)


def test_what_cannot_be_read_while_the_person_plays_is_waited_out() -> None:
    game = _Flickering(beginner(3))
    finished = Session(game, POLICY, still, Manner(advise_only=True, wait=game.flicker)).run()
    assert finished.result is Result.WON
    assert game.unreadable > 1


@pytest.mark.parametrize("trouble", [LostBoardError("no still"), DesktopError("locked")])
def test_what_hides_the_screen_at_the_persons_move_is_waited_out(trouble: AutoplayError) -> None:
    looks = ["##/##", "", "", "#1/11", "#1/11"]

    class Filmed(_Closed):
        def board(self) -> Board:
            shown = looks.pop(0)
            if not shown:
                raise trouble
            return parse_board(shown.replace("/", "\n"), 1)

    manner = Manner(advise_only=True)
    assert Session(Filmed(), POLICY, still, manner).run().result is Result.WON


@pytest.mark.parametrize("manner", [Manner(GuessMode.ASK), Manner(advise_only=True)])
def test_what_covers_the_board_between_two_looks_at_the_persons_move_is_waited_out(
    manner: Manner,
) -> None:
    looks = ["##/##", "#1/11", "", "", "#1/11", "#1/11"]  # congratulations come up, and go

    class Congratulated(_Closed):
        def board(self) -> Board:
            shown = looks.pop(0)
            if not shown:
                raise UnreadableError("a dialog is over the board")
            return parse_board(shown.replace("/", "\n"), 1)

    assert Session(Congratulated(), POLICY, still, manner).run().result is Result.WON


class _Closed:
    """A game that a person closes instead of making their move."""

    clicks = 0

    def __init__(self) -> None:
        self.seconds = 0.0
        self._is_open = True

    def now(self) -> float:
        """Every look at what is not there takes a while."""
        return self.seconds

    def board(self) -> Board:
        if self._is_open:
            self._is_open = False
            return parse_board("##\n##", 1)
        self.seconds += 3.0
        raise UnreadableError("the board is no longer where it was")

    def perform(self, actions: Sequence[Action]) -> Done:
        """Never called: the person plays."""
        raise AssertionError(actions)


@pytest.mark.parametrize("manner", [Manner(GuessMode.ASK), Manner(advise_only=True)])
def test_a_game_that_the_person_closes_is_told_of_once_and_ends_in_an_error(manner: Manner) -> None:
    game, events = _Closed(), list[AnyEvent]()
    with pytest.raises(UnreadableError, match="no longer where it was"):
        Session(game, POLICY, game.now, manner, [events.append]).run()
    assert GONE_SECONDS <= game.seconds < GONE_SECONDS + 10
    told = [event for event in events if isinstance(event, Unseen)]
    assert [event.reason for event in told] == ["the board is no longer where it was"]
    assert decode(encode(told[0])) == told[0]


def test_asking_waits_for_the_persons_own_click_and_goes_on() -> None:
    game, asked = beginner(3), list[int]()

    def the_person_clicks() -> None:
        asked.append(1)
        mines = game.minefield.mines if game.minefield else frozenset()
        free = next(c for c in game.board().unopened() if c not in mines)
        game.perform([Action(Verb.OPEN, free)])

    finished = Session(
        game, POLICY, still, Manner(guess=GuessMode.ASK, wait=the_person_clicks)
    ).run()
    assert finished.result is Result.WON
    assert asked
    assert finished.guesses == []


class _OpensAll:
    """A game in which the person hits a mine, and that opens everything then; it looks won."""

    clicks = 0

    def __init__(self, before: str = "#1##\n1###\n####\n####") -> None:
        shown = (before, before, "*11*\n1111\n1100\n*100")
        self._boards = iter([parse_board(rows, 3) for rows in (*shown, shown[-1])])

    def board(self) -> Board:
        return next(self._boards)

    def perform(self, actions: Sequence[Action]) -> Done:
        """Never called: the person plays."""
        raise AssertionError(actions)


@pytest.mark.parametrize("manner", [Manner(GuessMode.ASK), Manner(advise_only=True)])
def test_a_mine_that_the_person_hits_is_no_win_where_everything_is_shown(manner: Manner) -> None:
    assert Session(_OpensAll(), POLICY, still, manner).run().result is Result.LOST


def test_a_last_move_of_the_persons_that_mines_show_after_is_called_neither() -> None:
    manner = Manner(advise_only=True)
    finished = Session(_OpensAll("##1#\n1111\n1100\n#100"), POLICY, still, manner).run()
    assert (finished.result, finished.message) == (Result.STOPPED, OVER_UNTOLD)


class _OpensAllWhileAsked(_OpensAll):
    """The same, of which the person hits a mine while they are asked to allow a move."""

    def __init__(self, *, is_paused: bool) -> None:
        before = "##1#\n1111\n1100\n#100"
        self._is_paused = is_paused
        self._boards = iter([parse_board(rows, 3) for rows in (before, "*11*\n1111\n1100\n*100")])

    def perform(self, actions: Sequence[Action]) -> Done:
        """No click is made on a board that changed."""
        if self._is_paused:
            raise PausedError("paused: you moved the mouse")
        return Done(())


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_board_that_was_opened_while_the_person_was_asked_is_called_neither(
    is_paused: bool,
) -> None:
    manner = Manner(allow=lambda board, advice: True, go_on=lambda: True)
    game = _OpensAllWhileAsked(is_paused=is_paused)
    finished = Session(game, POLICY, still, manner).run()
    assert (finished.result, finished.message) == (Result.STOPPED, OVER_UNTOLD)


class _Flickering:
    """A game that a person plays and that cannot be read at every second look."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._hidden = False
        self.unreadable = 0

    clicks = 0

    def flicker(self) -> None:
        """Hide the board, or show it with one more free cell opened."""
        self._hidden = not self._hidden
        if not self._hidden:
            mines = self._game.minefield.mines if self._game.minefield else frozenset()
            free = next(c for c in self._game.board().unopened() if c not in mines)
            self._game.perform([Action(Verb.OPEN, free)])

    def board(self) -> Board:
        if self._hidden:
            self.unreadable += 1
            raise UnreadableError("a menu is over the board")
        return self._game.board()

    def perform(self, actions: Sequence[Action]) -> Done:
        """Never called: the person plays."""
        raise AssertionError(actions)


@pytest.mark.parametrize("looks", [{1}, {3}])
@pytest.mark.parametrize("goes_on", [True, False])
def test_a_person_is_asked_where_a_film_runs_over_the_board(
    looks: set[int], *, goes_on: bool
) -> None:
    asked: list[str] = []

    def ask(error: VisionError | LostBoardError) -> bool:
        asked.append(error.what)
        return goes_on

    session = Session(_Filmed(beginner(3), looks), POLICY, still, Manner(look_again=ask))
    with nullcontext() if goes_on else pytest.raises(LostBoardError):
        assert session.run().result in (Result.WON, Result.LOST)
    assert asked == ["the board did not stand still"]


class _Filmed:
    """A game over which a film runs at some of its ``looks``, counted from 1."""

    def __init__(self, game: Game, looks: Collection[int]) -> None:
        self._game, self._looks, self._look = game, looks, 0

    @property
    def clicks(self) -> int:
        return self._game.clicks

    def board(self) -> Board:
        self._look += 1
        if self._look in self._looks:
            raise LostBoardError("the board did not stand still")
        return self._game.board()

    def perform(self, actions: Sequence[Action]) -> Done:
        return self._game.perform(actions)

"""A session plays any Playable: here games by the rules, no pixels needed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from autoplay.errors import AutoplayError, NoEffectError, StoppedError, UnreadableError
from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Minefield,
    Outcome,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.play.events import Acted, Advised, AnyEvent, Finished, Looked, Result, decode, encode
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.outcome import bbbv_of, is_all_open, outcome_after, outcome_of
from autoplay.play.session import Session
from autoplay.policy import Advice, make_policy
from tests.strategies import minefields

POLICY = make_policy("lowest_risk")


def _still() -> float:
    return 0.0


def _beginner(seed: int, mines: int = 10) -> Game:
    topology = make_topology("square", 9, 9)
    return Game(topology, mines, FirstClick.OPENING, random.Random(seed))


def test_a_session_plays_to_a_real_end_and_tells_every_step() -> None:
    results = set()
    for seed in range(12):
        game, events = _beginner(seed, mines=16), list[AnyEvent]()
        finished = Session(game, POLICY, _still, listeners=[events.append]).run()
        results.add(finished.result)
        assert (finished.result is Result.WON) == (game.outcome is Outcome.WON)
        assert events[-1] == finished
        assert finished.clicks == game.clicks
        if finished.result is Result.WON:
            assert game.minefield is not None
            assert finished.bbbv == game.minefield.bbbv()
        else:
            assert finished.guesses
    assert results == {Result.WON, Result.LOST}


def test_every_event_round_trips_through_its_json() -> None:
    events = list[AnyEvent]()
    Session(_beginner(1), POLICY, _still, listeners=[events.append]).run()
    assert [decode(encode(event)) for event in events] == events
    assert '"event":"finished"' in encode(events[-1])


def test_never_guessing_stops_where_nothing_is_certain() -> None:
    finished = Session(_beginner(1), POLICY, _still, Manner(guess=GuessMode.NEVER)).run()
    assert finished.result is Result.STOPPED
    assert finished.clicks == 0


def test_a_dry_run_clicks_nothing_and_says_what_it_would_do() -> None:
    game = _beginner(1)
    finished = Session(game, POLICY, _still, Manner(dry_run=True)).run()
    assert game.clicks == 0
    assert finished.message is not None
    assert finished.message.startswith("dry run: would open ")


def test_advice_alone_follows_the_persons_own_game_to_its_end() -> None:
    game, events = _beginner(1), list[AnyEvent]()

    def the_person_clicks() -> None:
        mines = game.minefield.mines if game.minefield else frozenset()
        game.perform(
            [Action(Verb.OPEN, next(c for c in game.board().unopened() if c not in mines))]
        )

    manner = Manner(advise_only=True, wait=the_person_clicks)
    finished = Session(game, POLICY, _still, manner, [events.append]).run()
    assert finished.result is Result.WON
    assert sum(isinstance(event, Advised) for event in events) > 1
    assert not any(isinstance(event, Acted) for event in events)


def test_what_cannot_be_read_while_the_person_plays_is_waited_out() -> None:
    game = _Flickering(_beginner(3))
    finished = Session(game, POLICY, _still, Manner(advise_only=True, wait=game.flicker)).run()
    assert finished.result is Result.WON
    assert game.unreadable > 1


def test_asking_waits_for_the_persons_own_click_and_goes_on() -> None:
    game, asked = _beginner(3), list[int]()

    def the_person_clicks() -> None:
        asked.append(1)
        mines = game.minefield.mines if game.minefield else frozenset()
        free = next(c for c in game.board().unopened() if c not in mines)
        game.perform([Action(Verb.OPEN, free)])

    finished = Session(
        game, POLICY, _still, Manner(guess=GuessMode.ASK, wait=the_person_clicks)
    ).run()
    assert finished.result is Result.WON
    assert asked
    assert finished.guesses == []


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

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Never called: the person plays."""
        raise AssertionError(actions)


class _Deaf:
    """A game that shows a board and ignores every action."""

    def __init__(self, board: Board) -> None:
        self._board = board

    clicks = 0

    def board(self) -> Board:
        return self._board

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Nothing happens."""
        return actions


class _Restless(_Deaf):
    """A game whose picture changes before each of its first clicks, so that none is made."""

    def __init__(self, board: Board, restless: int) -> None:
        super().__init__(board)
        self._left = restless

    def board(self) -> Board:
        """The board, won once it was clicked."""
        return parse_board("1#1\n111\n000", 1) if self.clicks else super().board()

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Nothing is clicked at first."""
        self._left -= 1
        if self._left >= 0:
            return ()
        self.clicks += len(actions)
        return actions


def test_a_picture_that_changes_before_a_few_clicks_does_not_end_the_game() -> None:
    game = _Restless(parse_board("1##\n###\n###", 1), restless=5)
    assert Session(game, POLICY, _still).run().result is Result.WON


def test_a_picture_that_always_changes_before_a_click_ends_the_game() -> None:
    game = _Restless(parse_board("1##\n###\n###", 1), restless=1000)
    with pytest.raises(NoEffectError, match="picture changed"):
        Session(game, POLICY, _still).run()


def test_no_effect_is_an_error_and_not_a_loop() -> None:
    events = list[AnyEvent]()
    deaf = _Deaf(parse_board("1##\n1##\n1##", 3))
    with pytest.raises(NoEffectError, match="open 0,1"):
        Session(deaf, POLICY, _still, listeners=[events.append]).run()
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.result is Result.ERROR


def test_a_flag_of_the_persons_is_never_opened() -> None:
    board = parse_board("1F#\n1##\n1F#", 3)  # both flags are wrong: the mine is between them
    with pytest.raises(NoEffectError, match="remove the flag"):
        Session(_Deaf(board), POLICY, _still).run()


class _Stopping(_Deaf):
    def board(self) -> Board:
        raise StoppedError("stopped by the stop key")


def test_a_stop_ends_the_game_as_stopped() -> None:
    events = list[AnyEvent]()
    stopping = _Stopping(parse_board("##"))
    with pytest.raises(StoppedError):
        Session(stopping, POLICY, _still, listeners=[events.append]).run()
    assert [e.result for e in events if isinstance(e, Finished)] == [Result.STOPPED]


def test_looks_count_what_is_covered_and_how_many_mines_are_left() -> None:
    events = list[AnyEvent]()
    with pytest.raises(AutoplayError):
        Session(
            _Deaf(parse_board("1F#\n1##\n1F#", 3)), POLICY, _still, listeners=[events.append]
        ).run()
    look = next(event for event in events if isinstance(event, Looked))
    assert (look.covered, look.mines_left) == (6, 1)


@pytest.mark.parametrize(
    ("text", "mines", "outcome"),
    [
        ("1#\n11", 1, Outcome.WON),
        ("1F\n11", None, Outcome.WON),
        ("1#\n11", None, Outcome.PLAYING),
        ("##\n##", 4, Outcome.WON),
        ("##\n##", None, Outcome.PLAYING),
        ("1!\n##", 1, Outcome.LOST),
        ("1*\n##", 2, Outcome.LOST),
        ("1*\n11", 1, Outcome.WON),
        ("x#\n##", None, Outcome.LOST),
    ],
)
def test_what_a_board_shows_of_its_outcome(text: str, mines: int | None, outcome: Outcome) -> None:
    assert outcome_of(parse_board(text, mines)) is outcome


@given(minefields(max_side=5))
def test_the_3bv_of_a_won_board_is_the_minefields(field: Minefield) -> None:
    game = Game.on(field)
    free = [c for c in range(len(field.topology)) if c not in field.mines]
    game.perform([Action(Verb.OPEN, Cell(c)) for c in free])
    assert bbbv_of(game.board()) == field.bbbv()


def test_a_guess_keeps_its_risk() -> None:
    board = parse_board("2##\n###\n###", 3)
    with pytest.raises(NoEffectError):
        Session(_Deaf(board), POLICY, _still, listeners=[(seen := list[AnyEvent]()).append]).run()
    last = seen[-1]
    assert isinstance(last, Finished)
    assert last.guesses[0].cell == (2, 2)
    assert last.guesses[0].risk == pytest.approx(0.2)


class _CoveredAtTheEnd:
    """A game whose last look is hidden by a dialog, ``closed`` the cells seen beside it."""

    def __init__(self, before: Board, until: int | None = None, closed: Sequence[int] = ()) -> None:
        self._before, self._until, self._closed = before, until, closed
        self.clicks = 0

    def board(self) -> Board:
        """The board, until something was clicked."""
        if self.clicks:
            error = UnreadableError("a dialog lies over the board")
            error.opened = frozenset(range(len(self._before.labels))) - {*self._closed}
            raise error
        return self._before

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Each is clicked, unless the dialog came before."""
        done = actions[: self._until]
        self.clicks += len(done)
        return done


class _CoveredUntilClosed(_CoveredAtTheEnd):
    """A game whose last look, a win, is hidden until the dialog is closed."""

    closed = False

    def close(self) -> None:
        """The dialog goes."""
        self.closed = True

    def board(self) -> Board:
        """The board won, once it can be seen."""
        return parse_board("1#1\n111\n000", 1) if self.closed else super().board()


def test_a_board_covered_after_its_last_free_cell_was_opened_is_won() -> None:
    covered = _CoveredAtTheEnd(parse_board("01#\n01#\n01#\n01#", 2))
    finished = Session(covered, POLICY, _still).run()
    assert finished.result is Result.WON


def test_a_last_free_cell_seen_closed_beside_the_dialog_is_no_win() -> None:
    board = parse_board("01#\n01#\n01#\n01#", 2)
    with pytest.raises(UnreadableError):
        Session(_CoveredAtTheEnd(board, closed=[5]), POLICY, _still).run()


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


def test_a_board_covered_in_mid_game_is_an_error() -> None:
    covered = _CoveredAtTheEnd(parse_board("01##\n01##\n01##\n01##", 3))
    with pytest.raises(UnreadableError):
        Session(covered, POLICY, _still).run()


def test_a_board_that_a_loss_opened_whole_is_not_taken_for_a_win() -> None:
    before = parse_board("1##\n###\n###", 1)
    shown = parse_board("1F1\n111\n000", 1)
    hit, beside = Action(Verb.OPEN, Cell(1)), Action(Verb.OPEN, Cell(3))
    assert outcome_of(shown) is Outcome.WON
    assert outcome_after(before, [hit], shown) is Outcome.LOST
    assert outcome_after(before, [beside], shown) is Outcome.LOST  # the zeros were not reached


def test_two_flags_set_by_the_person_one_where_it_clicked_are_no_loss() -> None:
    before = parse_board("111##\n1####\n1####\n#####", 5)
    flagged = parse_board("111F#\n1#F##\n1####\n#####", 5)
    lost = parse_board("111F#\n1#F##\n1#F##\n#####", 5)
    clicked = Action(Verb.OPEN, Cell(3))
    assert outcome_after(before, [clicked], flagged) is Outcome.PLAYING
    assert outcome_after(before, [clicked], lost) is Outcome.LOST


def test_a_flag_set_by_the_person_where_it_clicked_is_no_loss() -> None:
    before, now = parse_board("1##\n###\n###", 3), parse_board("1F#\n###\n###", 3)
    assert outcome_after(before, [Action(Verb.OPEN, Cell(1))], now) is Outcome.PLAYING


def test_mines_taken_for_flags_where_it_clicked_are_a_loss() -> None:
    before, now = parse_board("1##\n###\n###", 3), parse_board("1FF\n##F\n###", 3)
    assert outcome_after(before, [Action(Verb.OPEN, Cell(1))], now) is Outcome.LOST


def test_a_flood_explains_what_it_opened() -> None:
    before = parse_board("###\n###\n###", 1)
    won = parse_board("1#1\n111\n000", 1)
    bottom, corner = Action(Verb.OPEN, Cell(7)), Action(Verb.OPEN, Cell(0))
    last = Action(Verb.OPEN, Cell(2))
    assert outcome_after(before, [bottom, corner, last], won) is Outcome.WON


class _ShowsEverythingAtTheEnd(_CoveredAtTheEnd):
    """A lost game that opens every cell and draws all mines alike."""

    def board(self) -> Board:
        """The board, until something was clicked; then all of it."""
        return parse_board("1*\n1*", 2) if self.clicks else parse_board("##\n##", 2)


def test_a_mine_where_it_clicked_is_a_loss_even_when_all_cells_are_shown() -> None:
    game = _ShowsEverythingAtTheEnd(parse_board("##\n##", 2))
    lowest = _AlwaysOpens(1)
    assert Session(game, lowest, _still).run().result is Result.LOST


class _AlwaysOpens:
    """A policy with one idea."""

    name = "one cell"

    def __init__(self, cell: int) -> None:
        self._cell = Cell(cell)

    def advise(self, board: Board) -> Advice:
        """Open that cell."""
        return Advice((Action(Verb.OPEN, self._cell),), 0.5, "it always does")


def test_the_3bv_of_a_win_is_known_where_the_mine_total_is_not() -> None:
    topology = make_topology("square", 5, 5)
    field = Minefield.of(topology, [0, 7])
    game = Game.on(field)
    game.perform([Action(Verb.OPEN, Cell(24))])
    unknown = replace(game.board(), mines=None)
    assert not is_all_open(unknown)
    game.perform(
        [Action(Verb.OPEN, cell) for cell in unknown.unopened() if cell not in field.mines]
    )
    assert is_all_open(replace(game.board(), mines=None))

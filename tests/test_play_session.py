"""A session plays any Playable: here games by the rules, no pixels needed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from autoplay.errors import DisprovedError, NoEffectError, StoppedError, UnclickedMineError
from autoplay.game import Action, Board, Cell, Done, FirstClick, Game, Outcome, Verb, parse_board
from autoplay.play.events import AnyEvent, Finished, FlagsRefused, Looked, Result, decode, encode
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.outcome import bbbv_of
from autoplay.play.session import Session
from autoplay.policy.opener import Opener
from autoplay.policy.premises import Premises, on_premises
from tests.another_game import AnotherGame
from tests.games_by_rules import POLICY, Deaf, beginner, still


def test_a_session_plays_to_a_real_end_and_tells_every_step() -> None:
    results = set()
    for seed in range(12):
        game, events = beginner(seed, mines=16), list[AnyEvent]()
        finished = Session(game, POLICY, still, listeners=[events.append]).run()
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


def test_the_3bv_of_a_game_that_was_under_way_is_what_was_opened_since() -> None:
    game = beginner(3)
    game.perform([Action(Verb.OPEN, Cell(0))])
    before = bbbv_of(game.board())
    finished = Session(game, POLICY, still).run()
    assert finished.bbbv == bbbv_of(game.board()) - before
    assert finished.bbbv > 0 and before > 0


def test_every_event_round_trips_through_its_json() -> None:
    events = list[AnyEvent]()
    Session(beginner(1), POLICY, still, listeners=[events.append]).run()
    assert [decode(encode(event)) for event in events] == events
    assert '"event":"finished"' in encode(events[-1])


def test_never_guessing_stops_where_nothing_is_certain() -> None:
    finished = Session(beginner(1), POLICY, still, Manner(guess=GuessMode.NEVER)).run()
    assert finished.result is Result.UNDECIDED
    assert finished.clicks == 0
    assert finished.message is not None
    assert finished.message.count("nothing is certain") == 1


def test_a_dry_run_clicks_nothing_and_says_what_it_would_do() -> None:
    game = beginner(1)
    finished = Session(game, POLICY, still, Manner(dry_run=True)).run()
    assert game.clicks == 0
    assert finished.message is not None
    assert finished.message.startswith("dry run: would open ")


@pytest.mark.parametrize(("mines", "said"), [(1, "is its mine total 1?"), (None, "same game")])
def test_a_mine_where_none_could_be_is_an_error_and_no_plain_loss(
    mines: int | None, said: str
) -> None:
    events = list[AnyEvent]()
    game = AnotherGame("#10#\n110#\n000#\n000#", mines)
    with pytest.raises(DisprovedError, match=said):
        Session(game, POLICY, still, listeners=[events.append]).run()
    assert isinstance(events[-1], Finished) and events[-1].result is Result.ERROR


class _AnotherClick:
    """A game whose player opens more than was clicked: the cell that explodes."""

    clicks = 0

    def __init__(self, shown: str, *later: str) -> None:
        self._boards = [parse_board(rows, 1) for rows in (shown, *later)]

    def board(self) -> Board:
        return self._boards[0]

    def perform(self, actions: Sequence[Action]) -> Done:
        del self._boards[0]
        return Done(actions)


@pytest.mark.parametrize("hit", ["!", "*"])
def test_a_mine_that_was_not_clicked_is_an_error_where_it_exploded(hit: str) -> None:
    game = _AnotherClick("#1##\n11##\n00##\n00##", f"{hit}100\n1100\n0000\n0000")
    session = Session(game, POLICY, still)
    if hit == "!":
        with pytest.raises(UnclickedMineError, match="0,0 exploded, and was not clicked; did you"):
            session.run()
    else:  # the game is won, and shows it
        assert session.run().result is Result.WON


class _Losing:
    """A game by the rules that loses its first clicks."""

    def __init__(self, game: Game, lost: int) -> None:
        self._game, self._lost = game, lost

    @property
    def clicks(self) -> int:
        return self._game.clicks

    def board(self) -> Board:
        return self._game.board()

    def perform(self, actions: Sequence[Action]) -> Done:
        """Do nothing while clicks are lost."""
        self._lost -= 1
        return Done(()) if self._lost >= 0 else self._game.perform(actions)


def test_a_guess_that_had_to_be_made_again_is_one() -> None:
    alone, repeated = (
        Session(_Losing(beginner(3, mines=16), lost), POLICY, still).run() for lost in (0, 2)
    )
    assert alone.guesses and repeated.guesses == alone.guesses


class _LeavingOut(_Losing):
    """A game whose picture changes with its first opened cell: no flag is clicked after that."""

    def perform(self, actions: Sequence[Action]) -> Done:
        """Set flags where nothing is to be opened."""
        opens = [action for action in actions if action.verb is Verb.OPEN]
        return self._game.perform(opens or actions)


@pytest.mark.parametrize("seed", range(6))
def test_a_flag_that_was_left_out_was_not_refused(seed: int) -> None:
    """All that was clicked is to show before a guess, but nothing that was not."""
    events = list[AnyEvent]()
    game = _LeavingOut(beginner(seed, mines=16), 0)
    assert Session(game, POLICY, still, Manner(flags=True), [events.append]).run().guesses
    assert not any(isinstance(event, FlagsRefused) for event in events)


def test_a_board_that_is_full_by_the_assumed_total_alone_is_most_likely_won() -> None:
    """The corner is free where there are three mines."""
    game = AnotherGame("##20\n##20\n2210\n0000", None)
    finished = Session(game, on_premises(POLICY, Premises(mines=4)), still, likely_mines=4).run()
    assert finished.result is Result.LIKELY_WON
    assert (finished.message or "").endswith("if there are 4 mines in all")


def test_a_mine_at_a_first_click_that_was_promised_to_be_free_is_a_loss() -> None:
    game = AnotherGame("####\n####\n####\n####", 3)
    policy = Opener(POLICY, FirstClick.SAFE)
    assert Session(game, policy, still).run().result is Result.LOST


class _Restless(Deaf):
    """A game whose picture changes before each of its first clicks, so that none is made."""

    def __init__(self, board: Board, restless: int) -> None:
        super().__init__(board)
        self._left = restless

    def board(self) -> Board:
        """The board, won once it was clicked."""
        return parse_board("1#1\n111\n000", 1) if self.clicks else super().board()

    def perform(self, actions: Sequence[Action]) -> Done:
        """Nothing is clicked at first."""
        self._left -= 1
        if self._left >= 0:
            return Done(())
        self.clicks += len(actions)
        return Done(actions)


def test_a_picture_that_changes_before_a_few_clicks_does_not_end_the_game() -> None:
    game = _Restless(parse_board("1##\n###\n###", 1), restless=5)
    assert Session(game, POLICY, still).run().result is Result.WON


def test_a_picture_that_always_changes_before_a_click_ends_the_game() -> None:
    game = _Restless(parse_board("1##\n###\n###", 1), restless=1000)
    with pytest.raises(NoEffectError, match="picture changed"):
        Session(game, POLICY, still).run()


def test_no_effect_is_an_error_and_not_a_loop() -> None:
    events = list[AnyEvent]()
    deaf = Deaf(parse_board("1##\n1##\n1##", 3))
    with pytest.raises(NoEffectError, match="open 0,1"):
        Session(deaf, POLICY, still, listeners=[events.append]).run()
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.result is Result.ERROR


class _Stopping(Deaf):
    def board(self) -> Board:
        raise StoppedError("stopped by the stop key")


def test_a_stop_ends_the_game_as_stopped() -> None:
    events = list[AnyEvent]()
    stopping = _Stopping(parse_board("##"))
    with pytest.raises(StoppedError):
        Session(stopping, POLICY, still, listeners=[events.append]).run()
    assert [e.result for e in events if isinstance(e, Finished)] == [Result.STOPPED]


def test_ctrl_c_ends_the_game_as_stopped() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    events = list[AnyEvent]()
    manner = Manner(advise_only=True, wait=press)
    with pytest.raises(KeyboardInterrupt):
        Session(beginner(1), POLICY, still, manner, [events.append]).run()
    last = events[-1]
    assert isinstance(last, Finished)
    assert (last.result, last.message) == (Result.STOPPED, "stopped by Ctrl-C")


def test_looks_count_what_is_covered_and_how_many_mines_are_left() -> None:
    events = list[AnyEvent]()
    Session(Deaf(parse_board("1F#\n1##\n1F#", 3)), POLICY, still, listeners=[events.append]).run()
    look = next(event for event in events if isinstance(event, Looked))
    assert (look.covered, look.mines_left) == (6, 1)


def test_a_guess_keeps_its_risk() -> None:
    board = parse_board("2##\n###\n###", 3)
    with pytest.raises(NoEffectError):
        Session(Deaf(board), POLICY, still, listeners=[(seen := list[AnyEvent]()).append]).run()
    last = seen[-1]
    assert isinstance(last, Finished)
    assert last.guesses[0].cell == (2, 2)
    assert last.guesses[0].risk == pytest.approx(0.2)

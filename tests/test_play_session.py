"""A session plays any Playable: here games by the rules, no pixels needed."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import pytest

from autoplay.errors import (
    DisprovedError,
    NoEffectError,
    PausedError,
    StoppedError,
    UnclickedMineError,
    UnreadableError,
)
from autoplay.game import (
    Action,
    Board,
    Cell,
    FirstClick,
    Game,
    Label,
    Minefield,
    Outcome,
    Verb,
    make_topology,
    parse_board,
)
from autoplay.play.ending import OVER_UNTOLD
from autoplay.play.events import (
    Acted,
    Advised,
    AnyEvent,
    Finished,
    Looked,
    Result,
    Unseen,
    decode,
    encode,
)
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.outcome import bbbv_of
from autoplay.play.persons_move import GONE_SECONDS
from autoplay.play.session import Session
from autoplay.policy import Advice, make_policy
from autoplay.policy.opener import Opener
from autoplay.policy.premises import Premises, on_premises
from tests.another_game import AnotherGame

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


def test_the_3bv_of_a_game_that_was_under_way_is_what_was_opened_since() -> None:
    game = _beginner(3)
    game.perform([Action(Verb.OPEN, Cell(0))])
    before = bbbv_of(game.board())
    finished = Session(game, POLICY, _still).run()
    assert finished.bbbv == bbbv_of(game.board()) - before
    assert finished.bbbv > 0 and before > 0


def test_the_3bv_of_a_loss_is_what_was_opened_before_the_game_showed_everything() -> None:
    finished = Session(_OpensAll(), POLICY, _still, Manner(advise_only=True)).run()
    assert (finished.result, finished.bbbv) == (Result.LOST, 0)


def test_every_event_round_trips_through_its_json() -> None:
    events = list[AnyEvent]()
    Session(_beginner(1), POLICY, _still, listeners=[events.append]).run()
    assert [decode(encode(event)) for event in events] == events
    assert '"event":"finished"' in encode(events[-1])


def test_never_guessing_stops_where_nothing_is_certain() -> None:
    finished = Session(_beginner(1), POLICY, _still, Manner(guess=GuessMode.NEVER)).run()
    assert finished.result is Result.UNDECIDED
    assert finished.clicks == 0
    assert finished.message is not None
    assert finished.message.count("nothing is certain") == 1


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

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
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


class _OpensAll:
    """A game in which the person hits a mine, and that opens everything then; it looks won."""

    clicks = 0

    def __init__(self, before: str = "#1##\n1###\n####\n####") -> None:
        shown = (before, before, "*11*\n1111\n1100\n*100")
        self._boards = iter([parse_board(rows, 3) for rows in (*shown, shown[-1])])

    def board(self) -> Board:
        return next(self._boards)

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Never called: the person plays."""
        raise AssertionError(actions)


@pytest.mark.parametrize("manner", [Manner(GuessMode.ASK), Manner(advise_only=True)])
def test_a_mine_that_the_person_hits_is_no_win_where_everything_is_shown(manner: Manner) -> None:
    assert Session(_OpensAll(), POLICY, _still, manner).run().result is Result.LOST


def test_a_last_move_of_the_persons_that_mines_show_after_is_called_neither() -> None:
    manner = Manner(advise_only=True)
    finished = Session(_OpensAll("##1#\n1111\n1100\n#100"), POLICY, _still, manner).run()
    assert (finished.result, finished.message) == (Result.STOPPED, OVER_UNTOLD)


class _OpensAllWhileAsked(_OpensAll):
    """The same, of which the person hits a mine while they are asked to allow a move."""

    def __init__(self, *, is_paused: bool) -> None:
        before = "##1#\n1111\n1100\n#100"
        self._is_paused = is_paused
        self._boards = iter([parse_board(rows, 3) for rows in (before, "*11*\n1111\n1100\n*100")])

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """No click is made on a board that changed."""
        if self._is_paused:
            raise PausedError("paused: you moved the mouse")
        return ()


@pytest.mark.parametrize("is_paused", [False, True])
def test_a_board_that_was_opened_while_the_person_was_asked_is_called_neither(
    is_paused: bool,
) -> None:
    manner = Manner(allow=lambda board, advice: True, go_on=lambda: True)
    game = _OpensAllWhileAsked(is_paused=is_paused)
    finished = Session(game, POLICY, _still, manner).run()
    assert (finished.result, finished.message) == (Result.STOPPED, OVER_UNTOLD)


@pytest.mark.parametrize(("mines", "said"), [(1, "is its mine total 1?"), (None, "same game")])
def test_a_mine_where_none_could_be_is_an_error_and_no_plain_loss(
    mines: int | None, said: str
) -> None:
    events = list[AnyEvent]()
    game = AnotherGame("#10#\n110#\n000#\n000#", mines)
    with pytest.raises(DisprovedError, match=said):
        Session(game, POLICY, _still, listeners=[events.append]).run()
    assert isinstance(events[-1], Finished) and events[-1].result is Result.ERROR


class _AnotherClick:
    """A game whose player opens more than was clicked: the cell that explodes."""

    clicks = 0

    def __init__(self, shown: str, *later: str) -> None:
        self._boards = [parse_board(rows, 1) for rows in (shown, *later)]

    def board(self) -> Board:
        return self._boards[0]

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        del self._boards[0]
        return actions


@pytest.mark.parametrize("hit", ["!", "*"])
def test_a_mine_that_was_not_clicked_is_an_error_where_it_exploded(hit: str) -> None:
    game = _AnotherClick("#1##\n11##\n00##\n00##", f"{hit}100\n1100\n0000\n0000")
    session = Session(game, POLICY, _still)
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

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Do nothing while clicks are lost."""
        self._lost -= 1
        return () if self._lost >= 0 else self._game.perform(actions)


def test_a_guess_that_had_to_be_made_again_is_one() -> None:
    alone, repeated = (
        Session(_Losing(_beginner(3, mines=16), lost), POLICY, _still).run() for lost in (0, 2)
    )
    assert alone.guesses and repeated.guesses == alone.guesses


def test_a_board_that_is_full_by_the_assumed_total_alone_is_most_likely_won() -> None:
    """The corner is free where there are three mines."""
    game = AnotherGame("##20\n##20\n2210\n0000", None)
    finished = Session(game, on_premises(POLICY, Premises(mines=4)), _still, likely_mines=4).run()
    assert finished.result is Result.LIKELY_WON
    assert (finished.message or "").endswith("if there are 4 mines in all")


def test_a_mine_at_a_first_click_that_was_promised_to_be_free_is_a_loss() -> None:
    game = AnotherGame("####\n####\n####\n####", 3)
    policy = Opener(POLICY, FirstClick.SAFE)
    assert Session(game, policy, _still).run().result is Result.LOST


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
    finished = Session(_Deaf(board), POLICY, _still).run()
    assert (finished.result, finished.clicks) == (Result.FLAGGED, 0)
    what = "all that is advised carries your flag: open 0,1, open 2,1"
    assert finished.message == f"{what}; remove the flag to go on"


class _Unflagging(_Deaf):
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

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        self._opened.perform(actions)
        opened = self._opened.board().labels
        self._board = self._board.with_labels((a.cell, Label(opened[a.cell])) for a in actions)
        return actions


def test_a_person_who_removes_their_flags_has_the_game_played_on() -> None:
    board = parse_board("1F#\n1##\n1F#", 3)
    game = _Unflagging(board, [Cell(2), Cell(4), Cell(8)])
    finished = Session(game, POLICY, _still, Manner(remove_flag=game.remove_flag)).run()
    assert finished.result is Result.WON
    assert game.asked == ["all that is advised carries your flag: open 0,1, open 2,1"]


def test_what_is_certain_and_carries_no_flag_is_played_first() -> None:
    board = parse_board("1F#\n1##\n1##", 3)
    game = _Unflagging(board, [Cell(2), Cell(4), Cell(8)])
    finished = Session(game, POLICY, _still).run()
    assert game.board().labels[7] == 2
    assert finished.message == (
        "all that is advised carries your flag: open 0,1; remove the flag to go on"
    )


class _Flagging(_Deaf):
    """A person flags cells before a click comes, and the click is left out for that."""

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        topology = self._board.topology
        cells = [actions[0].cell, topology.cell(0, 0), topology.cell(0, 1), topology.cell(0, 3)]
        self._board = self._board.with_labels((cell, Label.FLAG) for cell in cells)
        return ()


def test_flags_a_person_sets_where_nothing_was_clicked_are_no_mines_of_a_lost_game() -> None:
    playable = _Flagging(parse_board("####\n####\n####\n####", mines=6))
    finished = Session(playable, POLICY, _still).run()
    assert finished.result is Result.FLAGGED


def test_nothing_is_asked_about_that_carries_a_flag_of_the_persons() -> None:
    asked: list[Sequence[Action]] = []

    def allow(board: Board, advice: Advice) -> bool:
        asked.append(advice.actions)
        return False

    board = parse_board("1F#\n1##\n1##", 3)
    Session(_Deaf(board), POLICY, _still, Manner(allow=allow)).run()
    Session(_Deaf(board), POLICY, _still, Manner(allow=allow, flags=True)).run()
    opened, flag = Action(Verb.OPEN, Cell(7)), Action(Verb.FLAG, Cell(4))
    assert asked == [(opened,), (opened, flag)]


class _Stopping(_Deaf):
    def board(self) -> Board:
        raise StoppedError("stopped by the stop key")


def test_a_stop_ends_the_game_as_stopped() -> None:
    events = list[AnyEvent]()
    stopping = _Stopping(parse_board("##"))
    with pytest.raises(StoppedError):
        Session(stopping, POLICY, _still, listeners=[events.append]).run()
    assert [e.result for e in events if isinstance(e, Finished)] == [Result.STOPPED]


def test_ctrl_c_ends_the_game_as_stopped() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    events = list[AnyEvent]()
    manner = Manner(advise_only=True, wait=press)
    with pytest.raises(KeyboardInterrupt):
        Session(_beginner(1), POLICY, _still, manner, [events.append]).run()
    last = events[-1]
    assert isinstance(last, Finished)
    assert (last.result, last.message) == (Result.STOPPED, "stopped by Ctrl-C")


def test_looks_count_what_is_covered_and_how_many_mines_are_left() -> None:
    events = list[AnyEvent]()
    Session(_Deaf(parse_board("1F#\n1##\n1F#", 3)), POLICY, _still, listeners=[events.append]).run()
    look = next(event for event in events if isinstance(event, Looked))
    assert (look.covered, look.mines_left) == (6, 1)


def test_a_guess_keeps_its_risk() -> None:
    board = parse_board("2##\n###\n###", 3)
    with pytest.raises(NoEffectError):
        Session(_Deaf(board), POLICY, _still, listeners=[(seen := list[AnyEvent]()).append]).run()
    last = seen[-1]
    assert isinstance(last, Finished)
    assert last.guesses[0].cell == (2, 2)
    assert last.guesses[0].risk == pytest.approx(0.2)

"""Play goes on with what is proven while some of the last clicks still show no effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.errors import DesktopError, UnreadableError
from autoplay.game import UNOPENED, Action, Board, Cell, Done, Level, Verb
from autoplay.play.black_box import BlackBox
from autoplay.play.board_on_screen import find_game
from autoplay.play.chords import Chords
from autoplay.play.events import Acted, AnyEvent, Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import EFFECT_SECONDS, ENOUGH, SOONEST, Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Recorder
from autoplay.play.replay import replay
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import Advice, make_policy

ROOM = Region(0, 0, 400, 400)
LATE = 0.05


def _game(seed: int, *, left_chords: bool = False) -> tuple[Machine, ScreenGame]:
    return _game_on(_desktop(seed, left_chords=left_chords))


def _desktop(seed: int, *, left_chords: bool = False) -> VirtualDesktop:
    return make_virtual_desktop(
        Level(9, 9, 10),
        seed=seed,
        pitch=24,
        monitors=(Monitor(ROOM),),
        left_chords=left_chords,
    )


def _game_on(desktop: VirtualDesktop) -> tuple[Machine, ScreenGame]:
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    return machine, screen_game(machine, found, Tempo(200, settle=0.004, fixed=True))


@pytest.fixture
def every_third_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game gets every third click 0.05 s after it was made."""
    made = iter(range(1_000_000))
    monkeypatch.setattr(Delivery, "delays", lambda self: [LATE if next(made) % 3 == 1 else 0.0])


def _free(game: ScreenGame) -> list[Cell]:
    """Two cells that are free, of a game with one click made."""
    game.board()
    game.perform([Action(Verb.OPEN, Cell(40))])
    advice = make_policy("lowest_risk").advise(game.board())
    assert not advice.is_guess
    return [action.cell for action in advice.actions[:2]]


def test_a_lost_click_is_not_repeated_on_a_board_that_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop = _desktop(seed=3)
    machine, game = _game_on(desktop)
    clicked, other = _free(game)
    monkeypatch.setattr(Delivery, "delays", lambda self: [])
    game.perform([Action(Verb.OPEN, clicked)])
    desktop.game.open_quietly(other)
    began = machine.clock.now()
    board = game.board()
    assert machine.clock.now() - began >= EFFECT_SECONDS / 2
    assert [board[cell] in UNOPENED for cell in (clicked, other)] == [True, False]
    assert game.clicks == 2


@pytest.mark.parametrize("is_fast", [False, True])
def test_a_lost_click_is_repeated_the_sooner_the_faster_the_game_was_seen_to_be(
    is_fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, game = _game_on(_desktop(seed=3))
    clicked, _ = _free(game)
    for _ in range(ENOUGH if is_fast else 0):
        game.pace.shown([machine.clock.now()], machine.clock.now() + 0.002)
    delivered = iter([[], [0.0]])
    monkeypatch.setattr(Delivery, "delays", lambda self: next(delivered))
    game.perform([Action(Verb.OPEN, clicked)])
    began = machine.clock.now()
    assert game.board()[clicked] not in UNOPENED
    assert (machine.clock.now() - began < 2 * SOONEST) is is_fast
    assert game.clicks == 3


@pytest.mark.usefixtures("every_third_is_late")
def test_a_board_is_returned_once_it_shows_some_of_the_clicks_and_then_once_it_shows_all() -> None:
    machine, game = _game(seed=3)
    cells = _free(game)
    began = machine.clock.now()
    game.perform([Action(Verb.OPEN, cell) for cell in cells])
    early = game.board()
    assert machine.clock.now() - began < LATE
    assert sorted(early[cell] in UNOPENED for cell in cells) == [False, True]
    whole = game.board()
    assert machine.clock.now() - began >= LATE
    assert not any(whole[cell] in UNOPENED for cell in cells)
    assert game.clicks == 3


@pytest.mark.usefixtures("every_third_is_late")
@pytest.mark.parametrize(("flags", "left_chords"), [(False, False), (True, False), (True, True)])
def test_nothing_is_clicked_twice_and_all_is_recorded(
    flags: bool, left_chords: bool, tmp_path: Path
) -> None:
    results, chords = [], Chords(left_chords)
    for seed in range(6):
        machine, game = _game(seed, left_chords=left_chords)
        events, folder = list[AnyEvent](), tmp_path / str(seed)
        recorder, box = Recorder(game, folder), BlackBox(game, folder / "bundles")
        session = Session(
            game,
            make_policy("winning"),
            machine.clock.now,
            Manner(flags=flags),
            [events.append, recorder, box],
            chords=chords,
            taken=game.taken,
        )
        results.append(session.run().result)
        told = [action for event in events if isinstance(event, Acted) for action in event.actions]
        assert len(told) == len(set(told)) >= game.clicks
        assert left_chords or not any(action.startswith("chord") for action in told)
        assert replay(load_recording(folder)).is_same
        assert (last_looks := box.write(UnreadableError("1 cell in doubt"))) is not None
        assert replay(load_recording(last_looks)).differences == ()
    assert Result.WON in results
    assert chords.works is left_chords


@pytest.mark.usefixtures("every_third_is_late")
def test_whoever_is_asked_before_each_move_sees_all_moves_before_it() -> None:
    for seed in range(6):
        machine, game = _game(seed)
        made = list[Action]()

        def allow(board: Board, advice: Advice, made: list[Action] = made) -> bool:
            assert not any(board[action.cell] in UNOPENED for action in made)
            made.extend(advice.actions)
            return True

        Session(game, make_policy("winning"), machine.clock.now, Manner(allow=allow)).run()
        assert made


@pytest.mark.usefixtures("every_third_is_late")
def test_moves_are_made_while_others_are_awaited_but_no_guess() -> None:
    early = 0
    for seed in range(6):
        machine, game = _game(seed)
        made = list[Action]()
        perform = game.perform

        def watched(
            actions: Sequence[Action],
            made: list[Action] = made,
            game: ScreenGame = game,
            perform: Callable[[Sequence[Action]], Done] = perform,
        ) -> Done:
            assert game.reading is not None
            board = game.reading.board
            awaited = sum(board[action.cell] in UNOPENED for action in made)
            is_guess = make_policy("winning").advise(board).is_guess
            assert not (awaited and is_guess)
            nonlocal early
            early += bool(awaited)
            made.extend(actions)
            return perform(actions)

        game.perform = watched  # type: ignore[method-assign]
        Session(game, make_policy("winning"), machine.clock.now).run()
    assert early


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_screen_made_smaller_within_a_click_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, *, comes_back: bool
) -> None:
    desktop = _desktop(seed=3)
    _, game = _game_on(desktop)
    free, whole = _free(game), desktop.screens
    small = (Monitor(ROOM._replace(height=40)),)
    click = desktop.click

    def shrinking(point: Point, button: str = "left") -> None:
        monkeypatch.setattr(desktop, "screens", small)
        if comes_back:
            desktop.later(0.2, lambda: monkeypatch.setattr(desktop, "screens", whole))
        monkeypatch.setattr(desktop, "click", click)
        click(point, button)

    monkeypatch.setattr(desktop, "click", shrinking)
    assert not game.perform([Action(Verb.OPEN, free[0])]).actions
    if comes_back:
        assert game.board()[free[0]] in UNOPENED
    else:
        with pytest.raises(DesktopError, match="on no monitor"):
            game.board()


def test_a_click_that_fails_on_a_screen_that_is_seen_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop = _desktop(seed=3)
    _, game = _game_on(desktop)
    free = _free(game)

    def failing(point: Point, button: str = "left") -> None:
        raise DesktopError("no mouse")

    monkeypatch.setattr(desktop, "click", failing)
    with pytest.raises(DesktopError, match="no mouse"):
        game.perform([Action(Verb.OPEN, free[0])])

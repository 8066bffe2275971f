"""How a game on the screen starts again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.virtual import Monitor, Target, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow
from autoplay.errors import (
    DesktopError,
    LostBoardError,
    NoEffectError,
    PausedError,
    StoppedError,
    UsageError,
    VisionError,
)
from autoplay.game import MAX_NUMBER, Action, Cell, Label, Verb, parse_board
from autoplay.play.board_on_screen import Found, find_game
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.restart import NewGames, is_another_game
from autoplay.play.restart_steps import (
    STEP_SECONDS,
    check_restart,
    restart_of,
    steps_of,
    uncovering_of,
)
from autoplay.play.screen_game import ScreenGame

NO_BOARD, NO_GAME = cast(Any, None), cast(Any, None)
ROOM = Region(0, 0, 480, 480)


class _Clock:
    """A clock whose sleeps are among what was done."""

    def __init__(self, done: list[object]) -> None:
        self._done = done

    def now(self) -> float:
        return sum(each for each in self._done if isinstance(each, float))

    def sleep(self, seconds: float) -> None:
        self._done.append(seconds)


def _machine(done: list[object]) -> Any:
    return SimpleNamespace(
        keyboard=SimpleNamespace(press=done.append),
        pointer=SimpleNamespace(click=lambda point: done.append((point.x, point.y))),
        clock=_Clock(done),
        watch=SimpleNamespace(check=lambda: None),
    )


def test_a_restart_of_several_steps_waits_between_them() -> None:
    done: list[object] = []
    restart_of(_machine(done), NO_BOARD, NO_GAME, "escape ctrl+n 40,50.5")()
    second, last = done.index("ctrl+n"), len(done) - 1
    assert (done[0], done[last]) == ("escape", (40.0, 50.5))
    waits = done[1:second], done[second + 1 : last]
    assert [sum(cast(Any, wait)) for wait in waits] == [pytest.approx(STEP_SECONDS)] * 2


@pytest.mark.parametrize("how", ["", "  ", "4,x", "1,2,3", "nan,0", "1,9999999", "F2 nokey"])
def test_a_restart_that_says_nothing_is_a_usage_error(how: str) -> None:
    with pytest.raises(UsageError, match=f"restart {how!r}"):
        steps_of(how)


def test_a_comma_alone_makes_no_point_of_a_key() -> None:
    assert steps_of("ctrl+, -3,4.5") == ["ctrl+,", Point(-3, 4.5)]


def test_only_the_first_of_several_steps_closes_a_dialog() -> None:
    done: list[object] = []
    assert uncovering_of(_machine(done), NO_BOARD, NO_GAME, "ctrl+n") is None
    close = uncovering_of(_machine(done), NO_BOARD, NO_GAME, "escape ctrl+n")
    assert close is not None
    close()
    assert done == ["escape"]


def test_the_stop_key_is_no_step_of_a_restart() -> None:
    with pytest.raises(UsageError, match="stop key"):
        check_restart("escape ctrl+n", "escape")
    check_restart("escape face 4,5 ctrl+n", "f9")


def _begun(restart_key: str) -> tuple[VirtualDesktop, NewGames, ScreenGame]:
    """Return a desktop with a game whose first cell was opened, and what is to begin another."""
    desktop = make_virtual_desktop(
        "beginner", monitors=(Monitor(ROOM),), at=(120, 120), restart_key=restart_key
    )
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM)
    game = screen_game(machine, found, Tempo())
    assert set(game.board().labels) == {Label.COVERED}
    game.perform([Action(Verb.OPEN, Cell(0))])
    assert game.board().labels[0] <= MAX_NUMBER
    return desktop, NewGames(machine, found, None, "f9"), game


def _found(machine: Machine) -> Found:
    return find_game(machine, library_for("classic", "square", 24), ROOM)


@pytest.mark.parametrize(("key", "works"), [("r", "r"), ("F8", "face")])
def test_an_unknown_restart_is_found_by_trying_the_usual_ways(key: str, works: str) -> None:
    _, new_games, game = _begun(key)
    new_games.begin(game)
    assert new_games.how == works
    assert set(game.board().labels) == {Label.COVERED}


def test_a_click_that_is_held_back_until_the_window_is_raised_reaches_no_new_game() -> None:
    desktop, new_games, game = _begun("F2")
    deliver, held = desktop.deliver, list[Cell]()

    def later(window: GameWindow, target: Target, cell: Cell | None, button: str) -> None:
        if target is not Target.CELL or cell is None:
            deliver(window, target, cell, button)
            return
        held.append(cell)
        desktop.later(0.1, partial(deliver, window, target, cell, button))

    cast(Any, desktop).deliver = later
    new_games.begin(game)
    desktop.sleep(1.0)
    assert held and set(game.board().labels) == {Label.COVERED}


def test_the_stop_key_is_not_tried_however_it_is_written() -> None:
    desktop, _, game = _begun("F8")
    machine = desktop.machine()
    pressed: list[str] = []
    cast(Any, desktop).press = pressed.append
    found = find_game(machine, library_for("classic", "square", 24), ROOM)
    NewGames(machine, found, None, "f2").begin(game)
    assert pressed == ["n", "r", "s", "space"]


def test_a_game_that_no_usual_way_restarts_says_so() -> None:
    desktop, new_games, game = _begun("F8")
    cast(Any, desktop.windows[0]).restart = lambda: None
    with pytest.raises(NoEffectError, match=r"any of F2, .*--restart"):
        new_games.begin(game)


def test_a_face_off_the_screen_is_one_more_way_that_does_not_work() -> None:
    desktop, new_games, game = _begun("F8")
    click = desktop.click

    def off_the_screen(point: Point, button: str = "left") -> None:
        if desktop.game.board_region().contains(point):
            click(point, button)
        else:
            raise DesktopError("(240, -4) is on no monitor")

    cast(Any, desktop).click = off_the_screen
    with pytest.raises(NoEffectError, match=r"any of F2, .*--restart"):
        new_games.begin(game)


def _covering_keys(desktop: VirtualDesktop, region: Region) -> list[str]:
    """Let keys open a window here that takes all that follow; return those pressed so far."""
    pressed: list[str] = []

    def press(keys: str) -> None:
        pressed.append(keys)
        desktop.windows.append(PlainWindow("Letter", "", region, desktop.game.monitor))

    cast(Any, desktop).press = press
    return pressed


def test_no_key_is_tried_on_what_the_key_before_it_opened_over_the_game() -> None:
    desktop, new_games, game = _begun("r")
    pressed = _covering_keys(desktop, ROOM)
    with pytest.raises(NoEffectError, match=r"after F2 .* covers it: close that"):
        new_games.begin(game)
    assert pressed == ["F2"]
    assert desktop.games_begun == 1


def test_what_covers_a_part_of_the_board_only_gets_no_key_either() -> None:
    desktop, new_games, game = _begun("r")
    left, top, width, height = desktop.game.board_region()
    pressed = _covering_keys(desktop, Region(left - 9, top + height // 4, width + 18, height))
    with pytest.raises(NoEffectError, match=r"after F2 .* covers it: close that"):
        new_games.begin(game)
    assert pressed == ["F2"]


def test_a_board_covered_from_the_start_gets_the_usual_keys_which_may_close_the_cover() -> None:
    desktop, new_games, game = _begun("F8")
    desktop.windows.append(PlainWindow("You have lost", "", ROOM, desktop.game.monitor))
    pressed: list[str] = []
    cast(Any, desktop).press = pressed.append
    with pytest.raises(NoEffectError, match="any of F2"):
        new_games.begin(game)
    assert pressed == ["F2", "n", "r", "s", "space"]


def test_a_dialog_that_took_the_keys_is_closed_unless_its_key_stops_play() -> None:
    for stop_key, closed in (("f9", True), ("escape", False)):
        desktop, _, game = _begun("r")
        machine = desktop.machine()
        new_games = NewGames(machine, _found(machine), "r", stop_key)
        left, top, width, height = desktop.game.board_region()
        over = Region(left - 10, top - 10, width + 20, height + 20)
        dialog = PlainWindow("Best times", "a name", over, desktop.game.monitor)
        desktop.windows.append(dialog)
        press = desktop.press

        def pressed(
            key: str, desktop: VirtualDesktop = desktop, press: Callable[[str], None] = press
        ) -> None:
            if len(desktop.windows) == 1:
                press(key)
            elif key == "escape":
                desktop.windows.pop()

        cast(Any, desktop).press = pressed
        if closed:
            new_games.begin(game)
            assert set(game.board().labels) == {Label.COVERED}
        else:
            with pytest.raises(NoEffectError, match=r"--stop-key f9 --restart 'escape r'"):
                new_games.begin(game)


def test_a_menu_that_keys_lead_to_needs_a_click_more() -> None:
    desktop, _, game = _begun("r")
    machine = desktop.machine()
    new_games = NewGames(machine, _found(machine), "escape r", "f9")
    menu = PlainWindow("8x8, 16x16", "", ROOM, desktop.game.monitor)
    desktop.windows.append(menu)
    pressed: list[str] = []
    cast(Any, desktop).press = pressed.append
    with pytest.raises(NoEffectError, match="a menu comes after 'escape r', add the click on it"):
        new_games.begin(game)
    assert pressed == ["escape", "r"] * 2


def test_keys_that_a_dialog_took_are_pressed_once_more() -> None:
    desktop, new_games, game = _begun("r")
    window = cast(Any, desktop.windows[0])
    real, presses = window.restart, list[str]()

    def restart() -> None:
        presses.append("r")
        if len(presses) > 1:
            real()

    window.restart = restart
    new_games.how = "r"
    new_games.begin(game)
    assert len(presses) == 2
    assert set(game.board().labels) == {Label.COVERED}


@pytest.mark.parametrize(
    ("now", "is_new"),
    [
        ("####\n####\n####", True),
        ("001#\n001#\n001#", True),  # opened by the game itself, more than half
        ("##10\n1110\n0000", False),  # what a dialog covered when the last cell was opened
        ("##1#\n1110\n0000", True),
        ("*210\n1*10\n1110", False),
    ],
)
def test_another_game_is_seen_by_what_is_closed_again(now: str, is_new: bool) -> None:
    old = parse_board("##10\n#110\n0000")
    assert is_another_game(parse_board(now), old) is is_new


def test_the_face_is_clicked_where_the_window_is_now() -> None:
    desktop, new_games, game = _begun("F8")
    new_games.how = "face"
    desktop.game.move_to(20, 40)
    new_games.begin(game)
    assert set(game.board().labels) == {Label.COVERED}
    assert [click.target for click in desktop.clicks] == [Target.CELL, Target.FACE]


def test_before_a_key_an_open_cell_is_clicked_so_that_the_game_has_the_keyboard() -> None:
    desktop, new_games, game = _begun("r")
    new_games.how = "r"
    new_games.begin(game)
    assert [click.target for click in desktop.clicks] == [Target.CELL, Target.CELL]
    clicked = desktop.clicks[-1]
    assert clicked.board is not None and clicked.cell is not None
    assert clicked.board.labels[clicked.cell] <= MAX_NUMBER


def test_a_key_that_does_nothing_is_told_as_that() -> None:
    _, new_games, game = _begun("F8")
    game.clicks, new_games.how = 0, "r"
    with pytest.raises(NoEffectError, match=r"start again; begin .* on the screen or @X,Y"):
        new_games.begin(game)


def test_no_key_is_pressed_where_another_window_may_have_the_keyboard() -> None:
    desktop, new_games, game = _begun("r")
    left, top, width, height = desktop.game.board_region()
    region = Region(left - 5, top - 5, width + 10, height + 10)
    desktop.windows.append(PlainWindow("Notes", "", region, desktop.game.monitor))
    game.clicks, new_games.how = 0, "r"
    with pytest.raises(NoEffectError, match="another window"):
        new_games.begin(game)
    new_games.how = "face"  # no key
    with pytest.raises(VisionError):
        new_games.begin(game)
    assert desktop.games_begun == 1
    assert len(desktop.clicks) == 1


def test_nothing_is_clicked_for_a_face_that_is_not_seen() -> None:
    desktop, new_games, game = _begun("F8")
    new_games.how = "face"
    desktop.game.visible = False
    with pytest.raises((VisionError, LostBoardError)):
        new_games.begin(game)
    assert [click.target for click in desktop.clicks] == [Target.CELL]


def test_a_point_is_kept_as_a_place_beside_the_board_and_moves_with_it() -> None:
    desktop, _, game = _begun("F8")
    face = desktop.game.face_center()
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM)
    new_games = NewGames(machine, found, f"escape {face.x},{face.y}", "F9")
    assert new_games.how is not None and new_games.how.startswith("escape @")
    desktop.game.move_to(30, 60)
    game.board()
    new_games.begin(game)
    assert desktop.clicks[-1].target is Target.FACE


def test_a_stop_between_the_steps_of_a_restart_is_heard_before_the_next_one() -> None:
    desktop, new_games, game = _begun("F2")
    new_games.how = "f5 F2"
    pressed: list[str] = []

    def press(key: str) -> None:
        pressed.append(key)
        desktop.ask_to_stop()

    cast(Any, desktop).press = press
    with pytest.raises(StoppedError):
        new_games.begin(game)
    assert pressed == ["f5"]
    assert desktop.games_begun == 1


@pytest.mark.parametrize("seconds", [0.03, 0.28, 0.33, 0.69, 0.74, 2.01])
def test_a_stop_while_a_restart_waits_is_heard_within_50_ms_and_nothing_is_done_after_it(
    seconds: float,
) -> None:
    """After the click that gives it the keyboard, between its steps, and for its new board."""
    desktop, new_games, game = _begun("F2")
    new_games.how = "f5 f6"
    asked = desktop.now() + seconds
    done: list[int] = []

    def ask_to_stop() -> None:
        done.append(len(desktop.clicks) + len(desktop.keys))
        desktop.ask_to_stop()

    desktop.later(seconds, ask_to_stop)
    with pytest.raises(StoppedError):
        new_games.begin(game)
    assert desktop.now() <= asked + 0.05
    assert done == [len(desktop.clicks) + len(desktop.keys)]


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_mouse_moved_between_games_ends_play_or_is_waited_for(goes_on: bool) -> None:
    desktop, new_games, game = _begun("F2")
    new_games.how = "F2"
    desktop.person_moves(Point(300, 300))
    asked: list[bool] = []

    def go_on() -> bool:
        asked.append(goes_on)
        desktop.resume()
        return goes_on

    if goes_on:
        new_games.begin(game, go_on)
    else:
        with pytest.raises(PausedError):
            new_games.begin(game, go_on)
    assert asked == [goes_on]
    assert desktop.games_begun == 1 + goes_on


def test_a_new_board_that_moves_for_a_while_is_waited_for() -> None:
    desktop, new_games, game = _begun("F2")
    window = cast(Any, desktop.windows[0])
    restart = window.restart

    def restart_in_motion() -> None:
        restart()
        covered = window.game.board().labels
        for step in range(4000):
            flagged = covered[: step % 81] + bytes([Label.FLAG]) + covered[step % 81 + 1 :]
            desktop.later(step / 1200, partial(window.repaint, None, flagged))
        desktop.later(4, window.repaint)

    window.restart = restart_in_motion
    new_games.begin(game)
    assert new_games.how == "F2"
    assert desktop.games_begun == 2


@pytest.mark.parametrize("point", ["99999,5", "@99999,0"])
def test_a_point_on_no_monitor_is_refused_before_play(point: str) -> None:
    desktop, _, _ = _begun("F8")
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM)
    with pytest.raises(UsageError, match=rf"'n {point}': .* is on no monitor"):
        NewGames(machine, found, f"n {point}", "F9")

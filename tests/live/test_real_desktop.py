"""What only a real X server can show: it dies, changes size, and keys are taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from Xlib import XK, X
from Xlib.error import ConnectionClosedError
from Xlib.ext.xtest import fake_input

from autoplay.desktop.keys import parse_chord
from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.real import real_machine
from autoplay.desktop.target import XlibTarget
from autoplay.desktop.x11 import XTestPointer, open_display, pointer_of
from autoplay.desktop.x11_keys import X11StopKey, XTestKeyboard
from autoplay.desktop.x11_line import PointerLine
from autoplay.errors import DesktopError, StoppedError, UsageError
from tests.live.screen import PrivateScreen, ScreenSize, missing_programs, wait_until
from tests.live.troubles import xrandr

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(bool(missing_programs()), reason="needs Xvfb and openbox"),
]


@pytest.fixture
def own_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PrivateScreen:
    """A screen of the test's own, which it may ruin."""
    screen = PrivateScreen(tmp_path)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    return screen


def test_a_display_that_dies_is_an_error_of_one_line(
    own_screen: PrivateScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_screen:
        monkeypatch.setenv("DISPLAY", own_screen.display)
        with pytest.raises(DesktopError) as caught, real_machine() as machine:
            own_screen.kill_server()
            _use(machine)
    assert "\n" not in str(caught.value)


def _use(machine: Machine) -> None:
    machine.watch.check()
    machine.pointer.click(Point(300, 300))
    machine.pointer.position()


def test_the_whole_of_a_large_screen_is_seen(
    tmp_path: Path, own_screen: PrivateScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PrivateScreen(tmp_path, ScreenSize(3840, 2160)) as screen:
        monkeypatch.setenv("DISPLAY", screen.display)
        with real_machine() as machine:
            assert machine.screen.monitors() == (Region(0, 0, 3840, 2160),)
            machine.pointer.move(Point(3000, 2000))
            assert machine.screen.grab(Region(0, 0, 3840, 2160)).pixels.shape == (2160, 3840, 4)


def test_a_screen_of_its_own_is_used_in_a_wayland_session(
    xvfb: PrivateScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    with real_machine() as machine:
        machine.pointer.move(Point(600, 400))


def test_a_stop_key_that_is_taken_is_refused(xvfb: PrivateScreen) -> None:
    taken = pytest.raises(UsageError, match="has taken the stop key escape, another autoplay perh")
    with real_machine("escape"), taken, real_machine("escape"):
        pass


@pytest.fixture
def pointer(xvfb: PrivateScreen, display: Any) -> Iterator[XTestPointer]:
    """The mouse of the private screen."""
    with pointer_of(display) as mouse:
        yield mouse


def test_ctrl_c_within_a_click_leaves_no_button_down(display: Any, pointer: XTestPointer) -> None:
    send = PointerLine._send

    def interrupted(line: PointerLine, data: bytes) -> None:
        send(line, data)
        if len(data) > 100:  # a click, not a question
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(PointerLine, "_send", interrupted)
        pointer.click(Point(600, 400))
    assert pointer.position() == Point(600, 400)
    assert not display.screen().root.query_pointer().mask & X.Button1Mask


def test_ctrl_c_between_a_question_and_its_answer_mixes_up_no_answers(
    xvfb: PrivateScreen, pointer: XTestPointer
) -> None:
    pointer.move(Point(500, 500))
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(PointerLine, "_answer", Mock(side_effect=KeyboardInterrupt))
        pointer.position()
    _move_by_hand(xvfb, 700, 300)
    assert pointer.position() == Point(700, 300)


def test_what_the_display_refuses_is_an_error(display: Any) -> None:
    with closing(PointerLine(display)) as line:
        line.make(line.event(kind=99, detail=0))
        with pytest.raises(OSError, match="refused"):
            line.where()


def test_ctrl_c_within_a_chord_leaves_no_key_down(xvfb: PrivateScreen) -> None:
    display = xvfb.connection()

    def made(at: Any, kind: int, *args: Any, **named: Any) -> None:
        fake_input(at, kind, *args, **named)
        if kind == X.KeyPress:
            patch.undo()
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("Xlib.ext.xtest.fake_input", made)
        XTestKeyboard(display).press("shift+F8")
    assert not any(display.query_keymap())
    display.close()


def _move_by_hand(xvfb: PrivateScreen, x: int, y: int) -> None:
    hand = xvfb.connection()
    hand.screen().root.warp_pointer(x, y)
    hand.sync()
    hand.close()


def test_a_hand_that_comes_between_the_last_look_and_a_click_is_known_after_it(
    xvfb: PrivateScreen, pointer: XTestPointer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.desktop.x11.JUST_NOW", 60.0)  # however busy the machine is
    pointer.move(Point(500, 500))
    assert pointer.position() == Point(500, 500)
    _move_by_hand(xvfb, 700, 300)
    pointer.click(Point(600, 400))
    assert pointer.position() == Point(600, 400)
    assert pointer.trail.moved_by_hand(Point(600, 400)) == Point(700, 300)


def test_a_test_window_that_does_not_show_is_an_error_and_no_wait(
    xvfb: PrivateScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.desktop.target.SHOWN_SECONDS", 0.1)
    with pytest.raises(DesktopError, match="was not shown within"):
        XlibTarget(-5000, -5000)


def test_a_test_window_on_a_display_that_died_is_an_error_of_one_line(
    own_screen: PrivateScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_screen:
        monkeypatch.setenv("DISPLAY", own_screen.display)
        target = XlibTarget(300, 300)
        own_screen.kill_server()
        for use in (target.hits, partial(target.move_to, 9, 9), target.close):
            with pytest.raises(DesktopError):
                use()


def test_the_stop_key_is_free_again_afterwards(xvfb: PrivateScreen) -> None:
    for _ in range(2):
        with real_machine("F9") as machine:
            machine.watch.check()


@pytest.fixture
def display(xvfb: PrivateScreen) -> Iterator[Any]:
    """A connection of the test's own to the private screen."""
    connection = xvfb.connection()
    yield connection
    connection.close()


class Typed:
    """A window with the focus, and what is typed into it."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._window = display.screen().root.create_window(
            600, 400, 50, 50, 0, X.CopyFromParent, override_redirect=True, event_mask=X.KeyPressMask
        )
        self._window.map()
        self._window.set_input_focus(X.RevertToParent, X.CurrentTime)
        display.sync()

    def close(self) -> None:
        self._display.close()

    def first(self) -> str:
        """Return the next character typed, without the Shift key itself."""
        while True:
            wait_until(lambda: bool(self._display.pending_events()), "typing")
            event = self._display.next_event()
            if event.type == X.KeyPress:
                sym = self._display.keycode_to_keysym(event.detail, event.state & X.ShiftMask)
                if sym < 256:
                    return chr(sym)


@pytest.mark.parametrize("keys", ["+", "?", "!", "=", "n", "1"])
def test_a_character_is_typed_as_it_is_called(xvfb: PrivateScreen, display: Any, keys: str) -> None:
    typed = Typed(xvfb.connection())
    XTestKeyboard(display).press(keys)
    assert typed.first() == keys
    typed.close()


def test_a_stop_key_above_another_leaves_that_one_alone(xvfb: PrivateScreen, display: Any) -> None:
    typed = Typed(xvfb.connection())
    taken = xvfb.connection()
    key = X11StopKey(taken, parse_chord("+"))
    keyboard = XTestKeyboard(display)
    keyboard.press("=")
    assert typed.first() == "="
    assert not key.pressed()
    keyboard.press("+")
    wait_until(key.pressed, "the stop key")
    taken.close()
    typed.close()


@pytest.mark.parametrize("stop_key", ["nonsense", "\N{HIRAGANA LETTER A}", "F9"])
def test_a_stop_key_that_is_refused_leaves_no_connection_open(
    xvfb: PrivateScreen, monkeypatch: pytest.MonkeyPatch, stop_key: str
) -> None:
    """One that does not exist, one that this keyboard has not, one that is taken."""
    monkeypatch.setenv("DISPLAY", xvfb.display)
    opened = []

    def remembered() -> Any:
        opened.append(open_display())
        return opened[-1]

    with real_machine("F9"):
        monkeypatch.setattr("autoplay.desktop.x11.open_display", remembered)
        with pytest.raises(UsageError), real_machine(stop_key):
            pass
    for connection in opened:
        with pytest.raises(ConnectionClosedError):
            connection.sync()


def test_a_character_that_shift_does_not_give_is_refused(xvfb: PrivateScreen, display: Any) -> None:
    plain = display.get_keyboard_mapping(20, 1)
    display.change_keyboard_mapping(20, [[*plain[0][:4], XK.XK_section, XK.XK_section]])
    display.sync()
    later = xvfb.connection()
    try:
        with pytest.raises(UsageError, match="neither alone nor with Shift"):
            XTestKeyboard(later).press("§")
    finally:
        later.change_keyboard_mapping(20, plain)
        later.close()


def test_the_corners_of_every_monitor_stop(
    xvfb: PrivateScreen, display: Any, pointer: XTestPointer
) -> None:
    """On the left two thirds a monitor of the whole height, right of it a lower one."""
    parts = {"left": "853/200x1024/200+0+0", "right": "427/100x600/150+853+0"}
    try:
        for name, shape in parts.items():
            output = "screen" if name == "left" else "none"
            xrandr(xvfb, "--setmonitor", name, shape, output)
        assert set(pointer.monitors()) == {Region(0, 0, 853, 1024), Region(853, 0, 427, 600)}
        pointer.move(Point(1000, 300))
        with pytest.raises(DesktopError, match="on no monitor"):
            pointer.move(Point(1000, 700))
        pointer.move(Point(852, 0))
        pointer.move(Point(1279, 599))
        assert pointer.position() == (1279, 599)
        with pytest.raises(StoppedError, match="corner"):
            pointer.move(Point(1000, 300))
    finally:
        for name in parts:
            xrandr(xvfb, "--delmonitor", name)

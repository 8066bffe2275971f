"""The real machine's edges: foreign errors, sessions, keys, and Windows and macOS with fakes."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from packaging.requirements import Requirement

from autoplay.desktop.foreign import Translated
from autoplay.desktop.keys import Chord, parse_chord
from autoplay.desktop.macos import require_permissions
from autoplay.desktop.pointing import BUTTONS, reject_corner
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.real import PyAutoGuiKeyboard, PyAutoGuiPointer, RealScreen, real_machine
from autoplay.desktop.session import session_problem
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.desktop.watch import ListenedStopKey, PersonWatch
from autoplay.desktop.x11 import XTestPointer, has_xtest, is_xwayland
from autoplay.desktop.x11_line import PointerLine
from autoplay.errors import DesktopError, PausedError, StoppedError, UsageError
from tests.desks import FakeGui, FakeKeyboard


class FakeMss:
    """Captures ``scale`` pixels a point, as macOS may."""

    def __init__(self, scale: int = 1) -> None:
        self.scale = scale
        self.closed = False
        self.monitors = [
            {"left": -800, "top": 0, "width": 2400, "height": 900},
            {"left": -800, "top": 100, "width": 800, "height": 600},
            {"left": 0, "top": 0, "width": 1600, "height": 900, "is_primary": True},
        ]

    def grab(self, monitor: dict[str, int]) -> Any:
        width, height = monitor["width"] * self.scale, monitor["height"] * self.scale
        raw = bytearray(range(4)) * (width * height)
        return SimpleNamespace(raw=raw, width=width, height=height)

    def close(self) -> None:
        self.closed = True


def one_monitor() -> tuple[Region, ...]:
    return (Region(0, 0, 1600, 900),)


def test_the_scale_is_measured_from_the_picture() -> None:
    frame = RealScreen(lambda: FakeMss(scale=2)).grab(Region(10, 20, 30, 40))
    assert frame.scale == 2.0
    assert frame.pixels.shape == (80, 60, 4)
    assert frame.point_at(20, 40) == Point(20, 40)


def test_a_frame_is_not_a_copy() -> None:
    frame = RealScreen(FakeMss).grab(Region(0, 0, 4, 4))
    assert frame.pixels.base is not None
    assert np.array_equal(frame.pixels[0, 0], [0, 1, 2, 3])


def test_the_primary_monitor_comes_first_and_others_may_be_left_of_it() -> None:
    monitors = RealScreen(FakeMss).monitors()
    assert monitors == (Region(0, 0, 1600, 900), Region(-800, 100, 800, 600))


def test_pauses_go_and_the_fail_safe_stays() -> None:
    gui = FakeGui()
    PyAutoGuiPointer(gui, one_monitor)
    assert gui.PAUSE == 0
    assert gui.FAILSAFE is True


def test_clicks_by_pyautogui_go_to_whole_points() -> None:
    gui = FakeGui()
    left_of_it = Region(-800, 0, 800, 600)
    PyAutoGuiPointer(gui, lambda: (*one_monitor(), left_of_it)).click(Point(-12.4, 33.6), "right")
    assert gui.done == [("click", -12, 34, "right")]


def test_a_point_on_a_monitor_that_came_back_just_now_is_clicked() -> None:
    gui, here = FakeGui(), list(one_monitor())
    pointer = PyAutoGuiPointer(gui, lambda: tuple(here))
    with pytest.raises(DesktopError, match="is on no monitor"):
        pointer.click(Point(-12, 33))
    here.append(Region(-800, 0, 800, 600))
    pointer.click(Point(-12, 33))
    assert gui.done == [("click", -12, 33, "left")]


def test_a_left_handed_mouse_clicks_as_any_other() -> None:
    gui = FakeGui()
    gui.left_handed = True
    pointer = PyAutoGuiPointer(gui, one_monitor)
    for button in BUTTONS:
        pointer.click(Point(5, 7), button)
    assert gui.done == [("click", 5, 7, button) for button in BUTTONS]


def test_the_first_click_may_take_effect_late() -> None:
    """The pointer may still be seen where it was when the program began."""
    gui = FakeGui()
    pointer = PyAutoGuiPointer(gui, one_monitor)
    before = gui.where
    pointer.click(Point(100, 100))
    gui.where = before
    PersonWatch(pointer, None, lambda: None).check()


def test_macos_gets_time_to_take_a_click_in(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    gui = FakeGui()
    gui.DARWIN_CATCH_UP_TIME = 0.01
    PyAutoGuiPointer(gui, one_monitor, platform="darwin").click(Point(1, 2))
    PyAutoGuiPointer(gui, one_monitor, platform="win32").click(Point(1, 2))
    assert slept == [0.01]


def test_chords_are_pressed_together() -> None:
    gui = FakeGui()
    PyAutoGuiKeyboard(gui).press("Ctrl+N")
    PyAutoGuiKeyboard(gui).press("F2")
    assert gui.done == [("keys", "ctrl", "n"), ("keys", "f2")]


def test_a_key_that_pyautogui_would_skip_is_refused() -> None:
    """On macOS it has no Insert and no Pause: it presses nothing, and raises nothing."""
    gui = FakeGui()
    with pytest.raises(UsageError, match="no key 'insert'; choose another"):
        PyAutoGuiKeyboard(gui).press("Insert")
    assert gui.done == []


@pytest.mark.parametrize("text", ["", "ctrl+", "hyper+n", "nn", "F13", "+n", "++"])
def test_a_key_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no key"):
        parse_chord(text)


def test_a_plus_is_a_key() -> None:
    assert parse_chord("+") == Chord("+")
    assert parse_chord("Ctrl+Shift++") == Chord("+", ("ctrl", "shift"))


def test_a_chord_is_told_as_it_is_written() -> None:
    assert str(parse_chord("Escape")) == "escape"
    assert str(parse_chord("Control+F9")) == "ctrl+f9"


class FailSafeException(Exception):  # noqa: N818  pyautogui's name
    __module__ = "pyautogui"


class ScreenShotError(Exception):
    __module__ = "mss.exception"


@pytest.mark.parametrize(
    ("error", "expected", "words"),
    [
        (FailSafeException(), StoppedError, "corner"),
        (SystemExit("NOTE: You must install tkinter"), DesktopError, "python3-tk"),
        (KeyError("DISPLAY"), DesktopError, "DISPLAY is not set"),
        (ScreenShotError("Cannot connect to display"), DesktopError, "cannot open display"),
        (ScreenShotError("BadMatch"), DesktopError, "cannot do it: BadMatch; run"),
        (ImportError("libGL.so.1: cannot open"), DesktopError, "libGL"),
        (BrokenPipeError(), DesktopError, "gone away"),
    ],
)
def test_foreign_errors_become_one_line_with_what_to_do(
    error: BaseException, expected: type[Exception], words: str
) -> None:
    with pytest.raises(expected, match=words) as caught, Translated("do it"):
        raise error
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("mine"), UsageError("so")])
def test_other_errors_pass_unchanged(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught, Translated("do it"):
        raise error
    assert caught.value is error


@pytest.mark.parametrize(
    ("environment", "platform", "words"),
    [
        ({}, "linux", "DISPLAY is not set"),
        ({"DISPLAY": ""}, "linux", "DISPLAY is not set"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "Wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "freebsd14", "Wayland"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "linux", "Wayland"),
    ],
)
def test_sessions_that_cannot_be_clicked_are_refused(
    environment: dict[str, str], platform: str, words: str
) -> None:
    assert words in (session_problem(environment, platform, lambda: True) or "")


@pytest.mark.parametrize(
    ("environment", "platform"),
    [
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux"),
        ({"DISPLAY": ":99", "WAYLAND_DISPLAY": "wayland-0"}, "linux"),
        ({}, "win32"),
        ({}, "darwin"),
    ],
)
def test_other_sessions_are_not(environment: dict[str, str], platform: str) -> None:
    assert session_problem(environment, platform, lambda: False) is None


class FakeServer:
    """Stands for an X display, as far as it tells which server it is."""

    def __init__(self, extensions: set[str], devices: tuple[str, ...] = ()) -> None:
        self.extensions, self.devices = extensions, devices

    def query_extension(self, name: str) -> bool:
        return name in self.extensions

    has_extension = query_extension

    def xinput_query_version(self) -> None:
        pass

    def xinput_query_device(self, which: int) -> Any:
        return SimpleNamespace(devices=[SimpleNamespace(name=name) for name in self.devices])


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        (FakeServer({"XWAYLAND"}), True),
        (FakeServer({"XInputExtension"}, ("Virtual core pointer", "xwayland-pointer:12")), True),
        (FakeServer({"XInputExtension"}, ("Virtual core pointer", "Xvfb mouse")), False),
        (FakeServer(set()), False),
    ],
)
def test_a_server_that_only_shows_a_wayland_session_is_told(
    server: FakeServer, expected: bool
) -> None:
    assert is_xwayland(server) is expected


def test_a_display_that_goes_away_while_its_pointer_is_set_up_is_told() -> None:
    from Xlib.error import ConnectionClosedError

    def gone(*asked: object) -> None:
        raise ConnectionClosedError("server")

    server = SimpleNamespace(query_extension=gone, get_pointer_mapping=gone)
    line = Mock(spec=PointerLine)
    for ask in (has_xtest, partial(XTestPointer, line=line)):
        with pytest.raises(DesktopError, match="the display has gone away"):
            ask(server)


@pytest.mark.parametrize(
    ("platform", "library"),
    [
        ("linux", "python-xlib"),
        ("freebsd14", "python-xlib"),
        ("win32", "pynput"),
        ("darwin", "pynput"),
    ],
)
def test_the_library_that_a_platform_clicks_or_listens_by_is_installed_there(
    platform: str, library: str
) -> None:
    project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text())
    wanted = [Requirement(text) for text in project["project"]["dependencies"]]
    only_there = {
        each.name
        for each in wanted
        if each.marker is not None and each.marker.evaluate({"sys_platform": platform})
    }
    assert only_there == {library}


def _frameworks(
    capture: bool, clicks: bool, asked: list[str] | None = None
) -> Callable[[str], Any]:
    class Answer:
        def __init__(self, name: str, value: bool) -> None:
            self.name, self.value = name, value

        def __call__(self) -> bool:
            if asked is not None:
                asked.append(self.name)
            return self.value

    known = {
        "CoreGraphics": SimpleNamespace(CGPreflightScreenCaptureAccess=Answer("capture", capture)),
        "ApplicationServices": SimpleNamespace(AXIsProcessTrusted=Answer("clicks", clicks)),
    }
    return lambda name: known[name]


@pytest.mark.parametrize(
    ("capture", "clicks", "words"),
    [(False, True, "Screen Recording"), (True, False, "Accessibility")],
)
def test_macos_permissions_are_asked_for_before_they_fail_silently(
    capture: bool, clicks: bool, words: str
) -> None:
    with pytest.raises(DesktopError, match=words):
        require_permissions(_frameworks(capture, clicks))


def test_with_both_permissions_macos_is_fine_once_both_were_asked_for() -> None:
    asked: list[str] = []
    frameworks = _frameworks(capture=True, clicks=True, asked=asked)
    require_permissions(frameworks)
    assert asked == ["capture", "clicks"]


def test_a_key_heard_by_pynput_stops() -> None:
    keyboard = FakeKeyboard()
    pointer = PyAutoGuiPointer(FakeGui(), one_monitor)
    pointer.move(Point(50, 50))
    key = ListenedStopKey(keyboard, parse_chord("ctrl+F8"))
    watch = PersonWatch(pointer, key, lambda: None)
    watch.check()
    keyboard.keys["<ctrl>+<f8>"]()
    with pytest.raises(StoppedError, match="stop key"):
        watch.check()
    key.close()
    assert not keyboard.running


def test_a_key_that_pynput_lacks_is_named() -> None:
    class MacKeyboard(FakeKeyboard):
        def GlobalHotKeys(self, keys: dict[str, Callable[[], None]]) -> FakeKeyboard:  # noqa: N802
            raise ValueError(*keys)

    with pytest.raises(UsageError, match="no key 'pause' on this system"):
        ListenedStopKey(MacKeyboard(), parse_chord("Pause"))


def test_a_hand_on_the_mouse_pauses_but_rounding_does_not() -> None:
    gui = FakeGui()
    pointer = PyAutoGuiPointer(gui, one_monitor)
    watch = PersonWatch(pointer, None, lambda: None)
    pointer.click(Point(100.4, 99.6))
    watch.check()
    gui.where = (104, 100)
    with pytest.raises(PausedError):
        watch.check()


UNEQUAL = (Region(0, 0, 1600, 900), Region(1600, 0, 800, 600), Region(-640, 900, 640, 480))
"""A smaller monitor right of the first, and one that only touches its corner, below and left."""

OUTER = {
    *((0, 0), (1599, 899), (2399, 0), (2399, 599)),
    *((-640, 900), (-640, 1379), (-1, 1379)),
}
PASSED_THROUGH = {(1599, 0), (1600, 0), (1600, 599), (1599, 599), (0, 899), (-1, 900)}


@pytest.mark.parametrize("corner", sorted(OUTER))
def test_a_corner_that_the_pointer_is_pushed_into_stops(corner: tuple[int, int]) -> None:
    gui = FakeGui()
    watch = PersonWatch(PyAutoGuiPointer(gui, lambda: UNEQUAL), None, lambda: None)
    gui.where = corner
    with pytest.raises(StoppedError, match="corner"):
        watch.check()


@pytest.mark.parametrize("corner", sorted(PASSED_THROUGH))
def test_a_corner_where_the_pointer_passes_to_another_monitor_does_not(
    corner: tuple[int, int],
) -> None:
    reject_corner(Point(*corner), UNEQUAL)


def test_the_virtual_desktop_has_the_same_corners() -> None:
    desktop = make_virtual_desktop(monitors=tuple(Monitor(region) for region in UNEQUAL))
    stopping = set()
    for corner in OUTER | PASSED_THROUGH:
        desktop.person_moves(Point(*corner))
        desktop.resume()
        try:
            desktop.check()
        except StoppedError:
            stopping.add(corner)
    assert stopping == OUTER


def test_nothing_of_the_machine_is_imported_before_it_is_opened() -> None:
    program = (
        "import sys, autoplay.desktop.real, autoplay.cli.main;"
        "print(sorted({'mss', 'pyautogui', 'Xlib', 'pynput', 'tkinter'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"


def test_without_a_display_there_is_no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(DesktopError, match="DISPLAY is not set"), real_machine():
        pass


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs X11")
def test_a_dead_display_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(DesktopError, match="cannot open display ':4711'"), real_machine():
        pass

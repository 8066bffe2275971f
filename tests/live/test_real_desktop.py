"""What only a real X server can show: it dies, changes size, and keys are taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.real import real_machine
from autoplay.errors import DesktopError, UsageError
from tests.live.screen import PrivateScreen, ScreenSize, missing_programs

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


def test_a_stop_key_that_is_taken_is_refused(xvfb: PrivateScreen) -> None:
    taken = pytest.raises(UsageError, match="has taken the stop key")
    with real_machine("F9"), taken, real_machine("F9"):
        pass


def test_the_stop_key_is_free_again_afterwards(xvfb: PrivateScreen) -> None:
    for _ in range(2):
        with real_machine("F9") as machine:
            machine.watch.check()

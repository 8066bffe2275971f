"""Fixtures for tests on a private screen, skipped with the reason where there can be none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from autoplay.desktop.ports import Machine
from autoplay.desktop.real import real_machine
from tests.live.games import GAMES, RunningGame
from tests.live.screen import PrivateScreen, missing_programs


@pytest.fixture(scope="session")
def shared_screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateScreen]:
    """One private screen for all tests of the run."""
    if missing := missing_programs():
        pytest.skip(f"needs {' and '.join(missing)}")
    with PrivateScreen(tmp_path_factory.mktemp("home")) as screen:
        yield screen


@pytest.fixture
def xvfb(shared_screen: PrivateScreen, monkeypatch: pytest.MonkeyPatch) -> PrivateScreen:
    """The private screen, made this process's display for the test."""
    monkeypatch.setenv("DISPLAY", shared_screen.display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    display = shared_screen.connection()
    display.screen().root.warp_pointer(640, 500)  # out of the corners
    display.sync()
    display.close()
    return shared_screen


@pytest.fixture
def real(xvfb: PrivateScreen, ctrl_c: None) -> Iterator[Machine]:
    """The real machine on the private screen."""
    with real_machine() as machine:
        yield machine


@pytest.fixture
def game(xvfb: PrivateScreen) -> Iterator[Callable[[str], RunningGame]]:
    """Starts a real game by its name in ``GAMES``, and ends it after the test."""
    with ExitStack() as stack:

        def start(name: str) -> RunningGame:
            if not GAMES[name].is_installed():
                pytest.skip(f"needs {GAMES[name].command[-1]}")
            running = RunningGame(xvfb, GAMES[name])
            stack.callback(running.close)
            return running

        yield start

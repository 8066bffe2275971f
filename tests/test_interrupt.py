"""Ctrl-C stops the program also where Python can only print what it raised."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from autoplay.__main__ import SOON, _press_again
from autoplay.desktop.interrupt import remembered_interrupt
from autoplay.desktop.ports import Point
from autoplay.desktop.trail import Trail
from autoplay.desktop.watch import PersonWatch
from autoplay.errors import StoppedError
from autoplay.play.session import how_stopped

pytestmark = pytest.mark.usefixtures("ctrl_c")


class Thing:
    """Something that can be cleaned up."""


def _press_ctrl_c_while_a_thing_is_cleaned_up() -> None:
    thing = Thing()
    weakref.finalize(thing, signal.raise_signal, signal.SIGINT)
    del thing


def test_without_a_press_nothing_is_raised_and_the_handler_is_given_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with remembered_interrupt() as check:
        check()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_press_interrupts_at_once() -> None:
    with remembered_interrupt(), pytest.raises(KeyboardInterrupt) as raised:
        signal.raise_signal(signal.SIGINT)
    assert how_stopped(raised.value) == "stopped by Ctrl-C"


def _press_and_compare() -> None:
    """Press Ctrl-C while a library compares, which makes an error of its own of what is raised."""
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    raise TypeError("cannot compare")


def test_a_press_interrupts_whatever_a_library_makes_of_it() -> None:
    with pytest.raises(KeyboardInterrupt), remembered_interrupt():
        _press_and_compare()


def test_a_press_while_something_is_computed_interrupts_that() -> None:
    trail = Trail()
    pointer = SimpleNamespace(trail=trail, position=lambda: Point(5, 5), monitors=tuple)
    with remembered_interrupt() as check:
        watch = PersonWatch(pointer, None, check)
        with pytest.raises(KeyboardInterrupt), watch.listening():
            _press_and_compare()


def test_an_error_without_a_press_and_one_that_tells_of_it_stay_what_they_are() -> None:
    with pytest.raises(TypeError), remembered_interrupt():
        raise TypeError("cannot compare")
    with pytest.raises(StoppedError), remembered_interrupt():
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise StoppedError("stopped at the question")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_press_that_was_dropped_in_a_clean_up_interrupts_at_every_check() -> None:
    before = signal.getsignal(signal.SIGINT)
    with remembered_interrupt() as check:
        _press_ctrl_c_while_a_thing_is_cleaned_up()
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                check()
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a signal of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_is_heard_as_a_press(name: str) -> None:
    number = getattr(signal, name)
    outer = signal.signal(number, signal.SIG_DFL)  # under nohup it is ignored
    try:
        with remembered_interrupt() as check:
            with pytest.raises(KeyboardInterrupt) as at_once:
                signal.raise_signal(number)
            with pytest.raises(KeyboardInterrupt) as later:
                check()
            for raised in (at_once, later):
                assert how_stopped(raised.value) == f"stopped by {name}"
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, outer)


def test_an_ignored_ctrl_c_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with remembered_interrupt() as check:
            signal.raise_signal(signal.SIGINT)
            check()
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_leaves_the_signals_alone() -> None:
    def listen() -> object:
        assert threading.current_thread() is not threading.main_thread()
        with remembered_interrupt() as check:
            check()
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(listen).result() is signal.getsignal(signal.SIGINT)


LOST_PRESS = """
import signal, sys
from autoplay.__main__ import main

class Pressing:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

class Finder:
    def find_spec(self, name, *args):
        if name == "autoplay.cli.simulate":
            Pressing()

sys.meta_path.insert(0, Finder())
sys.argv = ["autoplay", "simulate", "--level", "expert", "--games", "100000"]
main()
"""
"""Ctrl-C while a module is imported, where Python can only warn of what it raises."""


def test_a_press_that_was_dropped_while_a_command_was_loaded_ends_it(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOST_PRESS],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 130
    assert "Traceback" not in ended.stderr


def test_a_press_that_is_remembered_is_not_pressed_again() -> None:
    """What is kept and told at the end would be interrupted by it."""
    lost = cast("sys.UnraisableHookArgs", SimpleNamespace(exc_type=KeyboardInterrupt))
    with remembered_interrupt():
        _press_again(lost)
        time.sleep(10 * SOON)
    with pytest.raises(KeyboardInterrupt):
        _press_again(lost)
        time.sleep(10 * SOON)

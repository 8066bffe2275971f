"""What a person at a terminal sees and types: a process of its own, on a pseudo-terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

termios = pytest.importorskip("termios", reason="pseudo-terminals are of POSIX")

WIPED = "<wiped>"
"""Stands for a line that was wiped out: what was shown before is gone."""

ROW = r"(?:[#osM0-9·] ){9}"
"""A row of the board that is played on."""

SIZE = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm"}

PLAY = """
import fcntl, pathlib, signal, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C typed there is for this process
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it
from autoplay.cli.plan import GuessMode, Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from tests.kept_library import kept_library
room = Region(0, 0, 480, 480)
desktop = make_virtual_desktop("9x9/10", seed=3, pitch=24, monitors=(Monitor(room),))
plan = Plan(mines=10, policy="lowest_risk", {options})
play_games(desktop.machine(), (room,), kept_library(pathlib.Path({home!r})), plan)
"""


class Terminal:
    """A pseudo-terminal with what was shown on it so far."""

    def __init__(self, end: int, theirs: int) -> None:
        self._end, self._theirs = end, theirs
        self.shown = ""
        self._told = ""

    @property
    def shows_keys(self) -> bool:
        """Whether what is typed there is shown."""
        return bool(termios.tcgetattr(self._theirs)[3] & termios.ECHO)

    def type(self, keys: str) -> None:
        """Type these keys."""
        os.write(self._end, keys.encode())

    def until(self, words: str, pressed: str = "") -> str:
        """Return what was shown since the last call, up to and with these words.

        Keys are ``pressed``, and again every few seconds: a signal that comes between Python's last
        look for one and its reading of a line is heard with the next key alone.
        """
        began = time.monotonic()
        end, press = began + 30, began
        while words not in self.shown:
            now = time.monotonic()
            assert now < end, self.shown
            if pressed and now >= press:
                self.type(pressed)
                press = now + 5
            if select.select([self._end], [], [], 0.1)[0]:
                told = os.read(self._end, 4096).decode()
                self._told += told
                told = told.replace("\x1b[2K", WIPED)
                self.shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told).replace("\r", "")
        before, _, self.shown = self.shown.partition(words)
        return before + words

    @property
    def lines(self) -> list[str]:
        """The lines that are there to be read by now, what was wiped out left out."""
        lines, row = [""], 0
        for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", self._told):
            if part == "\n":
                row += 1
                lines += [""] * (row == len(lines))
            elif part == "\x1b[2K":
                lines[row] = ""
            elif part.endswith("A"):
                row = max(row - int(part[2:-1] or 1), 0)
            elif part[0] not in "\r\x1b":
                lines[row] += part
        return lines


@contextmanager
def _playing(options: str, home: Path) -> Iterator[Terminal]:
    ours, theirs = os.openpty()
    playing = subprocess.Popen(
        [sys.executable, "-c", PLAY.format(options=options, home=str(home))],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **SIZE},
        start_new_session=True,
    )
    try:
        yield Terminal(ours, theirs)
    finally:
        playing.kill()
        playing.wait()
        os.close(ours)
        os.close(theirs)


def test_the_board_is_there_when_a_move_is_asked_for(tmp_path: Path) -> None:
    with _playing("step=True", tmp_path) as terminal:
        for _ in range(2):
            left = terminal.until("[y/N]:").rpartition(WIPED)[2]
            rows = re.findall(ROW + r"\n", left)
            assert len(rows) == 9
            assert any("o" in row for row in rows)
            terminal.type("y\n")


def test_the_boards_that_were_asked_about_stay_whole_one_above_the_other(tmp_path: Path) -> None:
    with _playing("step=True, delay=0.1", tmp_path) as terminal:
        for _ in range(3):
            terminal.until("[y/N]:")
            terminal.type("y\n")
        terminal.until("[y/N]:")
        rows = "".join(
            "r" if re.match(ROW, line) else "q" * ("[y/N]" in line) for line in terminal.lines
        )
    assert rows == (9 * "r" + "q") * 4


def test_ctrl_c_at_a_question_is_told_as_that(tmp_path: Path) -> None:
    with _playing("step=True", tmp_path) as terminal:
        terminal.until("[y/N]:")
        assert "stopped in" in terminal.until("by Ctrl-C", pressed="\x03")


def test_what_is_typed_while_the_persons_click_is_waited_for_is_not_drawn(tmp_path: Path) -> None:
    with _playing("guess=GuessMode.ASK", tmp_path) as terminal:
        terminal.until("your move: ")
        assert not terminal.shows_keys
        terminal.type("typed\n\n")
        assert "typed" not in terminal.until("by Ctrl-C", pressed="\x03")
        terminal.until("StoppedError")  # the end of the process, whose traceback says so
        assert terminal.shows_keys


def test_an_answer_is_seen_while_it_is_typed(tmp_path: Path) -> None:
    with _playing("step=True", tmp_path) as terminal:
        terminal.until("[y/N]:")
        assert terminal.shows_keys
        terminal.type("y\n")
        terminal.until("y\n")
        terminal.until("[y/N]:")


RUN = """
import fcntl, signal, termios
from contextlib import contextmanager
from dataclasses import replace
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # its end is told to this process
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from autoplay.cli.main import main
from autoplay.desktop import real
from autoplay.desktop.interrupt import remembered_interrupt
from autoplay.desktop.virtual import make_virtual_desktop
class Watch:  # as the real one: what a finalizer swallowed is asked for again
    def __init__(self, watch, interrupt):
        self.watch, self.interrupt = watch, interrupt
    def check(self):
        self.interrupt()
        self.watch.check()
    def __getattr__(self, name):
        return getattr(self.watch, name)
@contextmanager
def machine(key):
    with remembered_interrupt() as interrupt:
        bare = make_virtual_desktop("9x9/10", seed=3, pitch=24).machine()
        yield replace(bare, watch=Watch(bare.watch, interrupt))
real.real_machine = machine
main(["run", "--mines", "10", *{options!r}])
"""


@pytest.mark.parametrize("options", [["--dry-run"], ["--dry-run", "--json"], ["--step"]], ids=str)
def test_who_closes_the_terminal_has_stopped_it(options: list[str], tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    playing = subprocess.Popen(
        [sys.executable, "-c", RUN.format(options=options)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={
            **os.environ,
            **SIZE,
            "HOME": str(tmp_path),
            **{f"XDG_{kind}_HOME": str(tmp_path) for kind in ("CONFIG", "DATA", "CACHE", "STATE")},
        },
        start_new_session=True,
    )
    try:
        Terminal(ours, theirs).until("open ")
        os.close(theirs)
        os.close(ours)
        assert playing.wait(timeout=30) == 130
    finally:
        playing.kill()
        playing.wait()

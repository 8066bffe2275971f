"""Text for people, on standard output or standard error."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rich.console import Console

BAR_COLUMNS = 70
"""Characters of a line from which on a bar fits beside what is told: of 100,000 games with their
time left, the rate and its interval 51, of a game that is played 46."""


def is_answered() -> bool:
    """Whether a person is at standard input: a terminal, not a file, a pipe or nothing."""
    return sys.stdin is not None and sys.stdin.isatty()


class UnseenKeys:
    """Keys that are typed at the terminal draw nothing there from ``start`` to ``stop``.

    They would move what is drawn anew. What was typed is dropped then: nobody saw it.
    """

    def __init__(self) -> None:
        self._before: list[Any] | None = None

    def start(self) -> None:
        """Let keys draw nothing from now on, where this program has a terminal."""
        if sys.platform != "win32" and (terminal := _own_terminal()) is not None:
            import termios

            self._before = termios.tcgetattr(terminal)
            unseen = [*self._before[:3], self._before[3] & ~termios.ECHO, *self._before[4:]]
            termios.tcsetattr(terminal, termios.TCSADRAIN, unseen)

    def stop(self) -> None:
        """Let keys be seen again."""
        if sys.platform != "win32" and (terminal := _own_terminal()) is not None:
            import termios

            if self._before is not None:
                termios.tcsetattr(terminal, termios.TCSAFLUSH, self._before)


def _own_terminal() -> int | None:
    """Return the number of the terminal at standard input, None where there is none.

    To a program in the background it does not belong: that would be stopped for setting it.
    """
    if sys.platform == "win32" or not is_answered():
        return None
    try:
        number = sys.stdin.fileno()
        return number if os.tcgetpgrp(number) == os.getpgrp() else None
    except OSError:
        return None


class Terminal(Console):
    """A rich console that prints what it is given: numbers get no colour of their own.

    On standard output it breaks no line: what is too long a terminal wraps, and a file keeps whole.
    On standard error, where progress moves, lines keep to the terminal's width.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=not stderr)

    @property
    def shows_colours(self) -> bool:
        """Whether colours reach the reader: not in a file or a pipe, nor where they are off."""
        return self.color_system is not None and not self.no_color

    @property
    def has_room_for_bar(self) -> bool:
        """Whether a bar leaves room for the words beside it."""
        return self.width >= BAR_COLUMNS

    def looking(self) -> AbstractContextManager[object]:
        """Say while the block runs that a board is looked for, which may take seconds; only where a
        person sees it."""
        return self.status("looking for a board") if self.is_terminal else nullcontext()

    def on_broken_pipe(self) -> None:
        """Leave it to the top of the command line, instead of exiting as for a lost game."""
        raise BrokenPipeError

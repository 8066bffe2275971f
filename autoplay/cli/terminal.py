"""Text for people, on standard output or standard error."""

from __future__ import annotations

import sys

from rich.console import Console


def is_answered() -> bool:
    """Whether a person is at standard input: a terminal, not a file, a pipe or nothing."""
    return sys.stdin is not None and sys.stdin.isatty()


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

    def on_broken_pipe(self) -> None:
        """Leave it to the top of the command line, instead of exiting as for a lost game."""
        raise BrokenPipeError

"""What a person sees while a game is played: a progress line, then the result."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import click
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from autoplay.cli.game_lines import odds_line, result_line, total_line, your_move_line
from autoplay.cli.risk_colours import board_in_colour, fitted, print_lines
from autoplay.cli.shown_policy import Tell
from autoplay.cli.terminal import Terminal, UnseenKeys
from autoplay.errors import StoppedError
from autoplay.game import SYMBOLS, Board, Label, parse_rows
from autoplay.play.events import (
    Advised,
    AnyEvent,
    Finished,
    FlagsRefused,
    Listener,
    Looked,
    Result,
    Started,
    Unseen,
    encode,
)
from autoplay.play.session import how_stopped
from autoplay.policy import Advice, analysis_behind
from autoplay.words import first_of

LINES_AROUND = 2
"""Lines beside the board: the bar above it, and the one where the cursor is when it ends."""

REFRESHES = 8
"""Times a second the terminal is drawn anew: often enough to follow, too rarely to slow play."""


@dataclass(frozen=True)
class Show:
    """What a person or a program is told of a game: its events, and the policy's every advice.

    ``ask`` puts a question on standard error, beneath the board where that is drawn, and returns
    whether the answer was yes.
    """

    listener: Listener
    tell: Tell
    ask: Callable[[str], bool]


@contextmanager
def show(*, as_json: bool, board: bool, odds: bool, asks: bool = False) -> Iterator[Show]:
    """Yield what shows a game: JSON lines, or a bar on standard error.

    ``board`` draws the board under the bar, coloured by risk, where standard error is a terminal,
    and leaves the last one there.
    ``odds`` prints what is advised at every look, and how its best alternatives compare; where
    ``asks``, guesses are the person's, and the line says that their click is waited for.
    A StoppedError that ends a game is marked as told: the game's result line says why.
    """
    if as_json:
        yield Show(lambda event: click.echo(encode(event)), lambda board, advice: None, _confirmed)
        return
    console = Terminal(stderr=True)
    bar, picture = _Bar(console), _Picture()

    def listen(event: AnyEvent) -> None:
        if isinstance(event, Looked):
            picture.rows = event.board
        elif isinstance(event, Finished) and board and console.is_terminal:
            print_lines(console, picture.last(console.width))
        bar(event)

    parts = Group(bar.progress, picture) if board else bar.progress

    def tell(seen: Board, advice: Advice) -> None:
        picture.latest = (seen, advice)
        if odds:
            is_asked = asks and advice.is_guess
            line = your_move_line(seen, advice) if is_asked else odds_line(seen, advice)
            console.print(line, soft_wrap=True)

    def drawing() -> Live:
        return Live(parts, console=console, transient=True, refresh_per_second=REFRESHES)

    live, keys = drawing(), UnseenKeys()

    def ask(question: str) -> bool:
        nonlocal live
        live.stop()  # it would draw over the question
        keys.stop()
        if board and console.is_terminal:
            console.print(picture)
        try:
            return _confirmed(question)
        finally:
            keys.start()
            live = drawing()  # the one before would wipe out the question's lines as its own
            live.start()

    try:
        keys.start()
        live.start()
        yield Show(listen, tell, ask)
    except StoppedError as stop:
        stop.told = bar.ended[Result.STOPPED] > 0
        raise
    finally:
        live.stop()
        keys.stop()
        if sum(bar.ended.values()) > 1:
            console.print(total_line(bar.ended), soft_wrap=True)


def _confirmed(question: str) -> bool:
    """Return whether the answer is yes; StoppedError where none can come, or Ctrl-C is pressed."""
    if sys.stdin is None:
        raise StoppedError("stopped: standard input is closed, so nobody can answer")
    try:
        return click.confirm(f"{question} (Enter ends play)", err=True)
    except click.Abort as abort:
        click.echo(err=True)  # ends the line of the question
        press = abort.__context__  # which click raises its own error for, as for an end of input
        if isinstance(press, KeyboardInterrupt):
            raise StoppedError(how_stopped(press)) from None
        raise StoppedError("stopped: the question got no answer") from None


class _Picture:
    """The latest board; it is drawn when the terminal is refreshed, not at every look."""

    latest: tuple[Board, Advice] | None = None
    rows: Sequence[str] = ()

    def last(self, width: int) -> Iterator[Text]:
        """Yield what fits of the board that was seen last, without the colours of advice."""
        if self.latest is not None:
            of = self.latest[0].topology
            board = parse_rows(self.rows, None, of.shape, of.variant)
            yield from fitted(board_in_colour(board), width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.latest is None:
            return
        drawn, height = _in_colour(*self.latest), console.height - LINES_AROUND
        yield from fitted(drawn, options.max_width, height, LINES_AROUND)


def _in_colour(board: Board, advice: Advice) -> Text:
    return board_in_colour(board, analysis_behind(board, advice), advice)


class _Bar:
    """Moves one bar by what happens."""

    def __init__(self, console: Terminal) -> None:
        bar = [BarColumn()] if console.has_room_for_bar else []
        self.progress = Progress(*bar, TextColumn("{task.description}"), console=console)
        self._console = console
        self._task = self.progress.add_task("looking", total=None)
        self._looked: Looked | None = None
        self._win: float | None = None
        self._assumed: int | None = None
        self._safe_by: int | None = None
        self.ended: Counter[Result] = Counter()

    def __call__(self, event: AnyEvent) -> None:
        match event:
            case Started():
                self._assumed = event.assumed_mines
                cells = event.rows * event.cols - event.absent
                free = cells - (event.mines or self._assumed or 0)
                self.progress.reset(self._task, total=free)
            case Looked():
                self._looked = event
            case Advised():
                self._win = event.win_probability
                self._safe_by = event.assumed_mines if event.risk == 0 else None
                if event.assumed_mines is not None:
                    self._assumed = event.assumed_mines
            case Unseen():
                words = f"the board is not to be seen; waiting for it ({event.reason})"
                self._console.print(words, soft_wrap=True)
            case FlagsRefused():
                named = first_of(event.actions)
                words = f"the game takes no more flags ({named}); playing on without setting any"
                self._console.print(words, soft_wrap=True)
            case Finished():
                self.ended[event.result] += 1
                self._console.print(result_line(event, self._safe_by), soft_wrap=True)
        if self._looked is not None:
            self._show(self._looked)

    def _show(self, looked: Looked) -> None:
        absent = sum(row.count(SYMBOLS[Label.ABSENT]) for row in looked.board)
        opened = sum(len(row) for row in looked.board) - absent - looked.covered
        self.progress.update(self._task, completed=opened, description=self._words(looked))

    def _words(self, looked: Looked) -> str:
        words = [f"{looked.covered} cells covered"]
        if looked.mines_left is not None:
            words.insert(0, f"{looked.mines_left} mines left")
        elif self._assumed is not None:
            flags = sum(row.count(SYMBOLS[Label.FLAG]) for row in looked.board)
            words.insert(0, f"about {self._assumed - flags} mines left")
        if self._win is not None:
            words.append(f"win chance {self._win:.0%}")
        return ", ".join(words)

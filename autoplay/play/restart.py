"""Another game: how a game on the screen starts again, and waiting until it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import TypeGuard

import numpy as np

from autoplay.desktop.keys import parse_chord
from autoplay.desktop.ports import Machine, Point
from autoplay.errors import LostBoardError, NoBoardError, NoEffectError, UsageError, VisionError
from autoplay.game import MAX_NUMBER, Board, Cell, Outcome
from autoplay.play.anchor import Beside, anchor_of
from autoplay.play.board_on_screen import Found
from autoplay.play.manner import undisturbed
from autoplay.play.outcome import outcome_of
from autoplay.play.screen_game import ScreenGame

RESTART_SECONDS = 5.0
"""How long a game may take to show its new board."""

STEP_SECONDS = 0.4
"""Between the steps of a restart: a dialog that was closed must give the game its keys back.

KMines, its windows drawn by software, needs up to 0.2 s.
"""

USUAL_WAYS = ("F2", "n", "r", "s", "space", "face")
"""What most games start again with, harmless first; ctrl+n is not among them: in a browser it
opens a window over the game."""

TRIAL_SECONDS = 1.5
"""How long one of several ways may take to show a new board before the next one is tried."""

HOW = (
    "KEY, face or X,Y, several with spaces between ('escape ctrl+n' closes a dialog first; "
    "--stop-key must then be another than escape)"
)

CLOSE = "escape"
"""Closes the dialogs of most programs, and takes back what they ask: no name is entered."""

FACE = "face"
"""The step that clicks what stands above the middle of the board."""

POINT = re.compile(r"(@?)(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
"""X,Y in desktop points, or behind an @ in cells from the middle of the board's first one, which is
how profiles keep it; anything else with a comma is a key, such as ``ctrl+,``."""

Restart = Callable[[], None]

Cells = Collection[Cell]

NOTHING: Cells = frozenset()


class NewGames:
    """Begins one game after another: as was said, or by the first usual way that works."""

    def __init__(self, machine: Machine, found: Found, how: str | None, stop_key: str) -> None:
        """``how`` is what ``restart_of`` takes; UsageError as ``check_restart`` says, and for a
        point that is on no monitor."""
        if how is not None:
            check_restart(how, stop_key)
            _require_on_screen(how, machine)
        self._machine, self._found, self._stop_key = machine, found, stop_key
        self.how = None if how is None else beside_board(how, found)

    def begin(self, game: ScreenGame, go_on: Callable[[], bool] = lambda: False) -> None:
        """Begin another game and wait until its board shows; NoEffectError when it does not.

        ``go_on`` is asked when the person has moved the mouse, as in ``Manner``. StoppedError or
        PausedError before the next click or key where they want to stop.
        """
        old = None if game.reading is None else game.reading.board
        keys = any(map(_is_pressed, USUAL_WAYS if self.how is None else steps_of(self.how)))
        seen = _touched(game, old, go_on) if keys else NOTHING
        if keys and not seen and not game.clicks:
            raise NoEffectError(
                "no open cell of the finished game is seen to be clicked, and a key may go to "
                "another window: close what covers the board, or begin a new game yourself"
            )
        if self.how is not None:
            try:
                self._begin(game, old, self.how, RESTART_SECONDS, go_on)
            except NoEffectError:  # one more dialog than usual, a record's, took the keys
                self._begin(game, old, self._closing_first(self.how), RESTART_SECONDS, go_on)
            return
        self._begin_somehow(game, old, seen, go_on)

    def _begin_somehow(
        self, game: ScreenGame, old: Board | None, seen: Cells, go_on: Callable[[], bool]
    ) -> None:
        """Begin another game by the first usual way that works.

        The board showed these cells of the old one when the first key was pressed. Where one of
        them no longer shows, a key opened something over the game, which would take the others.
        """
        tried = ""
        for way in USUAL_WAYS:
            if _is_key(way, self._stop_key):
                continue
            is_blind = tried and seen and _is_pressed(way)
            if is_blind and not _touched(game, old, go_on, seen):
                _require_board(game, tried, go_on)
            try:
                self._begin(game, old, way, TRIAL_SECONDS, go_on)
            except (NoEffectError, VisionError, LostBoardError):
                tried = way
                continue
            self.how = way
            return
        raise NoEffectError(
            f"the game did not start again with any of {', '.join(USUAL_WAYS)}; "
            f"say how with --restart {HOW}"
        )

    def _closing_first(self, how: str) -> str:
        """Return these steps after one that closes a dialog, where its key does not stop play."""
        return how if _is_key(CLOSE, self._stop_key) else f"{CLOSE} {how}"

    def _begin(
        self,
        game: ScreenGame,
        old: Board | None,
        how: str,
        seconds: float,
        go_on: Callable[[], bool],
    ) -> None:
        """Begin another game, whose board is not the old one.

        One that cannot be read meanwhile may be under a dialog that is closing; one that does not
        stand still may be the new one being drawn, and is given more time.
        """
        game.forget()
        restart_of(self._machine, self._found, game, how, go_on)()
        game.forget()
        clock, reason = self._machine.clock, ""
        start, lost = clock.now(), None
        while clock.now() < start + (seconds if lost is None else RESTART_SECONDS):
            clock.sleep(0.1)
            try:
                board = undisturbed(game.board, go_on)
            except VisionError as error:
                reason, lost = f" ({error})", None
            except LostBoardError as error:
                lost = error
            else:
                if is_another_game(board, old):
                    game.forget()
                    return
                lost = None
            game.forget()
        if lost is not None:
            raise lost
        if reason:
            raise NoEffectError(
                "the game did not start again, as its board is not seen: close what covers it; "
                f"for a dialog at the end say --stop-key f9 --restart {_closed_by(how)}{reason}"
            )
        raise NoEffectError(f"the game did not start again; say how with --restart {HOW}")


def _closed_by(how: str) -> str:
    """Return the steps of a restart that closes a dialog first, as they are written."""
    return repr(how if how.startswith(CLOSE) else f"{CLOSE} {how}")


def _touched(
    game: ScreenGame, board: Board | None, go_on: Callable[[], bool], seen: Cells = NOTHING
) -> Cells:
    """Give the game the keyboard; return the board's cells that show, as ``ScreenGame.touch``."""
    return NOTHING if board is None else undisturbed(partial(game.touch, board, seen), go_on)


def _require_board(game: ScreenGame, tried: str, go_on: Callable[[], bool]) -> None:
    """Raise NoEffectError where no board is to be seen any more after a key was tried."""
    try:
        undisturbed(game.board, go_on)
    except (VisionError, LostBoardError) as error:
        raise NoEffectError(
            f"after {tried} the board is not seen any more, and another key may go to what covers "
            f"it: close that, and say how a game begins with --restart {HOW} ({error})"
        ) from None


def _is_pressed(step: str | Point | Beside) -> TypeGuard[str]:
    """Whether a step is a key or chord."""
    return isinstance(step, str) and step != FACE


def steps_of(how: str) -> list[str | Point | Beside]:
    """Return the steps of a restart: FACE, a point or a place to click, or a key or chord.

    ``how`` is ``face``, ``X,Y`` in desktop points, ``@X,Y`` in cells, or a key or chord; several,
    one after another, are separated by spaces. UsageError for another text.
    """
    steps = [_step_of(word, how) for word in how.split()]
    if not steps:
        raise UsageError(f"restart {how!r}: write {HOW}")
    return steps


def _step_of(word: str, how: str) -> str | Point | Beside:
    if point := POINT.fullmatch(word):
        x, y = float(point[2]), float(point[3])
        return Beside(x, y) if point[1] else Point(x, y)
    if word != FACE:
        try:
            parse_chord(word)
        except UsageError as error:
            raise UsageError(f"restart {how!r}: {error}; or write face or X,Y") from None
    return word


def check_restart(how: str, stop_key: str) -> None:
    """Raise UsageError for a text that says no restart, or where a step is the stop key.

    The game would never see that key.
    """
    if any(_is_key(step, stop_key) for step in steps_of(how)):
        raise UsageError(
            f"restart {how!r}: {stop_key} is the stop key; choose another one with --stop-key"
        )


def _require_on_screen(how: str, machine: Machine) -> None:
    for step in steps_of(how):
        if isinstance(step, Point) and not any(
            monitor.contains(step) for monitor in machine.screen.monitors()
        ):
            raise UsageError(f"restart {how!r}: {step.x:g},{step.y:g} is on no monitor")


def _is_key(step: str | Point | Beside, key: str) -> bool:
    """Whether a step is that key, however it is written."""
    return _is_pressed(step) and parse_chord(step) == parse_chord(key)


def beside_board(how: str, found: Found) -> str:
    """Return the restart with its points as places beside the board, which move with its window."""
    anchor = anchor_of(found.frame, found.lattice)
    steps = [anchor.beside(step) if isinstance(step, Point) else step for step in steps_of(how)]
    return " ".join(map(str, steps))


def restart_of(
    machine: Machine,
    found: Found,
    game: ScreenGame,
    how: str,
    go_on: Callable[[], bool] = lambda: False,
) -> Restart:
    """Return what begins another game: ``how`` is as for ``steps_of``, ``go_on`` as in ``Manner``.

    What stands beside the board is clicked where the board was seen last; the face, which nobody
    pointed out, only where it is seen right before: that raises VisionError or LostBoardError.
    Before every step the person is asked: StoppedError or PausedError where they want to stop.
    """
    steps = [_action(machine, found, game, step) for step in steps_of(how)]

    def restart() -> None:
        for number, step in enumerate(steps):
            if number:
                machine.clock.sleep(STEP_SECONDS)
            undisturbed(step, go_on)

    return restart


def uncovering_of(machine: Machine, found: Found, game: ScreenGame, how: str) -> Restart | None:
    """Return the first of several steps, which closes what covers the board; None if it is one."""
    first, *more = steps_of(how)
    return _action(machine, found, game, first) if more else None


def _action(
    machine: Machine, found: Found, game: ScreenGame, step: str | Point | Beside
) -> Restart:
    """Return what takes a step of a restart, once the person was asked."""
    place = _face(found) if step == FACE else step

    def act() -> None:
        machine.watch.check()
        if step == FACE:
            game.board()
        if isinstance(place, str):
            machine.keyboard.press(place)
        else:
            machine.pointer.click(game.anchor.point(place) if isinstance(place, Beside) else place)

    return act


def _face(found: Found) -> Beside:
    """Return where the face is: above the middle of the board."""
    left, top, right, _ = found.lattice.box
    point = found.frame.point_at((left + right) / 2, _face_height(found, top))
    return anchor_of(found.frame, found.lattice).beside(point)


def _face_height(found: Found, top: int) -> float:
    """Return y of the face: the middle of what stands out in the column above the board."""
    pitch = found.lattice.pitch
    left, _, right, _ = found.lattice.box
    middle, reach = (left + right) // 2, max(6, int(pitch[0] / 2))
    high = max(0, int(top - 4 * max(pitch)))
    strip = found.frame.pixels[high:top, max(0, middle - reach) : middle + reach, :3].astype(
        np.int16
    )
    if not strip.size:
        raise NoBoardError(
            "no face above the board, which touches the top of the screen: move the window down, "
            f"or say another --restart {HOW}"
        )
    busy = np.abs(np.diff(strip, axis=1)).max(axis=(1, 2)) > 40
    rows = np.flatnonzero(busy)
    return high + float(np.median(rows)) if len(rows) else top - 1.5 * pitch[1]


def is_another_game(board: Board, old: Board | None) -> bool:
    """Whether a board is one newly begun after the old one: nothing is lost or won.

    Less than half of it is open, or what was open is closed or another number: some games open a
    part of the board themselves, which may be most of a board with few mines.
    """
    if board == old or outcome_of(board) is not Outcome.PLAYING:
        return False
    opened = sum(label <= MAX_NUMBER for label in board.labels)
    if opened < len(board.labels) / 2 or old is None:
        return opened < len(board.labels) / 2
    return any(
        was <= MAX_NUMBER and was != now for was, now in zip(old.labels, board.labels, strict=True)
    )

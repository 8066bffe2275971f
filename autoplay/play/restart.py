"""Another game: how a game on the screen starts again, and waiting until it has."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autoplay.desktop.ports import Machine, Point
from autoplay.errors import AutoplayError, NoEffectError, UsageError
from autoplay.game import MAX_NUMBER
from autoplay.play.board_on_screen import Found
from autoplay.play.screen_game import ScreenGame

RESTART_SECONDS = 5.0
"""How long a game may take to show its new board."""

Restart = Callable[[], None]


def restart_of(machine: Machine, found: Found, how: str) -> Restart:
    """Return what begins another game: a key, the face above the board, or a point.

    ``how`` is ``face``, ``X,Y`` in desktop points, or a key or chord. UsageError for another text.
    """
    if how == "face":
        left, top, right, _ = found.lattice.box
        point = found.frame.point_at((left + right) / 2, _face_height(found, top))
        return lambda: machine.pointer.click(point)
    parts = how.split(",")
    if len(parts) == 2:
        try:
            x, y = float(parts[0]), float(parts[1])
        except ValueError:
            raise UsageError(f"--restart {how!r}: write a key, face, or X,Y") from None
        return lambda: machine.pointer.click(Point(x, y))
    return lambda: machine.keyboard.press(how)


def wait_for_new_game(machine: Machine, game: ScreenGame, restart: Callable[[], None]) -> None:
    """Begin another game and wait until its board shows."""
    game.forget()
    restart()
    began = machine.clock.now()
    while machine.clock.now() - began < RESTART_SECONDS:
        machine.clock.sleep(0.1)
        board = game.board()
        game.forget()
        if is_fresh(board.labels):
            return
    raise NoEffectError("the game did not start again; say how with --restart KEY, face or X,Y")


def _face_height(found: Found, top: int) -> float:
    """Return y of the face: the middle of what stands out in the column above the board."""
    pitch = found.lattice.pitch
    left, _, right, _ = found.lattice.box
    middle, reach = (left + right) // 2, max(6, int(pitch[0] / 2))
    high = max(0, int(top - 4 * max(pitch)))
    strip = found.frame.pixels[high:top, middle - reach : middle + reach, :3].astype(np.int16)
    if not strip.size:
        raise AutoplayError("no face above the board: it touches the top of the screen")
    busy = np.abs(np.diff(strip, axis=1)).max(axis=(1, 2)) > 40
    rows = np.flatnonzero(busy)
    return high + float(np.median(rows)) if len(rows) else top - 1.5 * pitch[1]


def is_fresh(labels: bytes) -> bool:
    """Whether a board looks newly begun: less than half of it open."""
    return sum(label <= MAX_NUMBER for label in labels) < len(labels) / 2

"""The steps that begin another game, and what each does: it presses a key or clicks a place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeGuard

import numpy as np

from autoplay.calibration import FACE, HOW, POINT, restart_words
from autoplay.desktop.keys import parse_chord
from autoplay.desktop.ports import Machine, Point
from autoplay.errors import NoBoardError, UsageError
from autoplay.play.anchor import Anchor, Beside, anchor_of
from autoplay.play.board_on_screen import Found
from autoplay.play.manner import undisturbed
from autoplay.play.persons_wish import PersonsWish
from autoplay.play.screen_game import ScreenGame

STEP_SECONDS = 0.4
"""Between the steps of a restart: a dialog that was closed must give the game its keys back.

KMines, its windows drawn by software, needs up to 0.2 s.
"""

CLOSE = "escape"
"""Closes the dialogs of most programs, and takes back what they ask: no name is entered."""

Restart = Callable[[], None]


def is_pressed(step: str | Point | Beside) -> TypeGuard[str]:
    """Whether a step is a key or chord."""
    return isinstance(step, str) and step != FACE


def steps_of(how: str) -> list[str | Point | Beside]:
    """Return the steps of a restart: FACE, a point or a place to click, or a key or chord.

    ``how`` is ``face``, ``X,Y`` in desktop points, ``@X,Y`` in cells, or a key or chord; several,
    one after another, are separated by spaces. UsageError for another text.
    """
    return [_step_of(word) for word in restart_words(how)]


def _step_of(word: str) -> str | Point | Beside:
    point = POINT.fullmatch(word)
    if point is None:
        return word
    x, y = float(point[2]), float(point[3])
    return Beside(x, y) if point[1] else Point(x, y)


def check_restart(how: str, stop_key: str) -> None:
    """Raise UsageError for a text that says no restart, or where a step is the stop key.

    The game would never see that key.
    """
    if any(is_key(step, stop_key) for step in steps_of(how)):
        raise UsageError(
            f"restart {how!r}: {stop_key} is the stop key; choose another one with --stop-key"
        )


def require_possible(how: str, machine: Machine, board: Anchor | None = None) -> None:
    """Raise UsageError where a step presses a key that the keyboard lacks, or clicks what is on no
    monitor; what stands beside the board counts where this is known."""
    for step in steps_of(how):
        if is_pressed(step):
            try:
                machine.keyboard.require(step)
            except UsageError as error:
                raise UsageError(f"restart {how!r}: {error}") from None
            continue
        point = board.point(step) if board is not None and isinstance(step, Beside) else step
        if isinstance(point, Point) and not any(
            monitor.contains(point) for monitor in machine.screen.monitors()
        ):
            raise UsageError(f"restart {how!r}: {point.x:.0f},{point.y:.0f} is on no monitor")


def is_key(step: str | Point | Beside, key: str) -> bool:
    """Whether a step is that key, however it is written."""
    return is_pressed(step) and parse_chord(step) == parse_chord(key)


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
    Before every step the person is asked, and while the next one is waited for: StoppedError or
    PausedError where they want to stop.
    """
    wish = PersonsWish(machine.watch, machine.clock)
    steps = [_action(machine, found, game, step) for step in steps_of(how)]

    def restart() -> None:
        for number, step in enumerate(steps):
            if number:
                undisturbed(partial(wish.sleep, STEP_SECONDS), go_on)
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


FACE_WITHIN = 4.0
"""Pitches above a board within which its face is looked for.

In the games of fixtures/screens the middle of what is there lies 1.0 to 3.3 above the board.
"""

FACE_USUAL = 1.5
"""Pitches above a board where its face is taken to be where nothing stands out there."""

FACE_REACH = 6
"""Pixels to each side of the board's middle that are looked at where half a pitch is less."""

STANDS_OUT = 40
"""Levels between neighbours in a row of pixels: of what stands out in fixtures/screens they are 80
at least, of plain frames above a board 20 at most."""


def _face_height(found: Found, top: int) -> float:
    """Return y of the face: the middle of what stands out in the column above the board."""
    pitch = found.lattice.pitch
    left, _, right, _ = found.lattice.box
    middle, reach = (left + right) // 2, max(FACE_REACH, int(pitch[0] / 2))
    high = max(0, int(top - FACE_WITHIN * max(pitch)))
    strip = found.frame.pixels[high:top, max(0, middle - reach) : middle + reach, :3].astype(
        np.int16
    )
    if not strip.size:
        raise NoBoardError(
            "no face above the board, which touches the top of the screen",
            more=f"move the window down, or say another --restart {HOW}",
        )
    busy = np.abs(np.diff(strip, axis=1)).max(axis=(1, 2)) > STANDS_OUT
    rows = np.flatnonzero(busy)
    return high + float(np.median(rows)) if len(rows) else top - FACE_USUAL * pitch[1]

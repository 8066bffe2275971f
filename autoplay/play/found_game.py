"""A game found on a screen as one to play: what of the screen is looked at, and at what tempo."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

import numpy as np

from autoplay.calibration import Limits
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.errors import LostBoardError, UnreadableError
from autoplay.game import MAX_NUMBER, Label
from autoplay.play.board_on_screen import Found, capture
from autoplay.play.eyes import GrowingEyes
from autoplay.play.find_again import Seen, find_again
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import ScreenGame
from autoplay.play.sight import Eyes
from autoplay.play.spot import View
from autoplay.vision.counter import number_at, total_written
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.read import Reader
from autoplay.vision.skin import Skin

MARGIN = 3
"""Pixels grabbed around the board: a frame that moved with its window shows there."""

FINEST_SCALE = 20
"""Pixels a point are told as fractions up to this denominator: 5/4, 3/2, 11/10."""

SAME_SIZE = 0.02
"""Share by which the pitch of a board that is found once more may differ from what it was."""


def screen_game(
    machine: Machine,
    found: Found,
    tempo: Tempo,
    wrap: Callable[[Eyes], Eyes] = lambda eyes: eyes,
) -> ScreenGame:
    """Return the found game as a Playable; ``wrap`` may put something around its eyes."""
    area, mines = found.frame.region, found.mines

    def view(frame: Frame, lattice: Lattice, skin: Skin) -> View:
        seen = _seen_around(frame, lattice)
        left, top = frame.pixel_at(Point(seen.region.left, seen.region.top))
        eyes = GrowingEyes(skin, lattice.moved(-left, -top), mines)
        return View(seen.region, wrap(eyes), seen)

    def look_again(skin: Skin, last: Seen | None) -> View:
        frame = capture(machine, area)
        with machine.watch.listening():
            lattice, skin = find_again(frame.pixels, found.lattice.topology, mines, skin, last)
            if last is None and mines is not None:
                _require_its_total(found, mines, frame.pixels, Reader(skin, lattice))
        return view(frame, lattice, skin)

    return ScreenGame(machine, view(found.frame, found.lattice, found.skin), tempo, look_again)


def _require_its_total(found: Found, mines: int, image: Image, there: Reader) -> None:
    """Raise LostBoardError where another mine total is written beside the board than there was.

    Covered cells are alike in every game of a size: one of other mines may have come in its place.
    What was written must be the total that the person told, or it may have been a clock.
    """
    here = found.lattice
    if not np.allclose(there.lattice.pitch, here.pitch, rtol=SAME_SIZE):
        return
    try:
        was = Reader(found.skin, here).read(found.frame.pixels).board
        now = there.read(image).board
    except UnreadableError:
        return
    plain = (Label.COVERED, Label.ABSENT)
    if any(label > MAX_NUMBER and label not in plain for label in now.labels):
        return  # a flag counts, and what a game shows at its end is its own
    total = total_written(found.frame.pixels, here, was)
    if total is None or total.value != mines:
        return
    left, top = np.subtract(there.lattice.box, here.box)[:2].tolist()
    place = total.box._replace(left=total.box.left + left, top=total.box.top + top)
    written = number_at(image, there.lattice, place)
    if written is not None and written != mines:
        raise LostBoardError(f"{written} mines are written beside it, no longer {mines}")


def _seen_around(frame: Frame, lattice: Lattice) -> Frame:
    """Return the part of a frame that holds the board, whole points around it."""
    left, top, right, bottom = lattice.box
    scale = Fraction(frame.scale).limit_denominator(FINEST_SCALE)
    # Points that begin at a whole pixel; between them a capture would show the cells half a pixel
    # away from where they were found.
    step = scale.denominator
    x, y = (int(max(0, edge - MARGIN) / scale) // step * step for edge in (left, top))
    height, width = frame.pixels.shape[:2]
    end_x = ceil(min(width, right + MARGIN) / scale)
    end_y = ceil(min(height, bottom + MARGIN) / scale)
    region = Region(frame.region.left + x, frame.region.top + y, end_x - x, end_y - y)
    rows, cols = (
        slice(round(start * scale), round(end * scale)) for start, end in ((y, end_y), (x, end_x))
    )
    return Frame(frame.pixels[rows, cols], region, frame.scale)


def tempo_of(limits: Limits, delay: float | None) -> Tempo:
    """Return the tempo of a profile, or that of ``delay`` seconds between clicks where given."""
    too_fast = math.inf if limits.too_fast is None else limits.too_fast
    tempo = Tempo(limits.clicks_per_second, limits.settle, too_fast)
    return replace(tempo, clicks_per_second=1 / delay, fixed=True) if delay else tempo


def limits_of(tempo: Tempo) -> Limits:
    """Return what a profile keeps of a tempo, rounded to what can be known."""
    too_fast = None if math.isinf(tempo.too_fast) else round(tempo.too_fast, 1)
    return Limits(round(tempo.clicks_per_second, 1), round(tempo.settle, 4), too_fast)

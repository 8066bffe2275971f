"""A game found on a screen as one to play: what of the screen is looked at, and at what tempo."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil

from autoplay.calibration import Limits
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.play.board_on_screen import Found, capture
from autoplay.play.eyes import GrowingEyes
from autoplay.play.find_again import Seen, find_again
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import ScreenGame
from autoplay.play.sight import Eyes
from autoplay.play.spot import View
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import Skin

MARGIN = 3
"""Pixels grabbed around the board: a frame that moved with its window shows there."""

FINEST_SCALE = 20
"""Pixels a point are told as fractions up to this denominator: 5/4, 3/2, 11/10."""


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
        return view(frame, *find_again(frame.pixels, found.lattice.topology, mines, skin, last))

    return ScreenGame(machine, view(found.frame, found.lattice, found.skin), tempo, look_again)


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

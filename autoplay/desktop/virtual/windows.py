"""The windows of the virtual desktop: a drawn game, and plain ones that get in its way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum

import numpy as np

from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual.drawing import (
    FACE_SIZE,
    MARGIN,
    PANEL,
    TITLE,
    GameDrawing,
    GameStyle,
    Monitor,
    blank,
    paste,
)
from autoplay.desktop.virtual.layout import NO_CELL, board_size, cell_corners, lay_out
from autoplay.desktop.virtual.paint import Picture
from autoplay.desktop.virtual.panel import caption
from autoplay.game import Action, Cell, Game, Verb

SMALLEST_WIDTH = 180
"""Points: both counters and the face still stand apart in the panel."""

LONGEST_TIME = 999
"""Seconds: the counter has three digits."""


class Target(StrEnum):
    """What a click hit."""

    CELL = "cell"
    FACE = "face"
    FRAME = "frame"  # the game's window outside its cells
    OTHER = "other window"
    DESKTOP = "desktop"


class PlainWindow:
    """A window that is no game: a dialog, or another program on top."""

    SMALLEST_HEIGHT = 2 * TITLE + MARGIN

    def __init__(self, title: str, text: str, region: Region, monitor: Monitor) -> None:
        self.title = title
        self.region = region
        self.monitor = monitor
        self.visible = True
        self._text = text

    def put_on(self, monitor: Monitor) -> None:
        """Draw for this monitor's scale from now on."""
        self.monitor = monitor

    def hit(self, point: Point) -> tuple[Target, Cell | None]:
        """Return what a click at the point hits."""
        return Target.OTHER, None

    def picture(self, now: float) -> Picture:
        """Return the window's picture, (height, width, 4) uint8 BGRA."""
        size = self.monitor.pixels
        canvas = blank(size(self.region.width), size(self.region.height), (236, 236, 236))
        width = canvas.shape[1]
        paste(canvas, 0, 0, caption(self.title, (width, size(TITLE)), (60, 60, 66), (240,) * 3))
        line = caption(self._text, (width, size(TITLE)), (236, 236, 236), (20, 20, 20))
        paste(canvas, 0, size(TITLE + MARGIN), line)
        return canvas


class GameWindow:
    """A window with title bar, mine counter, face, timer and a board of drawn cells.

    ``shown`` holds the labels that are on the screen; they follow the game's only when ``repaint``
    is called. ``fading`` holds cells that are on the way to their label.
    """

    def __init__(
        self,
        style: GameStyle,
        new_game: Callable[[], Game],
        at: tuple[int, int],
        monitor: Monitor,
    ) -> None:
        self.style = style
        self.monitor = monitor
        self.visible = True
        self.game = new_game()
        self.shown = bytearray(self.game.board().labels)
        self.fading: dict[int, tuple[int, float]] = {}
        self.started: float | None = None
        self._new_game = new_game
        self._place(at)

    @property
    def title(self) -> str:
        """What the title bar says."""
        return self.style.title

    def _place(self, at: tuple[int, int]) -> None:
        board_width, board_height = board_size(self.style.topology, self.style.pitch)
        width = max(SMALLEST_WIDTH, int(np.ceil(board_width)) + 2 * MARGIN)
        height = TITLE + PANEL + int(np.ceil(board_height)) + MARGIN
        self.region = Region(*at, width, height)
        self._layout = lay_out(self.style.topology, self.style.pitch, self.monitor.scale)
        self._board_left = self.monitor.pixels((width - board_width) / 2)
        self._board_top = self.monitor.pixels(TITLE + PANEL)
        corner = self._board_left, self._board_top
        self._drawing = GameDrawing(self.style, self.monitor, (width, height), self._layout, corner)

    # What the person, or the program, does to the window

    def move_to(self, left: int, top: int) -> None:
        """Put the window's top left corner there."""
        self.region = self.region._replace(left=left, top=top)

    def resize(self, factor: float) -> None:
        """Make cells, and with them the window, this much larger."""
        self.style = replace(self.style, pitch=self.style.pitch * factor)
        self._place((self.region.left, self.region.top))

    def put_on(self, monitor: Monitor) -> None:
        """Draw for this monitor's scale from now on."""
        self.monitor = monitor
        self._place((self.region.left, self.region.top))

    def restart(self) -> None:
        """Begin another game on the same board."""
        self.game = self._new_game()
        self.started = None

    def open_quietly(self, cell: Cell) -> None:
        """Open a cell and show it at once: the game was under way already."""
        self.game.perform([Action(Verb.OPEN, cell)])
        self.repaint()

    # What is on the screen

    def fade(self, cells: Iterable[int], before: bytes) -> None:
        """Begin to show these cells as they are; for now they look as they did ``before``."""
        current = self.game.board().labels
        for cell in cells:
            self.shown[cell] = current[cell]
            self.fading[cell] = (before[cell], 0.0)

    def fade_on(self, cells: Iterable[int], share: float) -> None:
        """Show those of the cells that fade so much of the way to what they are."""
        for cell in self.fading.keys() & set(cells):
            self.fading[cell] = (self.fading[cell][0], share)

    def repaint(self, cells: Iterable[int] | None = None, labels: bytes | None = None) -> None:
        """Show these cells (all by default) as in ``labels`` (the game as it is by default)."""
        current = self.game.board().labels if labels is None else labels
        for cell in range(len(current)) if cells is None else cells:
            self.shown[cell] = current[cell]
            self.fading.pop(cell, None)

    def center(self, cell: int) -> Point:
        """Return the desktop point in the middle of a cell."""
        middle = cell_corners(self.style.topology, cell, self.style.pitch).mean(axis=0)
        scale = self.monitor.scale
        return Point(
            self.region.left + self._board_left / scale + float(middle[0]),
            self.region.top + self._board_top / scale + float(middle[1]),
        )

    def face_center(self) -> Point:
        """Return the desktop point in the middle of the face."""
        return Point(self.region.left + self.region.width / 2, self.region.top + TITLE + PANEL / 2)

    def board_region(self) -> Region:
        """Return the rectangle of the cells, to the nearest point."""
        scale = self.monitor.scale
        height, width = self._layout.hits.shape
        return Region(
            round(self.region.left + self._board_left / scale),
            round(self.region.top + self._board_top / scale),
            round(width / scale),
            round(height / scale),
        )

    def hit(self, point: Point) -> tuple[Target, Cell | None]:
        """Return what a click at the point hits, and which cell."""
        x = int((point.x - self.region.left) * self.monitor.scale) - self._board_left
        y = int((point.y - self.region.top) * self.monitor.scale) - self._board_top
        height, width = self._layout.hits.shape
        if 0 <= x < width and 0 <= y < height and self._layout.hits[y, x] != NO_CELL:
            return Target.CELL, Cell(int(self._layout.hits[y, x]))
        middle = self.face_center()
        if max(abs(point.x - middle.x), abs(point.y - middle.y)) <= FACE_SIZE / 2:
            return Target.FACE, None
        return Target.FRAME, None

    def picture(self, now: float) -> Picture:
        """Return the window as it looks now, (height, width, 4) uint8 BGRA; not to be changed."""
        passed = 0 if self.started is None else min(LONGEST_TIME, int(now - self.started))
        return self._drawing.picture(self.shown, self.fading, self.game.outcome, passed)

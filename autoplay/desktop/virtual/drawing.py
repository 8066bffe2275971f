"""The picture of a game's window, painted anew only where it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from autoplay.desktop.ports import Region
from autoplay.desktop.virtual.layout import BoardLayout
from autoplay.desktop.virtual.looks import Color, Look
from autoplay.desktop.virtual.paint import Picture, painter_of
from autoplay.desktop.virtual.panel import caption, counter, face
from autoplay.game import Label, Outcome, Topology

TITLE, PANEL, MARGIN = 24, 40, 10
"""Heights of title bar and panel, and the margin around the board, in points."""

COUNTER_SIZE, FACE_SIZE = (48, 26), 28
"""Width and height of a counter, and the side of the face, in points."""


@dataclass(frozen=True)
class Monitor:
    """One monitor: what it covers of the desktop, and its pixels per point."""

    region: Region
    scale: float = 1.0

    def pixels(self, points: float) -> int:
        """Return a length in points as whole pixels."""
        return round(points * self.scale)


@dataclass(frozen=True)
class GameStyle:
    """Everything about a game's window except where it is and how its game stands."""

    topology: Topology
    mines: int
    look: Look
    pitch: float  # points, as in layout.cell_corners
    title: str = "Mines"


Fading = Mapping[int, tuple[int, float]]
"""What a cell showed before that is on its way to another label, and the share of the way it is."""


class GameDrawing:
    """Draws one window of a game, of this size in points, its board's corner there in pixels."""

    def __init__(
        self,
        style: GameStyle,
        monitor: Monitor,
        size: tuple[int, int],
        layout: BoardLayout,
        corner: tuple[int, int],
    ) -> None:
        self._style, self._monitor, self._size = style, monitor, size
        self._layout, self._corner = layout, corner
        self._painter = painter_of(style.look)
        self._canvas: Picture | None = None
        self._painted = bytearray()
        self._panel: tuple[object, ...] = ()

    def picture(
        self, shown: bytes | bytearray, fading: Fading, outcome: Outcome, passed: int
    ) -> Picture:
        """Return the window, (height, width, 4) uint8 BGRA; not to be changed.

        It shows these labels, and ``passed`` seconds.
        """
        if self._canvas is None:
            self._canvas = self._empty_canvas()
            self._painted = bytearray([Label.UNREADABLE]) * len(shown)
        self._draw_panel(
            self._canvas, (self._style.mines - shown.count(Label.FLAG), passed, outcome)
        )
        self._draw_cells(self._canvas, shown, fading)
        return self._canvas

    def _empty_canvas(self) -> Picture:
        size, look = self._monitor.pixels, self._style.look
        canvas = blank(size(self._size[0]), size(self._size[1]), look.panel)
        title = (canvas.shape[1], size(TITLE))
        paste(canvas, 0, 0, caption(self._style.title, title, look.title, look.title_ink))
        return canvas

    def _draw_panel(self, canvas: Picture, state: tuple[int, int, Outcome]) -> None:
        if state == self._panel:
            return
        self._panel = state
        left_mines, passed, outcome = state
        size, look = self._monitor.pixels, self._style.look
        box = (size(COUNTER_SIZE[0]), size(COUNTER_SIZE[1]))
        top = size(TITLE + (PANEL - COUNTER_SIZE[1]) / 2)
        paste(canvas, size(MARGIN), top, counter(left_mines, box, look))
        right = canvas.shape[1] - size(MARGIN) - box[0]
        paste(canvas, right, top, counter(passed, box, look))
        left, top = size((self._size[0] - FACE_SIZE) / 2), size(TITLE + (PANEL - FACE_SIZE) / 2)
        paste(canvas, left, top, face(outcome, size(FACE_SIZE), look))

    def _draw_cells(self, canvas: Picture, shown: bytes | bytearray, fading: Fading) -> None:
        if self._painted == shown and not fading:
            return
        changed = [
            cell
            for cell, (old, new) in enumerate(zip(self._painted, shown, strict=True))
            if old != new or cell in fading
        ]
        for cell in changed:
            place = self._layout.places[cell]
            parity = sum(divmod(cell, self._style.topology.cols)) % 2
            tile = self._painter.tile(place.corners, shown[cell], parity)
            before = fading.get(cell)
            if before is not None:
                label, share = before
                earlier = self._painter.tile(place.corners, label, parity)
                tile = (share * tile + (1 - share) * earlier).astype(np.uint8)
            left, top = self._corner[0] + place.left, self._corner[1] + place.top
            height, width = place.mask.shape
            area = canvas[top : top + height, left : left + width, :3]
            area[place.mask] = tile[place.mask]
            # A fading cell counts as not painted yet.
            self._painted[cell] = shown[cell] if before is None else Label.UNREADABLE


def blank(width: int, height: int, color: Color) -> Picture:
    """Return a window of one colour, (height, width, 4) uint8 BGRA."""
    canvas = np.empty((height, width, 4), dtype=np.uint8)
    canvas[:] = (*color[::-1], 255)
    return canvas


def paste(canvas: Picture, left: int, top: int, picture: Picture) -> None:
    """Put a picture, BGR uint8, on a window."""
    height, width = picture.shape[:2]
    canvas[top : top + height, left : left + width, :3] = picture

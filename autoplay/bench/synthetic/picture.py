"""Draws a whole board of a skin onto a page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from autoplay.bench.synthetic.faces import TileShape
from autoplay.bench.synthetic.layout import Layout
from autoplay.bench.synthetic.skin import Relief, Skin
from autoplay.bench.synthetic.tiles import SPECKLES, draw_tile
from autoplay.game import Board, Label

MARGIN = 1
"""Pixels around a cell's box that its tile may draw on (shadows, smooth edges)."""

Point = tuple[float, float]


@dataclass
class BoardPainter:
    """Paints cells of one skin; tiles that look alike are drawn once."""

    skin: Skin
    layout: Layout

    def __post_init__(self) -> None:
        self._tiles: dict[tuple[Label, TileShape], Image.Image] = {}

    def paint(self, page: Image.Image, board: Board, origin: Point) -> None:
        """Draw the board with the top left corner of its box at ``origin`` (x, y) of the page."""
        cols = board.topology.cols
        for cell, value in enumerate(board.labels):
            label = Label(value)
            if label is Label.ABSENT:
                continue
            shape, place = self._shape(*divmod(cell, cols), origin)
            tile = self._tiles.get((label, shape))
            if tile is None:
                tile = self._tiles[label, shape] = draw_tile(self.skin, label, shape)
            page.paste(tile, place, tile)

    def _shape(self, row: int, col: int, origin: Point) -> tuple[TileShape, tuple[int, int]]:
        """Return the cell's outline snapped to the drawing grid, and where its tile goes."""
        fine = self.skin.fine
        x, y = self.layout.middle(row, col)
        x, y = x + origin[0], y + origin[1]
        corners = [
            (round((x + dx) * fine) / fine, round((y + dy) * fine) / fine)
            for dx, dy in self.layout.outline(row, col)
        ]
        left = math.floor(min(a for a, _ in corners)) - MARGIN
        top = math.floor(min(b for _, b in corners)) - MARGIN
        right = math.ceil(max(a for a, _ in corners)) + MARGIN
        bottom = math.ceil(max(b for _, b in corners)) + MARGIN
        heart_x, heart_y = self._heart(row, col, corners)
        shape = TileShape(
            width=right - left,
            height=bottom - top,
            corners=tuple((a - left, b - top) for a, b in corners),
            heart=(heart_x - left, heart_y - top),
            radius=self.layout.inner_radius,
            parity=(row + col) % 2,
            grain=(row * 7 + col * 13) % SPECKLES if self._is_speckled else 0,
        )
        return shape, (left, top)

    def _heart(self, row: int, col: int, corners: list[Point]) -> Point:
        """Return the middle of the drawn cell's inscribed circle."""
        dx, dy = self.layout.heart(row, col)
        xs, ys = [a for a, _ in corners], [b for _, b in corners]
        return (min(xs) + max(xs)) / 2 + dx, (min(ys) + max(ys)) / 2 + round(dy * 4) / 4

    @property
    def _is_speckled(self) -> bool:
        return Relief.SPECKLE in (self.skin.covered.relief, self.skin.opened.relief)

"""The picture of what was seen: outlines, what every cell was read as, doubts and risks."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from autoplay.game import MAX_NUMBER, SYMBOLS, Label
from autoplay.vision.lattice import Image, Lattice, evened
from autoplay.vision.reading import Reading

Color = tuple[int, int, int]
"""Red, green, blue."""

READABLE_PITCH = 30
"""Pixels: boards with smaller cells are enlarged, so that the small labels can be read."""

LARGEST_SIDE = 4000
"""Pixels of the picture's longer side, at most."""

TITLE = 34
"""Height in pixels of the strip above the board."""

NIGHT, PAPER, LINE = (24, 26, 32), (245, 245, 245), (66, 165, 245)
SAFE, MINE, RISK, DOUBT = (46, 160, 80), (215, 60, 45), (255, 200, 30), (255, 30, 60)

LABEL_COLORS: dict[Label, Color] = {
    Label.ZERO: (150, 155, 165), Label.ONE: (110, 170, 255), Label.TWO: (110, 220, 130),
    Label.THREE: (255, 120, 110), Label.FOUR: (190, 150, 255), Label.FIVE: (255, 170, 90),
    Label.SIX: (90, 215, 220), Label.SEVEN: (240, 240, 240), Label.EIGHT: (200, 200, 205),
    Label.COVERED: (150, 155, 165), Label.FLAG: (255, 210, 60), Label.QUESTION: (255, 160, 220),
    Label.MINE: (255, 110, 90), Label.EXPLODED: (255, 60, 60), Label.WRONG_FLAG: (255, 140, 60),
}  # fmt: skip


def annotate(
    image: Image,
    reading: Reading,
    risks: NDArray[np.float64] | None = None,
    *,
    doubtful: Collection[int] = (),
    advised: Collection[int] = (),
    title: str | None = None,
) -> Image:
    """Return the board's part of a picture with what was read drawn on it, BGR uint8.

    Every cell has its outline and, in its upper left corner, the symbol it was read as. With
    ``risks``, (cells,) from 0 to 1 and NaN for opened cells, safe cells are green, certain mines
    red, and others carry a yellow square whose area is the risk; ``advised`` cells carry a white
    ring. ``doubtful`` cells are red. The title line says size, pitch and certainty unless another
    text is given.
    """
    lattice = reading.lattice
    part, placed = _enlarged(image, lattice)
    picture = PillowImage.fromarray(cv2.cvtColor(part, cv2.COLOR_BGR2RGB))
    layer = PillowImage.new("RGBA", picture.size)
    pen = ImageDraw.Draw(layer)
    _draw_cells(pen, placed, risks, frozenset(doubtful))
    _draw_labels(pen, placed, reading.board.labels)
    _draw_rings(pen, placed, advised)
    picture.paste(layer, (0, 0), layer)
    whole = _with_title(picture, title or describe(reading))
    return np.asarray(cv2.cvtColor(np.asarray(whole), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def describe(reading: Reading) -> str:
    """Return a line that says what was found and how certain the reading is."""
    lattice, topology = reading.lattice, reading.board.topology
    x, y = lattice.pitch
    mines = "" if reading.board.mines is None else f", {reading.board.mines} mines"
    certain = "" if math.isinf(reading.min_margin) else f", least margin {reading.min_margin:.1f}"
    return (
        f"{topology.shape} {topology.rows} x {topology.cols}{mines}, "
        f"pitch {x:.4g} x {y:.4g} px{certain}"
    )


def _enlarged(image: Image, lattice: Lattice) -> tuple[Image, Lattice]:
    """Return the board with a cell around it, large enough, and its lattice there."""
    image, lattice = evened(image, lattice)
    pitch = min(lattice.pitch)
    left, top, right, bottom = lattice.box
    margin = round(pitch / 2)
    left, top = max(left - margin, 0), max(top - margin, 0)
    part = np.ascontiguousarray(image[top : bottom + margin, left : right + margin, :3])
    factor = max(1, math.ceil(READABLE_PITCH / pitch))
    factor = max(1, min(factor, LARGEST_SIDE // max(part.shape[:2])))
    large = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    x, y = lattice.first_cell_center
    center = ((x - left + 0.5) * factor - 0.5, (y - top + 0.5) * factor - 0.5)
    pitches = (lattice.pitch[0] * factor, lattice.pitch[1] * factor)
    return np.asarray(large, np.uint8), Lattice(lattice.topology, center, pitches)


def _draw_cells(
    pen: ImageDraw.ImageDraw,
    lattice: Lattice,
    risks: NDArray[np.float64] | None,
    doubtful: frozenset[int],
) -> None:
    for cell in range(len(lattice.topology)):
        outline = [(x, y) for x, y in lattice.polygon(cell)]
        fill = None
        if risks is not None and risks[cell] == 0:
            fill = (*SAFE, 150)
        elif risks is not None and risks[cell] == 1:
            fill = (*MINE, 150)
        pen.polygon(outline, fill=fill, outline=(*LINE, 150))
        if risks is not None and 0 < risks[cell] < 1:
            half = min(lattice.pitch) * math.sqrt(risks[cell]) / 2
            x, y = lattice.center(cell)
            pen.rectangle((x - half, y - half, x + half, y + half), fill=(*RISK, 170))
        if cell in doubtful:
            pen.polygon(outline, fill=(*DOUBT, 110), outline=(*DOUBT, 255), width=2)


def _draw_labels(pen: ImageDraw.ImageDraw, lattice: Lattice, labels: bytes) -> None:
    """Write each cell's symbol on a small dark plate in the corner of the cell."""
    size = max(round(min(lattice.pitch) * 0.3), 9)
    font = _font(size)
    for cell, value in enumerate(labels):
        label = Label(value)
        text = str(value) if value <= MAX_NUMBER else SYMBOLS[value]
        center_x, center_y = lattice.center(cell)
        corner = np.clip(lattice.polygon(cell) - (center_x, center_y), -1e9, 0).min(axis=0)
        share = 0.92 if len(lattice.polygon(cell)) == 4 else 0.5
        x, y = center_x + corner[0] * share, center_y + corner[1] * share
        width = size * (0.4 + 0.55 * len(text))
        plain = label in (Label.COVERED, Label.ZERO)
        pen.rounded_rectangle(
            (x, y, x + width, y + size * 1.15), size * 0.25, fill=(*NIGHT, 120 if plain else 215)
        )
        color = LABEL_COLORS.get(label, PAPER)
        middle = (x + width / 2, y + size * 0.6)
        pen.text(middle, text, fill=(*color, 255), font=font, anchor="mm")


def _draw_rings(pen: ImageDraw.ImageDraw, lattice: Lattice, cells: Collection[int]) -> None:
    radius = min(lattice.pitch) * 0.22
    for cell in cells:
        x, y = lattice.center(cell)
        box = (x - radius, y - radius, x + radius, y + radius)
        pen.ellipse(box, outline=(*NIGHT, 255), width=max(4, round(radius / 2)))
        pen.ellipse(box, outline=(*PAPER, 255), width=max(2, round(radius / 4)))


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _with_title(picture: PillowImage.Image, title: str) -> PillowImage.Image:
    whole = PillowImage.new("RGB", (picture.width, picture.height + TITLE), NIGHT)
    whole.paste(picture, (0, TITLE))
    size = 17
    while size > 8 and _font(size).getbbox(title)[2] > picture.width - 20:
        size -= 1
    pen = ImageDraw.Draw(whole)
    pen.text((10, TITLE / 2), title, fill=PAPER, font=_font(size), anchor="lm")
    return whole

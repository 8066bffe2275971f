"""The picture of what was seen: outlines, what every cell was read as, doubts and risks."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw

from autoplay.game import MAX_NUMBER, SYMBOLS, Label, Shape
from autoplay.vision.captions import NIGHT, PAPER, Color, draw_ring, font_of, with_captions
from autoplay.vision.lattice import Image, Lattice, evened
from autoplay.vision.reading import Reading

READABLE_PITCH = 30
"""Pixels: boards with smaller cells are enlarged, so that the small labels can be read."""

LARGEST_SIDE = 4000
"""Pixels of the longer side up to which a board is enlarged; a larger one stays as large as it is.
"""

MARGIN = 0.15
"""Pitches around the board that are shown: its frame, but no half of what stands beside it."""

LINE = (66, 165, 245)
SAFE, MINE, RISK = (46, 160, 80), (215, 60, 45), (255, 200, 30)
"""Red, green and blue of the lines, and of cells by what is known of them."""

DOUBT = (230, 40, 220)
"""Of cells in doubt: no game draws whole cells in it."""

PLATE_SHARE = {3: 0.55, 4: 0.62, 6: 0.62}
"""By the number of a cell's corners: how far from its middle to its upper left corner the symbol is
written. Farther it leaves the cell, nearer it hides the cell's own."""

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
    advised: Collection[int] = (),
    title: str | None = None,
) -> Image:
    """Return the board's part of a picture with what was read drawn on it, BGR uint8.

    Every cell has its outline and, in a corner, the symbol it was read as: covered cells none, an
    opened cell without a number a dot. With ``risks``, (cells,) from 0 to 1 and NaN for opened
    cells, safe cells are green, certain mines red, and others as yellow inside as the risk's share
    of their area, with the risk in percent; a line below the board says so. ``advised`` cells carry
    a white ring, around the percents where there are some. The title says size, pitch and certainty
    unless another text is given.
    """

    def draw(pen: ImageDraw.ImageDraw, placed: Lattice) -> None:
        if risks is not None:
            paint_risks(pen, placed, risks)
        _draw_cells(pen, placed)
        _draw_labels(pen, placed, reading.board.labels)
        if risks is not None:
            _write_risks(pen, placed, risks)
        _draw_rings(pen, placed, advised, risks)

    legend = () if risks is None else LEGEND if advised else LEGEND[:-1]
    return _laid_out(image, reading.lattice, title or describe(reading), draw, legend)


def mark_doubt(image: Image, lattice: Lattice, cells: Collection[int], title: str) -> Image:
    """Return the board's part of a picture with its cells outlined and these marked, BGR uint8."""

    def draw(pen: ImageDraw.ImageDraw, placed: Lattice) -> None:
        _draw_cells(pen, placed)
        for cell in cells:
            outline = [(x, y) for x, y in placed.polygon(cell)]
            pen.polygon(outline, fill=(*DOUBT, 70), outline=(*DOUBT, 255), width=2)

    return _laid_out(image, lattice, title, draw)


def _laid_out(
    image: Image,
    lattice: Lattice,
    title: str,
    draw: Callable[[ImageDraw.ImageDraw, Lattice], None],
    legend: Sequence[tuple[Color | None, str]] = (),
) -> Image:
    """Return the board's part of a picture, large enough, with what is drawn on it and captions.

    ``draw`` is given a pen for a transparent RGBA layer, and the lattice where the board is there.
    """
    part, placed = _enlarged(image, lattice)
    picture = PillowImage.fromarray(cv2.cvtColor(part, cv2.COLOR_BGR2RGB))
    layer = PillowImage.new("RGBA", picture.size)
    draw(ImageDraw.Draw(layer), placed)
    picture.paste(layer, (0, 0), layer)
    whole = with_captions(picture, title, legend)
    return np.asarray(cv2.cvtColor(np.asarray(whole), cv2.COLOR_RGB2BGR), dtype=np.uint8)


def describe(reading: Reading, mines: str | None = None) -> str:
    """Return a line that says what was found and how certain the reading is.

    ``mines`` are other words on the mine total than whether the board has one.
    """
    lattice, topology = reading.lattice, reading.board.topology
    x, y = lattice.pitch
    total = reading.board.mines
    if mines is None:
        mines = "mine total unknown" if total is None else f"{total} mines"
    certain = "" if math.isinf(reading.min_margin) else f", least margin {reading.min_margin:.1f}"
    return (
        f"{topology.shape} {topology.rows} x {topology.cols}, {mines}, "
        f"pitch {x:.4g} x {y:.4g} px{certain}"
    )


def _enlarged(image: Image, lattice: Lattice) -> tuple[Image, Lattice]:
    """Return the board with a little around it, large enough, and its lattice there."""
    image, lattice = evened(image, lattice)
    pitch = min(lattice.pitch)
    left, top, right, bottom = lattice.box
    margin = round(pitch * MARGIN)
    left, top = max(left - margin, 0), max(top - margin, 0)
    part = np.ascontiguousarray(image[top : bottom + margin, left : right + margin, :3])
    factor = max(1, math.ceil(READABLE_PITCH / pitch))
    factor = max(1, min(factor, LARGEST_SIDE // max(part.shape[:2])))
    large = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    x, y = lattice.first_cell_center
    center = ((x - left + 0.5) * factor - 0.5, (y - top + 0.5) * factor - 0.5)
    pitches = (lattice.pitch[0] * factor, lattice.pitch[1] * factor)
    return np.asarray(large, np.uint8), Lattice(lattice.topology, center, pitches)


def paint_risks(pen: ImageDraw.ImageDraw, lattice: Lattice, risks: NDArray[np.float64]) -> None:
    """Paint cells by their mine risk, (cells,) from 0 to 1, onto a transparent RGBA layer.

    0 is green, 1 red; between them a cell is yellow inside, as much of its area as the risk. Cells
    whose risk is NaN are left alone.
    """
    for cell in np.flatnonzero(~np.isnan(risks)).tolist():
        outline, risk = lattice.polygon(cell), float(risks[cell])
        if risk in (0, 1):
            pen.polygon([(x, y) for x, y in outline], fill=(*(MINE if risk else SAFE), 150))
        else:
            middle = outline.mean(axis=0)
            inside = middle + (outline - middle) * math.sqrt(risk)
            pen.polygon([(x, y) for x, y in inside], fill=(*RISK, 190))


def _draw_cells(pen: ImageDraw.ImageDraw, lattice: Lattice) -> None:
    for cell in lattice.topology.cells.tolist():
        outline = [(x, y) for x, y in lattice.polygon(cell)]
        pen.polygon(outline, outline=(*LINE, 150))


def _draw_labels(pen: ImageDraw.ImageDraw, lattice: Lattice, labels: bytes) -> None:
    """Write each cell's symbol on a small dark plate in a corner of the cell."""
    size = max(round(min(lattice.pitch) * 0.3), 9)
    for cell, value in enumerate(labels):
        label, outline = Label(value), lattice.polygon(cell)
        if label in (Label.COVERED, Label.ABSENT):
            continue
        share = PLATE_SHARE[len(outline)]
        corner = outline[np.argmin(np.round(outline.sum(axis=1)))]
        x, y = outline.mean(axis=0) * (1 - share) + corner * share
        if label is Label.ZERO:
            dot = max(1.5, size / 6)
            pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=(*NIGHT, 150))
            continue
        text = str(value) if value <= MAX_NUMBER else SYMBOLS[value]
        half = size * (0.2 + 0.275 * len(text)), size * 0.55
        box = (x - half[0], y - half[1], x + half[0], y + half[1])
        pen.rounded_rectangle(box, size * 0.25, fill=(*NIGHT, 215))
        color = LABEL_COLORS.get(label, PAPER)
        pen.text((x, y), text, fill=(*color, 255), font=font_of(size), anchor="mm")


def _write_risks(pen: ImageDraw.ImageDraw, lattice: Lattice, risks: NDArray[np.float64]) -> None:
    """Write the mine risk in percent into the cells that are neither safe nor mines."""
    width = lattice.cell_size[0] * (0.5 if lattice.topology.shape is Shape.TRIANGLE else 0.8)
    size = min(round(min(lattice.pitch) * 0.36), round(width / 1.2))
    for cell in np.flatnonzero((risks > 0) & (risks < 1)).tolist():
        x, y = lattice.polygon(cell).mean(axis=0)
        text = percent(float(risks[cell]))
        pen.text((x, y), text, fill=(*NIGHT, 255), font=font_of(max(size, 8)), anchor="mm")


def percent(risk: float) -> str:
    """Return a risk between 0 and 1 in percent without its sign, never 0 and never 100."""
    return str(min(max(round(100 * risk), 1), 99))


def _draw_rings(
    pen: ImageDraw.ImageDraw,
    lattice: Lattice,
    cells: Collection[int],
    risks: NDArray[np.float64] | None,
) -> None:
    pitch = min(lattice.pitch)
    for cell in cells:
        x, y = lattice.polygon(cell).mean(axis=0)
        is_numbered = risks is not None and 0 < risks[cell] < 1
        radius = pitch * (0.42 if is_numbered else 0.22)
        draw_ring(pen, x, y, radius, max(2, round(pitch * 0.055)))


LEGEND: tuple[tuple[Color | None, str], ...] = (
    (SAFE, "safe"),
    (RISK, "risk in percent"),
    (MINE, "mine"),
    (None, "advised"),
)
"""What the colours of risks mean, and the ring."""

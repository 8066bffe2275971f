"""Signs of a puzzle of another kind at an empty grid: clues or cells around it, heavier lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import BLOCKS, block_means
from autoplay.vision.tiles import Sampler
from autoplay.vision.whole.lines import SIDES, is_inside, with_more
from autoplay.vision.whole.sides import side_cells

CLUE_CONTRAST = 40.0
"""Gray levels by which a clue differs from its ground."""

CLUE_GROUND = 0.7
"""Share of the ground around a clue that has one colour: all but the side next to the grid."""

FLAT = 12.0
"""Gray levels within which a ground has one colour."""

CLUE_SHARE = 0.3
"""Least share of the places along a side that have a clue: some lines of a puzzle have none."""

CLUE_SIDES = 3
"""Sides with clues that make a puzzle: a game may number its rows and columns on two."""

LEAST_BLOCK = 3
"""Cells from one heavier line to the next: two may be a matter of rounding to whole pixels."""

HEAVIER = 0.7
"""Pixels by which each heavier line is at least wider than all others, at its own contrast: a line
that is sampled anew between two pixels varies by half of one."""

WHOLE = 0.1
"""Pixels off a whole one that count as it."""

REACH = 0.3
"""Share of a cell's side to each side of a line that is looked at."""


def sign_of_a_puzzle(image: Image, lattice: Lattice) -> str | None:
    """Return what is drawn at an empty grid that no Minesweeper draws, in words; None if nothing.

    ``image`` is BGR or BGRA uint8.
    """
    clued = clued_sides(image, lattice)
    if len(clued) >= CLUE_SIDES:
        return f"clues stand at its {', '.join(clued)}"
    if lattice.topology.shape is Shape.SQUARE:
        cells = heavier_every(image, lattice)
        if cells is not None:
            return f"a heavier line is drawn after every {cells} cells"
        if all(has_cells_beyond(image, lattice, side) for side in SIDES):
            return "other cells stand in line with it on all sides"
    return None


def has_cells_beyond(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether lines part what lies beyond a side just where the lines between the cells end.

    ``image`` is BGR or BGRA uint8, the cells are squares. Black Box has a ring of cells around its
    grid, where rays go in and out.
    """
    larger = with_more(lattice, side)
    if larger is None or not is_inside(image, larger):
        return False
    axis, before = (0, 1)[side in ("top", "bottom")], side in ("left", "top")
    high, wide = (round(size / 4) for size in lattice.cell_size[::-1])
    left, top, right, bottom = lattice.box
    if axis == 1:
        top, bottom = (top - 3 * high, top - high) if before else (bottom + high, bottom + 3 * high)
    else:
        left, right = (left - 3 * wide, left - wide) if before else (right + wide, right + 3 * wide)
    box = (left, top, right, bottom)
    lines, between = (_weights(image, lattice, axis, box, shift)[:, 1] for shift in (0.0, 0.5))
    return bool(((lines > FAINTEST) & (between <= FAINTEST)).mean() >= PARTED)


FAINTEST = 6.0
"""Gray levels by which a line between cells beside the grid stands out."""

PARTED = 0.8
"""Share of the places where a line ends that have one beyond, and none half a cell farther."""


def clued_sides(image: Image, lattice: Lattice) -> list[str]:
    """Return the sides along which single symbols stand in line with the cells, two or more.

    Towers, Magnets and their like ask for a whole empty grid by numbers around it.
    """
    found = []
    for side in SIDES:
        larger = with_more(lattice, side)
        if larger is not None and is_inside(image, larger):
            beyond = Sampler(larger).tiles(image, np.array(side_cells(larger, side)))
            blocks = block_means(beyond).reshape(len(beyond), BLOCKS, BLOCKS, 3)
            clues = sum(map(_is_clue, blocks))
            if clues >= max(CLUE_SHARE * len(beyond), 2):
                found.append(side)
    return found


def _is_clue(blocks: NDArray[np.float32]) -> bool:
    """Whether a tile, (BLOCKS, BLOCKS, 3), shows one symbol in the middle of a plain ground.

    A line from one side of the tile to the other is a frame around the board.
    """
    rim = np.ones(blocks.shape[:2], bool)
    rim[1:-1, 1:-1] = False
    ground = np.median(blocks[rim], axis=0)
    away = strongest(np.abs(blocks - ground))
    plain = (away[rim] < FLAT).mean() >= CLUE_GROUND
    drawn = away >= FLAT
    crossed = drawn[1:-1].all(axis=1).any() or drawn[:, 1:-1].all(axis=0).any()
    return bool(plain and not crossed and away[2:-2, 2:-2].max() > CLUE_CONTRAST)


def heavier_every(image: Image, lattice: Lattice) -> int | None:
    """Return how many cells lie from one heavier line to the next, None where all are alike.

    ``image`` is BGR or BGRA uint8, the cells are squares. The lines are those between the cells; of
    rows and columns alike every so many, counted from the border, must be heavier.
    """
    across, down = _weights(image, lattice, 1), _weights(image, lattice, 0)
    most = max(lattice.topology.rows, lattice.topology.cols) // 2
    for cells in range(LEAST_BLOCK, most + 1):
        least = HEAVIER + _rounds_alike(lattice.pitch, cells)
        if _are_heavier(across, cells, least) and _are_heavier(down, cells, least):
            return cells
    return None


def _rounds_alike(pitch: tuple[float, float], cells: int) -> bool:
    """Whether every so many cells, and no single one, are whole pixels wide, and high: what is
    rounded to these may be a pixel more there."""
    far = [np.abs(size - np.rint(size)) for size in (np.array(pitch), cells * np.array(pitch))]
    return bool((far[0] > WHOLE).all() and (far[1] <= WHOLE).all())


def _weights(
    image: Image,
    lattice: Lattice,
    axis: int,
    box: tuple[int, int, int, int] | None = None,
    shift: float = 0.0,
) -> NDArray[np.float64]:
    """Return how far each inner line stands out, (lines, 2): summed over its width, and at most.

    Gray levels times pixels, and gray levels; of the lines from top to bottom with ``axis`` 1.
    They are looked at in the ``box``, the grid's own if none is given, ``shift`` cells farther on.
    """
    left, top, right, bottom = (max(side, 0) for side in box or lattice.box)
    inside = image[top:bottom, left:right, :3]
    profile = np.median(inside, axis=1 - axis)
    corner = (left, top) if axis == 1 else (top, left)
    pitch, first = (side[1 - axis] for side in (lattice.pitch, lattice.first_cell_center))
    count = lattice.topology.cols if axis == 1 else lattice.topology.rows
    found = []
    for line in range(1, count):
        middle = first + (line - 0.5 + shift) * pitch - corner[0]
        start, stop = round(middle - REACH * pitch), round(middle + REACH * pitch) + 1
        part = profile[max(start, 0) : stop]
        away = np.abs(part - (part[0] + part[-1]) / 2).max(axis=1)
        found.append((away.sum(), away.max()))
    return np.array(found).reshape(-1, 2)


def _are_heavier(lines: NDArray[np.float64], cells: int, least: float) -> bool:
    """Whether just the lines after every so many ``cells`` are heavier than all others, by that
    many pixels at ``least``."""
    marked = np.arange(1, len(lines) + 1) % cells == 0
    if not marked.any() or marked.all():
        return False
    wider = lines[marked, 0].min() - lines[~marked, 0].max()
    return bool(wider > 0 and wider >= least * lines[marked, 1].max())
